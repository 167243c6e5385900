import { describe, expect, it } from 'vitest';
import { summaryOf, summaryTokens } from '../../../src/context/compaction/summary.ts';
import { atOnce } from '../../../src/context/steps.ts';
import { planningOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, user } from '../../support/messages/seen-messages.ts';

it.each([
  [1000, 200],
  [2700, 540],
  [4000, 540],
  [9000, 540],
  [10_000, 600],
  [13_334, 800],
  [128_000, 800],
])('in a window of %i tokens a summary may have %i', (window, tokens) => {
  expect(summaryTokens(window)).toBe(tokens);
});

describe('a summary', () => {
  const history = historyOf(
    user('Move src/harbour.ts to the new store. Keep order INV-2024-07 as it is.'),
    assistant('I decided to keep one row per message in src/rows.ts instead of one list.'),
    ...Array.from({ length: 40 }, (_, at) => [
      user(`And what of part ${at}, in src/part-${at}.ts?`),
      assistant(`Part ${at} must wait for TICKET-${1000 + at}.`),
    ]).flat(),
    user('Go on.'),
  );
  const planning = planningOf();
  const summary = (maxTokens: number): string =>
    atOnce(summaryOf({ history, ranges: [{ from: 0, to: 82 }], stubs: [], overview: '', maxTokens, planning }));
  const { said, names } = planning.wording.summary;

  it('is what was said under its heading, then the names under theirs', () => {
    const [, first, second] = new RegExp(`^${said}\n(- [^]*)\n${names}\n([^]*)$`).exec(summary(20_000)) ?? [];
    expect(first).toContain('- [0] user: Move src/harbour.ts to the new store.');
    expect(second).toContain('INV-2024-07');
  });

  it('is never longer than it may be', () => {
    for (let maxTokens = 0; maxTokens < 2_500; maxTokens += 7) {
      const { length } = summary(maxTokens);
      expect(length, `of ${maxTokens}`).toBeLessThanOrEqual(maxTokens);
    }
  });

  it('fills what both headings leave', () => {
    const long = historyOf(user('abcdefghijklmnopqrst'.repeat(20)), user());
    const maxTokens = said.length + names.length + 3 + 100;
    const text = atOnce(
      summaryOf({ history: long, ranges: [{ from: 0, to: 1 }], stubs: [], overview: '', maxTokens, planning }),
    );
    expect(text).toHaveLength(said.length + 1 + 100);
  });

  it('is empty where its headings alone would not fit', () => {
    expect(summary(said.length + names.length + 3)).toBe('');
  });
});
