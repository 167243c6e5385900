import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompactionSelection, Range } from '../../../src/context/compaction/compaction.ts';
import type { History } from '../../../src/context/view/history.ts';
import {
  selectionFor,
  type SelectionInput,
  selectionInput,
  selectionToFit,
} from '../../../src/context/compaction/selection.ts';
import { union } from '../../../src/context/view/ledger.ts';
import { hiddenAt, resultOf } from '../../../src/context/view/view.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { scripts } from '../../support/messages/message-script.ts';
import { planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, step, system, user } from '../../support/messages/seen-messages.ts';

/** A token for each character, as the messages are counted. */
function inputOf(history: History, others: Partial<SelectionInput> = {}): SelectionInput {
  const tokens = history.messages.reduce((sum, message) => sum + message.tokens, 0);
  const resultTokens = (index: number, callId: string): number => resultOf(history.messages[index], callId).length;
  const messageTokens = (index: number): number => history.messages[index]?.tokens ?? 0;
  return { history, hidden: [], stubs: [], tokens, resultTokens, messageTokens, ...others };
}

const hiddenIn = ({ hide }: CompactionSelection): string[] => union(hide).map(({ from, to }: Range) => `${from}-${to}`);
const stubbedIn = ({ stub }: CompactionSelection): number[] =>
  stub.map(({ index }) => index).sort((one, other) => one - other);

const conversation = (keepRecent: number) => ({ target: 'conversation', keepRecent }) as const;
const turn = (...inside: readonly NewMessage[][]): NewMessage[] => [
  user('Question?'),
  ...inside.flat(),
  assistant('Answer.'),
];
const LONG = 'x'.repeat(500);

