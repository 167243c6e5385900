import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { isWorkingMemoryError } from '../../../src/errors.ts';
import { readHistory } from '../../../src/context/view/history.ts';
import { callOf } from '../../../src/context/view/view.ts';
import { scripts } from '../../support/messages/message-script.ts';
import {
  assistant,
  calls,
  historyOf,
  results,
  seen,
  step,
  system,
  user,
} from '../../support/messages/seen-messages.ts';

const ranges = (list: readonly { readonly from: number; readonly to: number }[]): string[] =>
  list.map(({ from, to }) => `${from}-${to}`);

/** The message of the refusal. */
function refusal(...messages: readonly (NewMessage | readonly NewMessage[])[]): string {
  try {
    historyOf(...messages);
  } catch (error) {
    if (isWorkingMemoryError(error, 'invalid-input')) return error.message;
    throw error;
  }
  return 'none';
}

describe('a history', () => {
  it('is cut into single messages and runs of calls with all their results', () => {
    const { head, segments, turns } = historyOf(system(), user(), step('a'), step('b'), assistant(), user());
    expect(head).toBe(1);
    expect(segments.map(({ kind, from, to }) => `${kind} ${from}-${to}`)).toEqual([
      'message 1-2',
      'calls 2-4',
      'calls 4-6',
      'message 6-7',
      'message 7-8',
    ]);
    expect(turns).toEqual([1, 7]);
  });

  it('keeps parallel calls together, in one message or in several, with results in any order', () => {
    const one = historyOf(user(), calls('a', 'b', 'c'), results('c'), results('a', 'b'));
    expect(ranges(one.segments)).toEqual(['0-1', '1-4']);
    const several = historyOf(user(), assistant('I look.'), calls('a'), calls('b'), results('b'), results('a'));
    expect(ranges(several.segments)).toEqual(['0-1', '1-6']);
    expect([...one.repairs, ...several.repairs]).toEqual([]);
  });

  it('begins a new run when the assistant goes on after a result', () => {
    const { segments } = historyOf(user(), step('a'), assistant('One more.'), step('b'));
    expect(ranges(segments)).toEqual(['0-1', '1-3', '3-6']);
  });

  it('knows leading system messages as the head and later ones as messages', () => {
    const { head, segments } = historyOf(system('a'), system('b'), user(), assistant(), system('c'), user());
    expect(head).toBe(2);
    expect(ranges(segments)).toEqual(['2-3', '3-4', '4-5', '5-6']);
  });

  it('begins its first turn after the head, also where the assistant speaks first', () => {
    expect(historyOf(system(), assistant('Hello!'), user(), assistant(), user()).turns).toEqual([1, 2, 4]);
    expect(historyOf(user(), user(), assistant(), user()).turns).toEqual([0, 1, 3]);
  });

  it('takes ids that are used again in a later turn', () => {
    const { segments, repairs } = historyOf(user(), step('0'), step('0'), assistant(), user(), step('0'));
    expect(repairs).toEqual([]);
    expect(ranges(segments)).toEqual(['0-1', '1-3', '3-5', '5-6', '6-7', '7-9']);
  });

  it('has no gap and no overlap, whatever the conversation', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const { messages, head, segments, turns, repairs, unsound } = historyOf(
          script.map((entry) => ({ text: '', ...entry })),
        );
        expect(repairs).toEqual([]);
        expect(unsound.size).toBe(0);
        expect(segments.flatMap(({ from, to }) => [from, to])).toEqual([
          head,
          ...segments.slice(1).flatMap(({ from }) => [from, from]),
          messages.length,
        ]);
        const starts = new Set(segments.map(({ from }) => from));
        expect(turns.every((start) => starts.has(start))).toBe(true);
        expect(turns[0]).toBe(head);
      }),
    );
  });
});

