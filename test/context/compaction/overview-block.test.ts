// The overview's block about hidden messages: their places, and a summary.
import { expect, it } from 'vitest';
import { overviewBlock } from '../../../src/context/compaction/apply-compaction.ts';
import { atOnce } from '../../../src/context/steps.ts';
import type { LedgerState } from '../../../src/context/view/ledger.ts';
import { planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, user } from '../../support/messages/seen-messages.ts';

const planning = planningOf();
const history = historyOf(
  Array.from({ length: 6 }, (_, at) => [user(`Question ${at}? ${'word '.repeat(60)}`), assistant('Yes.')]).flat(),
  user(),
);
type Folds = LedgerState['ledger']['folds'];
const fold = (from: number, to: number, more: Partial<Folds[number]> = {}): Folds[number] => ({
  from,
  to,
  why: 'compacted',
  hash: '',
  ...more,
});
const lines = (...folds: Folds): string[] => {
  const about = { history, overview: '', window: 10_000, summary: 'What was said.', planning };
  return atOnce(overviewBlock(about, stateOf({ folds }))).block.split('\n');
};
const { folded } = planning.wording;

it('adjacent compactions are one line, with the first and the last of their files, and their messages', () => {
  const [one, two, three] = ['detail/a.md', 'detail/b.md', 'detail/c.md'];
  expect(lines(fold(0, 4, { path: one }))).toEqual([folded(0, 3, one), 'What was said.']);
  expect(lines(fold(0, 4, { path: one }), fold(4, 6, { path: two }), fold(6, 8, { path: three }))).toEqual([
    folded(0, 7, `${one} … ${three}, messages/0 … messages/7`),
    'What was said.',
  ]);
  expect(lines(fold(0, 2, { path: one }), fold(6, 8))).toEqual([
    folded(0, 1, one),
    folded(6, 7, undefined),
    'What was said.',
  ]);
  expect(lines(fold(0, 4, { path: one, parts: [0, 2] }))[0]).toBe(folded(0, 3, `${one}, messages/0 … messages/3`));
});

it('what the overview covers by itself has no line', () => {
  expect(lines(fold(0, 4, { why: 'overview-written' }))).toEqual(['What was said.']);
});