describe('a compaction on request', () => {
  it('keeps the newest three turns, however little is to be kept', () => {
    const history = historyOf(turn(), turn(), turn(), turn(), turn(), user());
    for (const keepRecent of [0, 1, 3]) {
      expect(hiddenIn(selectionFor(inputOf(history), conversation(keepRecent)))).toEqual(['0-6']);
    }
  });

  it('hides nothing of three turns or fewer', () => {
    expect(selectionFor(inputOf(historyOf(turn(), turn(), user())), conversation(0))).toMatchObject({
      hide: [],
      stub: [],
    });
  });

  it('widens the newest messages to whole turns', () => {
    // Turns begin at 0, 2, 4, 6, 8, 10 and 12.
    const history = historyOf(turn(), turn(), turn(), turn(), turn(), turn(), user());
    const kept = (keepRecent: number): string[] => hiddenIn(selectionFor(inputOf(history), conversation(keepRecent)));
    expect(kept(5)).toEqual(['0-8']);
    expect(kept(6)).toEqual(['0-6']);
    expect(kept(7)).toEqual(['0-6']);
    expect(kept(8)).toEqual(['0-4']);
    expect(kept(1000)).toEqual([]);
  });

  it('keeps system messages in sight and the head out of the count', () => {
    const history = historyOf(system(), system(), turn(), turn(), turn(), user());
    expect(hiddenIn(selectionFor(inputOf(history), conversation(0)))).toEqual(['2-4']);
  });

  it('hides old groups of calls inside a long turn, but never its question and the newest five', () => {
    const steps = Array.from({ length: 8 }, (_, index) => step(`${index}`));
    const history = historyOf(user('The task.'), ...steps);
    expect(hiddenIn(selectionFor(inputOf(history), conversation(0)))).toEqual(['1-7']);
    expect(hiddenIn(selectionFor(inputOf(historyOf(user(), ...steps.slice(0, 5))), conversation(0)))).toEqual([]);
  });

  it('hides no group that reaches into the newest messages', () => {
    const steps = Array.from({ length: 8 }, (_, index) => step(`${index}`));
    const history = historyOf(user('The task.'), ...steps);
    // Messages 1–5 of 17 are old: the groups 1–3 and 3–5.
    expect(hiddenIn(selectionFor(inputOf(history), conversation(12)))).toEqual(['1-5']);
    expect(hiddenIn(selectionFor(inputOf(history), conversation(13)))).toEqual(['1-3']);
  });

  it('of tools leaves every message and puts away large results before the newest messages', () => {
    const history = historyOf(user(), step('a', LONG), step('b', 'short'), step('c', LONG), assistant(), user());
    const selection = selectionFor(inputOf(history), { target: 'tools', keepRecent: 0 });
    expect(selection.hide).toEqual([]);
    expect(stubbedIn(selection)).toEqual([2, 6]);
    expect(stubbedIn(selectionFor(inputOf(history), { target: 'tools', keepRecent: 3 }))).toEqual([2]);
    expect(selection.tokens).toBeLessThan(inputOf(history).tokens - 600);
  });

  it('puts away results of more than twice what a stub takes', () => {
    const sized = (size: number): number[] => {
      const history = historyOf(user(), step('a', 'x'.repeat(size)), turn(), turn(), turn(), user());
      return stubbedIn(selectionFor(inputOf(history), { target: 'tools', keepRecent: 1 }));
    };
    expect(sized(220)).toEqual([]);
    expect(sized(221)).toEqual([2]);
  });

  it('of all keeps the newest five groups whole', () => {
    const steps = Array.from({ length: 7 }, (_, index) => step(`${index}`, LONG));
    const history = historyOf(user(), ...steps, assistant(), user(), assistant(), user());
    const selection = selectionFor(inputOf(history), { target: 'all', keepRecent: 0 });
    expect(selection.hide).toEqual([]);
    expect(stubbedIn(selection)).toEqual([2, 4]);
  });

  it('does not hide or put away twice', () => {
    const history = historyOf(turn(step('a', LONG)), turn(), turn(), turn(step('b', LONG)), user());
    const first = selectionFor(inputOf(history), { target: 'all', keepRecent: 0 });
    expect(hiddenIn(first)).toEqual(['0-6']);
    const again = { hidden: first.hide, stubs: [{ index: 10, callId: 'b', shown: 60 }] };
    const second = selectionFor(inputOf(history, again), { target: 'tools', keepRecent: 0 });
    expect([second.hide, second.stub]).toEqual([[], []]);
    expect(selectionFor(inputOf(history, again), conversation(0)).hide).toEqual([]);
  });

  it('counts what a hidden message had in the view, also where it was a stub', () => {
    const history = historyOf(turn(step('a', LONG)), turn(), turn(), user());
    const stubs = [{ index: 2, callId: 'a', shown: 10 }];
    const whole = inputOf(history);
    const tokens = whole.tokens - LONG.length + 60;
    const selection = selectionFor({ ...whole, stubs, tokens }, conversation(0));
    const left = history.messages.slice(4).reduce((sum, message) => sum + message.tokens, 0);
    expect(selection.tokens).toBe(left);
  });
});

