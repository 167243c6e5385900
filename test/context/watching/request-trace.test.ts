// Trace of a request with calls that were repeated.
import { describe, expect, it } from 'vitest';
import { requestTrace } from '../../../src/context/watching/request-trace.ts';
import type { LedgerState } from '../../../src/context/view/ledger.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { inputOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, user } from '../../support/messages/seen-messages.ts';

const look = (id: string, at: string): NewMessage[] => [
  { role: 'assistant', text: '', calls: [{ id, name: 'look', arguments: at }] },
  { role: 'tool', text: '', results: [{ id, text: `seen at ${at}` }] },
];
const FOLD = { from: 1, to: 3, why: 'compacted', hash: '' } as const;
const STUB = { index: 4, callId: 'b', why: 'compacted', tokens: 9, shown: 0, hash: '' } as const;

const TWICE = [user(), look('a', 'one'), look('b', 'two'), user(), look('c', 'one'), look('d', 'two')];

/**
 * Counts repeated calls; by default calls at places one and two, whose results may be hidden, and then at both again.
 */
function again(ledger: Partial<LedgerState['ledger']>, messages = TWICE, newFrom = 5): number | undefined {
  const history = historyOf(...messages);
  const before = stateOf(ledger);
  const { again: made } = requestTrace({
    input: inputOf(history, before),
    before,
    after: before,
    entries: [],
    newFrom,
    cached: 0,
    epoch: undefined,
    corrected: (tokens) => tokens,
    count: (text) => text.length,
  });
  return made;
}

describe('a call is made again', () => {
  it('where the same one has a result that the request before hid, or showed as a stub', () => {
    expect(again({})).toBeUndefined();
    expect(again({ folds: [FOLD] })).toBe(1);
    expect(again({ stubs: [STUB] })).toBe(1);
    expect(again({ folds: [FOLD], stubs: [STUB] })).toBe(2);
  });

  it('as often as it comes in new messages, whatever they hold of its results', () => {
    const twice = [user(), look('a', 'one'), user(), look('b', 'one'), look('c', 'one'), assistant()];
    expect(again({ folds: [FOLD] }, twice, 4)).toBe(2);
    // The result of the second call is the first new message.
    expect(again({ folds: [FOLD] }, twice, 5)).toBe(1);
    // By then the result of the second call had been seen as well.
    expect(again({ folds: [FOLD] }, twice, 6)).toBeUndefined();
  });
});