describe('an unsound history', () => {
  it('names a result without its call and leaves it out', () => {
    const { repairs, unsound, segments } = historyOf(user(), results('x'), assistant(), user());
    expect(repairs).toEqual([{ index: 1, what: 'orphan-result', callId: 'x' }]);
    expect([...unsound].map((index) => segments[index])).toEqual([{ from: 1, to: 2, kind: 'message' }]);
  });

  it('names a result of another call in a run, and leaves out the run', () => {
    const { repairs, unsound, segments } = historyOf(user(), calls('a'), results('a', 'x'), user());
    expect(repairs).toEqual([{ index: 2, what: 'orphan-result', callId: 'x' }]);
    expect(ranges([...unsound].flatMap((index) => segments[index] ?? []))).toEqual(['1-3']);
  });

  it('names the second result of one call', () => {
    const { repairs, unsound } = historyOf(user(), step('a'), results('a'), assistant(), user());
    expect(repairs).toEqual([{ index: 3, what: 'duplicate-result', callId: 'a' }]);
    expect(unsound.size).toBe(1);
  });

  it('names a call that is made twice before its result', () => {
    const { repairs, unsound } = historyOf(user(), calls('a', 'a'), results('a'), user());
    expect(repairs).toEqual([{ index: 1, what: 'duplicate-call', callId: 'a' }]);
    expect(unsound.size).toBe(1);
  });

  it('names a call without a result in the middle, also where others of its run are answered', () => {
    const { repairs, unsound, segments } = historyOf(user(), calls('a', 'b'), results('b'), user('Stop.'));
    expect(repairs).toEqual([{ index: 1, what: 'unanswered-call', callId: 'a' }]);
    expect(ranges([...unsound].flatMap((index) => segments[index] ?? []))).toEqual(['1-3']);
    expect(historyOf(user(), calls('a'), user('Stop.')).repairs).toHaveLength(1);
  });

  it('takes a result that comes after other words for one without its call', () => {
    const { repairs } = historyOf(user(), calls('a'), user('Wait.'), results('a'), assistant(), user());
    expect(repairs).toEqual([
      { index: 1, what: 'unanswered-call', callId: 'a' },
      { index: 3, what: 'orphan-result', callId: 'a' },
    ]);
  });
});

describe('calls that have their name for an id', () => {
  const named: NewMessage = {
    role: 'assistant',
    text: '',
    calls: ['a.ts', 'b.ts'].map((path) => ({ id: 'read', name: 'read', arguments: path })),
  };
  const answer = results('read');

  it('are answered in their order', () => {
    const { repairs, segments, messages } = historyOf(user(), named, answer, answer, user());
    expect(repairs).toEqual([]);
    expect(ranges(segments)).toEqual(['0-1', '1-4', '4-5']);
    expect([2, 3].map((index) => callOf(messages, index, 'read')?.arguments)).toEqual(['a.ts', 'b.ts']);
  });

  it('are one step in several messages as well', () => {
    expect(historyOf(user(), named, named, answer, answer, answer, answer).repairs).toEqual([]);
  });

  it('have no third result, and no second one alone where the user stopped the first', () => {
    expect(historyOf(user(), named, answer, answer, answer, user()).repairs).toEqual([
      { index: 4, what: 'duplicate-result', callId: 'read' },
    ]);
    const { repairs, unsound } = readHistory(seen([user(), named, answer, user()]), () => true);
    expect(repairs).toEqual([{ index: 1, what: 'unanswered-call', callId: 'read' }]);
    // An answer stands before the results: it would be taken for that of the other call.
    expect(unsound.size).toBe(1);
    expect(refusal(user(), named, answer)).toContain('no result for read');
  });
});

it('takes words of the model between a call and its result for a part of the step', () => {
  const { repairs, segments } = historyOf(user(), calls('a'), assistant('I look.'), results('a'), user());
  expect(repairs).toEqual([]);
  expect(ranges(segments)).toEqual(['0-1', '1-4', '4-5']);
});