describe('making room', () => {
  const aims = (limit: number, goal = limit, half = limit) => ({ goal, half, limit });

  it('begins with the oldest turn and stops as soon as it fits', () => {
    const history = historyOf(turn(), turn(), turn(), turn(), turn(), user());
    const input = inputOf(history);
    const one = 'Question?Answer.'.length;
    expect(hiddenIn(selectionToFit(input, aims(input.tokens)))).toEqual([]);
    expect(hiddenIn(selectionToFit(input, aims(input.tokens - 1)))).toEqual(['0-2']);
    expect(hiddenIn(selectionToFit(input, aims(input.tokens - 2 * one)))).toEqual(['0-4']);
  });

  it('gives up all turns but the active one before it touches the newest groups', () => {
    const history = historyOf(turn(), turn(), user('The task.'), step('a'), step('b'));
    const selection = selectionToFit(inputOf(history), { goal: 0, half: 10_000, limit: 10_000 });
    expect(hiddenIn(selection)).toEqual(['0-4']);
  });

  it('gives up the fourth turn from the end first, then old groups of calls, then the third', () => {
    const steps = Array.from({ length: 7 }, (_, index) => step(`${index}`));
    const history = historyOf(turn(), turn(), turn(), user('The task.'), ...steps);
    const input = inputOf(history);
    const one = 'Question?Answer.'.length;
    const group = (history.messages[7]?.tokens ?? 0) + (history.messages[8]?.tokens ?? 0);
    const hidden = (saved: number): string[] => hiddenIn(selectionToFit(input, aims(input.tokens - saved)));
    expect(hidden(1)).toEqual(['0-2']);
    expect(hidden(one + 1)).toEqual(['0-2', '7-9']);
    expect(hidden(one + 2 * group)).toEqual(['0-2', '7-11']);
    expect(hidden(one + 2 * group + 1)).toEqual(['0-4', '7-11']);
  });

  it('folds inside the active turn, and its question stays', () => {
    const steps = Array.from({ length: 7 }, (_, index) => step(`${index}`));
    const history = historyOf(user('The task.'), ...steps);
    const hidden = (...each: Parameters<typeof aims>): string[] =>
      hiddenIn(selectionToFit(inputOf(history), aims(...each)));
    expect(hidden(10_000, 0, 10_000)).toEqual(['1-5']);
    // 26 tokens each: with three of them and the question there are 87.
    expect(hidden(10_000, 0, 100)).toEqual(['1-9']);
    expect(hidden(0)).toEqual(['1-13']);
  });

  it('puts away old results, then cuts the newest ones, the largest first', () => {
    const newest = [user('Go.'), ...step('a', LONG), ...step('b', LONG.repeat(4))];
    const input = inputOf(historyOf(newest));
    const little = selectionToFit(input, { goal: 10_000, half: 10_000, limit: input.tokens - 100 });
    expect(little.stub).toEqual([{ index: 2, callId: 'a', shown: 60 }]);
    const more = selectionToFit(input, { goal: 10_000, half: 10_000, limit: 1000 });
    expect(more.stub.find(({ callId }) => callId === 'b')).toEqual({
      index: 4,
      callId: 'b',
      shown: 1000 - more.tokens + (more.stub.find(({ callId }) => callId === 'b')?.shown ?? 0),
    });
    expect(more.tokens).toBeLessThanOrEqual(1000);
  });

  it('never hides the user’s newest message or the newest group, and never splits a group, whatever the aims', () => {
    const target = fc.constantFrom('conversation' as const, 'tools' as const, 'all' as const);
    fc.assert(
      fc.property(scripts, target, fc.nat(20), fc.nat(3000), (script, what, keepRecent, limit) => {
        const history = historyOf(script.map((entry) => ({ text: '', ...entry })));
        const { messages, segments, turns } = history;
        const input = inputOf(history);
        for (const selection of [
          selectionFor(input, { target: what, keepRecent }),
          selectionToFit(input, aims(limit, 0)),
        ]) {
          const marks = hiddenAt(history, selection.hide);
          expect(marks[turns.at(-1) ?? 0]).toBe(0);
          expect(marks.at(-1)).toBe(0);
          for (const { from, to } of segments) expect(new Set(marks.slice(from, to)).size).toBe(1);
          expect(selection.tokens).toBeLessThanOrEqual(input.tokens);
          // Only remaining tokens count.
          const left = messages.reduce((sum, message, index) => sum + (marks[index] === 1 ? 0 : message.tokens), 0);
          const cut = selection.stub.reduce((sum, { index, callId, shown }) => {
            return sum + input.resultTokens(index, callId) - shown - 50;
          }, 0);
          expect(selection.tokens).toBe(left - cut);
          expect(selection.stub.every(({ index }) => marks[index] === 0)).toBe(true);
        }
      }),
    );
  });
});

it('a result counts with its pictures, and with their notices where they are left out', () => {
  const history = historyOf(user(), step('a', 'seen'), user(), step('b', 'seen'));
  const medium = { kind: 'picture', tokens: 1000, nameTokens: 4 } as const;
  for (const [index, callId] of [
    [2, 'a'],
    [5, 'b'],
  ] as const)
    Object.assign(history.messages[index] as object, { media: [{ ...medium, callId }] });
  const input = selectionInput(history, stateOf({ mediaFrom: { index: 3, hash: '' } }), 0, planningOf());
  expect(input.resultTokens(5, 'b')).toBe('seen'.length + 1000);
  expect(input.resultTokens(2, 'a')).toBe('seen'.length + 24 - 4);
  expect(input.messageTokens(2)).toBe((history.messages[2]?.tokens ?? 0) - 1000 - 4 + 24);
});
