import { describe, expect, it } from 'vitest';
import * as hiding from '../../../src/context/hiding.ts';
import { cutLargeResults } from '../../../src/context/plan/large-results.ts';
import type { Draft } from '../../../src/context/plan/draft.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { inputOf, planningOf, stateOf, TEMPLATE } from '../../support/messages/planning-context.ts';
import { assistant, calls, historyOf, results, step, user } from '../../support/messages/seen-messages.ts';

type Messages = readonly (NewMessage | readonly NewMessage[])[];

/** Returns the draft after these messages arrived, without a pin. */
function arrive(
  messages: Messages,
  { window = 1000, newFrom = 0, canArchive = true, placement = 'epochs' as 'epochs' | 'literal' } = {},
): Draft {
  const history = historyOf(...messages);
  const state = { ...stateOf(), pin: undefined };
  const facts = {
    input: inputOf(history, state, { window, canArchive, request: { ...REQUEST, window } }),
    planning: planningOf({ placement }),
    hiding: () => hiding,
    isNew: true,
    isEdited: false,
    newFrom,
    phase: { phase: 1, reason: 'template' } as const,
    tokensAsReported: 1000,
  };
  const start = { state, overview: TEMPLATE, reason: undefined, archives: [], compaction: undefined };
  return cutLargeResults(facts, start);
}

const REQUEST = { id: 'request', tokensUsed: undefined, writable: true, compacts: true };

describe('a result', () => {
  // A quarter of the window; the user's message fills so much of it that none of them fits.
  const large = (more: number): string => 'x'.repeat(250 + more);
  const task = user('y'.repeat(600));

  it('that would force a fold enters as a stub with the path of the whole', () => {
    const { state, archives } = arrive([task, step('a', large(1))]);
    expect(state.ledger.stubs).toMatchObject([
      { index: 2, callId: 'a', why: 'oversized', tokens: 251, shown: 62, path: 'archive/result-2.md' },
    ]);
    expect(archives).toMatchObject([{ path: 'archive/result-2.md' }]);
    expect(archives[0]?.text).toContain(large(1));
    expect(state.stubTexts).toMatchObject([{ index: 2, callId: 'a' }]);
    expect(state.stubTexts[0]?.text).toContain('archive/result-2.md');
  });

  it('that fits enters whole, and so does a smaller one, or a message that is no result', () => {
    expect(arrive([user(), step('a', large(400))]).state.ledger.stubs).toEqual([]);
    expect(arrive([user('y'.repeat(300)), step('a', large(0)), step('b', large(0))]).state.ledger.stubs).toEqual([]);
  });

  it('shows a quarter of the limit as its excerpt, and in a large window no more than 1000 tokens', () => {
    const shownIn = (window: number): number | undefined =>
      arrive([user(), step('a', 'x'.repeat(window))], { window }).state.ledger.stubs[0]?.shown;
    expect(shownIn(8000)).toBe(500);
    expect(shownIn(16_000)).toBe(1000);
    expect(shownIn(128_000)).toBe(1000);
  });

  it('is cut only as far as it must be: the largest first', () => {
    const both: NewMessage = {
      role: 'tool',
      text: '',
      results: [
        { id: 'a', text: large(10) },
        { id: 'b', text: large(300) },
      ],
    };
    expect(arrive([user(), calls('a', 'b'), both]).state.ledger.stubs.map(({ callId }) => callId)).toEqual(['b']);
  });

  it('is never cut by itself with literal placement', () => {
    expect(arrive([task, step('a', large(900))], { placement: 'literal' }).state.ledger.stubs).toEqual([]);
  });

  it('is put away alone where others of its message are small', () => {
    const [one, other] = [calls('a', 'b'), results('a')];
    const both: NewMessage = { ...other, results: [...(other.results ?? []), { id: 'b', text: large(9) }] };
    expect(arrive([task, one, both]).state.ledger.stubs.map(({ callId }) => callId)).toEqual(['b']);
  });

  it('is put away when it comes, not later', () => {
    const messages: Messages = [task, step('a', large(1)), assistant(), user()];
    expect(arrive(messages, { newFrom: 3 }).state.ledger.stubs).toEqual([]);
  });

  it('that is a page of a file stays in that file, also when the tree has no room', () => {
    const page = `archive/result-2.md, revision 1, lines 3–4 of 9\n     3\t${large(0)}\n     4\tend`;
    const call: NewMessage = {
      role: 'assistant',
      text: '',
      calls: [{ id: 'a', name: 'wm_read', arguments: '{"path":"archive/result-2.md","fromLine":3}' }],
    };
    const messages: Messages = [task, call, { role: 'tool', text: '', results: [{ id: 'a', text: page }] }];
    for (const canArchive of [true, false]) {
      const { state, archives } = arrive(messages, { canArchive });
      expect(archives).toEqual([]);
      expect(state.ledger.stubs).toMatchObject([{ path: 'archive/result-2.md', lines: { first: 3, last: 4 } }]);
      expect(state.stubTexts[0]?.text).toMatch(
        /^This result of \d+ tokens was moved out of view\. Full text: archive\/result-2\.md, lines 3–4; read fewer/,
      );
    }
  });

  it('is told without a path when the tree has no room', () => {
    const { state, archives } = arrive([task, step('a', large(1))], { canArchive: false });
    expect(archives).toEqual([]);
    expect(state.ledger.stubs[0]).not.toHaveProperty('path');
  });
});
