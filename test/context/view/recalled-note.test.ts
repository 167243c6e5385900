// Form of recalled texts in a prompt, and their selection for a note.
import { describe, expect, it } from 'vitest';
import { NOTHING_KEPT } from '../../../src/context/list/kept-list.ts';
import { type NoteFacts, recalledBlock, recalledNote } from '../../../src/context/view/recalled-note.ts';
import type { Recallable, RecalledText } from '../../../src/recall/recalled-text.ts';
import { SHARED } from '../../../src/tree/session-name.ts';
import { contextWording } from '../../support/messages/context-wording.ts';
import { NONCE, planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, user } from '../../support/messages/seen-messages.ts';

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 0, 5, 9);
const said = (text: string, time: number, more: Partial<RecalledText> = {}): RecalledText => ({
  scope: 'items',
  by: '',
  text,
  time,
  ...more,
});
const wording = contextWording('en');

/** The lines between the marks of the fence. */
const linesOf = (block: string): string[] =>
  block.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.slice(2)] : []));

describe('a block of recalled texts', () => {
  it('tells each day once, the oldest first', () => {
    const block = recalledBlock(
      [
        said('The harbour closes at noon.', MONDAY + DAY),
        said('Ann likes tea.', MONDAY),
        said('Bob has a dog.', MONDAY + 3_600_000, { by: 'user' }),
      ],
      NONCE,
      wording,
    );
    expect(block.startsWith(wording.recalled)).toBe(true);
    expect(block).toContain(NONCE);
    expect(linesOf(block)).toEqual([
      '[2026-01-05]',
      'Ann likes tea.',
      'user: Bob has a dog.',
      '[2026-01-06]',
      'The harbour closes at noon.',
    ]);
  });

  it('tells what is from elsewhere', () => {
    const block = recalledBlock(
      [
        said('One.', MONDAY, { session: SHARED, id: 'item-7' }),
        said('Two.', MONDAY, { session: SHARED, path: 'detail/a.md' }),
        said('Three.', MONDAY, { session: 'other', message: 4 }),
      ],
      NONCE,
      wording,
    );
    const { shared, conversation } = wording.elsewhere;
    expect(linesOf(block).slice(1)).toEqual(['(shared/item-7) One.', `(${shared}) Two.`, `(${conversation}) Three.`]);
  });
});

describe('a recalled note', () => {
  const recallable = (text: string, more: Partial<Recallable> = {}): Recallable => ({
    ...said(text, MONDAY),
    id: text,
    brief: `${text.slice(0, 6)}…`,
    score: 1,
    echoes: [],
    ...more,
  });
  const noteOf = (recallables: readonly Recallable[], facts: Partial<NoteFacts> = {}) =>
    recalledNote(
      {
        recallables,
        history: historyOf(user('When does the harbour close?')),
        kept: NOTHING_KEPT,
        state: stateOf(),
        outside: '',
        room: 10_000,
        ...facts,
      },
      planningOf(),
    )?.texts.map(({ text }) => text);

  it('holds at most five texts, in order of time', () => {
    const many = Array.from({ length: 7 }, (_, at) => recallable(`text ${at}`, { time: MONDAY - at * DAY }));
    expect(noteOf(many)).toEqual(['text 4', 'text 3', 'text 2', 'text 1', 'text 0']);
    expect(noteOf([])).toBeUndefined();
  });

  it('takes the short form of a text where the whole has no room, and none where that has none', () => {
    const long = recallable('x'.repeat(500), { id: 'l' });
    const note = recalledNote(
      {
        recallables: [recallable('short')],
        history: historyOf(user()),
        kept: NOTHING_KEPT,
        state: stateOf(),
        outside: '',
        room: 10_000,
      },
      planningOf(),
    );
    const { length = 0 } = note?.text ?? '';
    expect(noteOf([long], { room: length + 30 })).toEqual(['xxxxxx…']);
    expect(noteOf([long, recallable('short')], { room: length })).toEqual(['short']);
    expect(noteOf([recallable('short')], { room: length - 1 })).toBeUndefined();
  });

  it('leaves out what fits less than eight tenths of the best, but for what replaces a text that was told', () => {
    const best = recallable('best', { score: 2 });
    expect(noteOf([best, recallable('enough', { score: 1.6 }), recallable('poor', { score: 1.59 })])).toEqual([
      'best',
      'enough',
    ]);
    const told = {
      ...stateOf(),
      rides: [
        {
          index: 0,
          text: 'note',
          hash: '',
          recalled: { length: 4, at: 0, texts: [said('old', MONDAY, { id: 'old' })] },
        },
      ],
    };
    const newer = recallable('new', { score: 0.1, replaces: 'old' });
    expect(noteOf([best, newer], { state: told })).toEqual(['best', 'new']);
    expect(noteOf([best, newer])).toEqual(['best']);
  });

  it('leaves out what the request shows, what was told, and what says the same', () => {
    const history = historyOf(user('Ann likes tea.'), assistant('Good.'), user('What does Ann like?'));
    expect(noteOf([recallable('Ann likes tea.'), recallable('Ann has a dog.')], { history })).toEqual([
      'Ann has a dog.',
    ]);
    expect(noteOf([recallable('…likes tea…')], { history })).toBeUndefined();
    expect(noteOf([recallable('You are careful.')], { outside: 'You are careful.' })).toBeUndefined();
    expect(noteOf([recallable('same'), recallable('same', { id: 'other' })])).toEqual(['same']);
    expect(noteOf([recallable('one', { id: 'x' }), recallable('two', { id: 'x' })])).toEqual(['one']);
    expect(noteOf([recallable('one', { id: 'x' }), recallable('two', { id: 'x', session: 'other' })])).toEqual([
      'one',
      'two',
    ]);
  });
});
