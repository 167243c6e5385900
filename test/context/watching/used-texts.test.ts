// Whether an answer used a recalled text: by words that occur only there.
import { describe, expect, it } from 'vitest';
import type { AppendedNotes } from '../../../src/context/view/ledger.ts';
import { usedIn } from '../../../src/context/watching/used-texts.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { assistant, historyOf, step, user } from '../../support/messages/seen-messages.ts';

const QUESTION = user('When does the office close?');
const noteAt = (index: number, ...texts: readonly string[]): AppendedNotes => ({
  index,
  text: 'what was recalled',
  hash: '',
  recalled: {
    length: 17,
    at: 0,
    texts: texts.map((text, at) => ({ scope: 'items', id: `item-${at}`, text, by: '', time: 1 })),
  },
});
const used = (text: string, answer: string | NewMessage[], newFrom = 1): boolean | undefined =>
  usedIn(
    historyOf(QUESTION, typeof answer === 'string' ? assistant(answer) : answer, user('Thanks.')),
    [noteAt(0, text)],
    newFrom,
  )?.[0];

describe('a recalled text was used', () => {
  it.each([
    ['two words that only it had', 'The harbour office closes at noon.', 'At noon, the harbour is dead.', true],
    ['one of several', 'The harbour office closes at noon.', 'At the harbour, yes.', false],
    ['the only one it had', 'The office does close: noon.', 'At noon.', true],
    ['words of the question', 'The office does close at noon.', 'The office does close, when I know.', false],
    ['one with a digit', 'The harbour office closes at 12h in winter.', 'At 12h.', true],
    ['one too short to say much', 'The office: Ann, Bob, Eve.', 'Ann, Bob, Eve.', false],
    ['pairs of a script without spaces', '港口办公室周五中午关门', '周五中午', true],
    ['none of them', 'The harbour office closes at noon.', 'I cannot say.', false],
  ])('by %s: %s %s', (_, text, answer, isUsed) => {
    expect(used(text, answer)).toBe(isUsed);
  });

  it('by what the answer asks of a tool, not by what the tool answers', () => {
    const asked: NewMessage = {
      role: 'assistant',
      text: '',
      calls: [{ id: 'a', name: 'book', arguments: '{"place":"harbour","time":"noon"}' }],
    };
    const text = 'The harbour office closes at noon.';
    expect(used(text, [asked, { role: 'tool', text: '', results: [{ id: 'a', text: 'booked' }] }])).toBe(true);
    expect(used(text, step('a', 'the harbour, at noon'))).toBe(false);
  });
});

it('what stands in the message before the question is known as well', () => {
  const history = historyOf(
    assistant('The harbour is dead at noon.'),
    QUESTION,
    assistant('At noon, the harbour is dead.'),
    user('Thanks.'),
  );
  expect(usedIn(history, [noteAt(1, 'The harbour office closes at noon.')], 2)).toEqual([false]);
});

describe('it is told', () => {
  const history = historyOf(QUESTION, assistant('At noon, the harbour is dead.'), user('Thanks.'), assistant());
  const note = noteAt(0, 'The harbour office closes at noon.', 'Mill Street sells rye bread.');

  it('of each text of the note', () => {
    expect(usedIn(history, [note], 1)).toEqual([true, false]);
  });

  it('once, with the request that first holds the whole answer', () => {
    expect(usedIn(history, [note], 2)).toEqual([true, false]);
    expect(usedIn(history, [note], 3)).toBeUndefined();
    expect(usedIn(historyOf(QUESTION, assistant('At noon, the harbour is dead.')), [note], 1)).toBeUndefined();
  });

  it('of the newest note that was answered', () => {
    const later = noteAt(2, 'So they said.');
    expect(usedIn(history, [note, later], 1)).toBeUndefined();
    expect(usedIn(history, [note, noteAt(3, 'Not answered yet.')], 1)).toEqual([true, false]);
    expect(usedIn(history, [{ index: 0, text: 'a note of another kind', hash: '' }], 1)).toBeUndefined();
  });
});