describe('a call that somebody has to approve', () => {
  const approval: NewMessage = { role: 'tool', text: '[tool-approval-response, 6 bytes, 1c2f]' };

  it('is answered by the result behind the approval, in one segment', () => {
    for (const end of [[], [user()]]) {
      const { repairs, stopped, segments } = historyOf(user(), calls('a'), approval, results('a'), ...end);
      expect(repairs).toEqual([]);
      expect(stopped.size).toBe(0);
      expect(ranges(segments).slice(0, 2)).toEqual(['0-1', '1-4']);
    }
  });

  it('is not repaired while it is the newest step, and takes no note', () => {
    const { repairs, stopped, unsound, isPending } = historyOf(user(), calls('a', 'b'), results('b'), approval);
    expect(repairs).toEqual([]);
    expect([stopped.size, unsound.size, isPending]).toEqual([0, 0, true]);
    const beside = { ...results('b'), text: approval.text };
    expect(historyOf(user(), calls('a', 'b'), beside).isPending).toBe(true);
    expect(historyOf(user(), calls('a'), approval, results('a')).isPending).toBe(false);
  });

  it('has no result where the user goes on before it ran', () => {
    const { repairs } = historyOf(user(), calls('a'), approval, user('Never mind.'));
    expect(repairs).toEqual([{ index: 1, what: 'unanswered-call', callId: 'a' }]);
  });
});

describe('a list that cannot be sent', () => {
  it('is refused with what is wrong: empty, nothing but system messages, no user', () => {
    expect(refusal()).toContain('at least one message other than system messages; got 0 messages');
    expect(refusal(system(), system())).toContain('got 2 messages');
    expect(refusal(system(), step('a'))).toContain('a list with a user message');
    expect(refusal(user())).toBe('none');
  });

  it('is none that ends with the assistant, who may go on', () => {
    expect(refusal(user(), assistant())).toBe('none');
    expect(refusal(user(), step('a'), assistant())).toBe('none');
  });

  it('is refused when it ends with a call that has no result, by the ids', () => {
    expect(refusal(user(), calls('a', 'b'))).toContain('no result for a, b');
    expect(refusal(user(), calls('a', 'b'), results('a'))).toContain('no result for b');
  });

  it('is refused when its newest results answer nobody, for the model would not see them', () => {
    expect(refusal(user(), results('x'))).toContain('results without their calls');
    expect(refusal(user(), step('a'), results('x'))).toContain('results without their calls');
    expect(refusal(user(), step('a'), results('a'))).toContain('results without their calls');
    expect(refusal(user(), calls('a', 'a'), results('a'))).not.toBe('none');
  });

  it('says that nothing was changed, and which argument it is about', () => {
    expect(refusal(user(), calls('a'))).toMatch(/^messages must be .* Nothing was changed\.$/);
    expect(seen([user()])).toHaveLength(1);
  });
});

describe('messages that are no longer kept', () => {
  /** Returns what is hidden of a list in which these messages are notices. */
  const dropped = (gone: readonly number[], ...messages: readonly (NewMessage | readonly NewMessage[])[]): string[] => {
    const list = seen(messages.flat()).map((one, at) => (gone.includes(at) ? { ...one, isDropped: true } : one));
    const { segments, dropped: indexes } = readHistory(list);
    return ranges(segments.filter((_, index) => indexes.has(index)));
  };

  it('take the rest of their turn with them, so that the list begins with the user', () => {
    expect(dropped([0], user(), assistant(), step('a'), user(), assistant())).toEqual(['0-1', '1-4']);
    expect(dropped([1, 2], system(), user(), user(), assistant(), user())).toEqual(['1-2', '2-3', '3-4']);
    expect(dropped([0, 1], user(), user(), user(), assistant())).toEqual(['0-1', '1-2']);
  });

  it('go alone in the middle of a list, and where the assistant began it', () => {
    expect(dropped([2], user(), assistant(), user(), assistant(), user())).toEqual(['2-3']);
    expect(dropped([1], assistant(), user(), assistant(), user())).toEqual(['1-2']);
  });

  it('are told where no words of the user are left, for the newest step must stay', () => {
    expect(dropped([0, 1], user(), user(), step('a'))).toEqual(['0-1']);
    expect(dropped([0, 2], user(), assistant(), user(), step('a'))).toEqual(['0-1', '1-2']);
  });
});
