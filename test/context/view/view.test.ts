import { describe, expect, it } from 'vitest';
import type { Fold } from '../../../src/context/compaction/compaction.ts';
import type { History, SeenMessage } from '../../../src/context/view/history.ts';
import type { LedgerState, LedgerStub } from '../../../src/context/view/ledger.ts';
import {
  callOf,
  hiddenAt,
  hiddenFolds,
  resultOf,
  tokensOf,
  viewOf,
  visibleRanges,
  type ViewEntry,
} from '../../../src/context/view/view.ts';
import { stateOf } from '../../support/messages/planning-context.ts';
import { assistant, calls, historyOf, results, step, system, user } from '../../support/messages/seen-messages.ts';

const fold = (from: number, to: number, why: Fold['why'] = 'compacted') => ({ from, to, why, hash: '' });
const stub = (index: number, callId: string, path?: string): LedgerStub => ({
  index,
  callId,
  why: 'oversized',
  tokens: 100,
  shown: 0,
  hash: '',
  ...(path !== undefined && { path }),
});
const notice = ({ tokens, path }: LedgerStub): string => `${tokens} tokens in ${path}`;

const view = (history: History, state: LedgerState): ViewEntry[] =>
  viewOf(history, state, { notice, medium: ({ kind }, index) => `${kind} of ${index}`, stopped: 'Stopped.' });
/** `pin`, or the index of the message. */
const order = (entries: readonly ViewEntry[]): (string | number)[] =>
  entries.map((entry) => (entry.kind === 'pin' ? 'pin' : entry.index));

describe('what is hidden', () => {
  const history = historyOf(system(), user(), calls('a'), user(), system('Later.'), assistant(), user());

  it('are the folds and what no provider would take, in order, without what the ledger keeps beside', () => {
    const state = stateOf({ folds: [fold(4, 6), fold(1, 2, 'overview-written')] });
    expect(hiddenFolds(history, state)).toEqual([
      { from: 1, to: 2, why: 'overview-written' },
      { from: 2, to: 3, why: 'unsound' },
      { from: 4, to: 6, why: 'compacted' },
    ]);
  });

  it('is no system message, although it lies inside a fold', () => {
    expect([...hiddenAt(history, [{ from: 0, to: 6 }])]).toEqual([0, 1, 1, 1, 0, 1, 0]);
    expect(visibleRanges(history, [{ from: 0, to: 6 }])).toEqual([
      { from: 0, to: 1 },
      { from: 4, to: 5 },
      { from: 6, to: 7 },
    ]);
  });

  it('leaves everything visible where there is none', () => {
    expect(visibleRanges(history, [])).toEqual([{ from: 0, to: 7 }]);
  });
});

describe('the view', () => {
  it('shows the pin after the leading system messages', () => {
    expect(order(view(historyOf(system(), system(), user()), stateOf()))).toEqual([0, 1, 'pin', 2]);
    expect(order(view(historyOf(user(), assistant(), user()), stateOf()))).toEqual(['pin', 0, 1, 2]);
  });

  it('shows the pin there also when the messages behind it are hidden', () => {
    const history = historyOf(system(), user(), assistant(), user());
    expect(order(view(history, stateOf({ folds: [fold(1, 3)] })))).toEqual([0, 'pin', 3]);
    const headless = historyOf(user(), assistant(), user());
    expect(order(view(headless, stateOf({ folds: [fold(0, 2)] })))).toEqual(['pin', 2]);
  });

  it('shows no pin before there is one', () => {
    expect(order(view(historyOf(user()), { ...stateOf(), pin: undefined }))).toEqual([0]);
  });

  it('shows stubs in place of results, by message and call', () => {
    const history = historyOf(user(), calls('a', 'b'), results('a', 'b'), ...step('a'));
    const state: LedgerState = {
      ...stateOf({ stubs: [stub(2, 'b', 'archive/b.md'), stub(4, 'a')] }),
      stubTexts: [{ index: 4, callId: 'a', text: 'how it begins', hash: '' }],
    };
    const shown = view(history, state).flatMap((entry) => (entry.kind === 'message' ? [entry.results] : []));
    expect(shown).toEqual([
      [],
      [],
      [{ callId: 'b', text: '100 tokens in archive/b.md' }],
      [],
      [{ callId: 'a', text: 'how it begins' }],
    ]);
  });

  it('shows what rides with a message, and old messages without their reasoning', () => {
    const history = historyOf(user(), assistant(), user(), ...step('a'));
    const state = { ...stateOf({ reasoningFrom: 2 }), rides: [{ index: 2, text: 'ride', hash: '' }] };
    const shown = view(history, state).flatMap((entry) =>
      entry.kind === 'message' ? [[entry.notes, entry.withoutReasoning]] : [],
    );
    expect(shown).toEqual([
      [undefined, true],
      [undefined, true],
      ['ride', false],
      [undefined, false],
      [undefined, false],
    ]);
  });

  it('has a text for each medium of a message from which they are left out', () => {
    const medium = { kind: 'picture', tokens: 1500, nameTokens: 4 } as const;
    const history = historyOf(user(), user(), user(), user());
    const media = [[medium, { ...medium, kind: 'file' }], [{ ...medium, isFixed: true }], [medium], [medium]] as const;
    for (const [index, of] of media.entries()) Object.assign(history.messages[index] as object, { media: of });
    const state = stateOf({ mediaFrom: { index: 3, hash: '', spared: 2 } });
    const texts = view(history, state).map((entry) => (entry.kind === 'message' ? entry.media : 'pin'));
    expect(texts).toEqual(['pin', ['picture of 0', 'file of 0'], undefined, undefined, undefined]);
  });

  it('is counted with pin, stubs and rides, and without what they stand for', () => {
    const history = historyOf(user('12345'), calls('a'), results('a'));
    const count = (text: string): number => text.length;
    const plain = view(history, { ...stateOf(), pin: undefined });
    const whole = history.messages.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(tokensOf(plain, history, count)).toBe(whole);
    const state: LedgerState = {
      ...stateOf({ stubs: [stub(2, 'a')] }),
      rides: [{ index: 2, text: 'ride', hash: '' }],
      stubTexts: [{ index: 2, callId: 'a', text: 'stub', hash: '' }],
    };
    const expected = whole + 'pin'.length + 'ride'.length + 'stub'.length - 'result of a'.length;
    expect(tokensOf(view(history, state), history, count)).toBe(expected);
  });

  it('is counted with the texts in place of media, and without media of a result that is a stub', () => {
    const history = historyOf(user(), calls('a'), results('a'));
    const count = (text: string): number => text.length;
    const medium = { kind: 'picture', tokens: 1500, nameTokens: 4 } as const;
    for (const [index, media] of [
      [0, [medium, { ...medium, tokens: 700 }]],
      [2, [{ ...medium, callId: 'a', tokens: 900 }]],
    ] as const) {
      const message = history.messages[index] as SeenMessage;
      const tokens = media.reduce((sum, one) => sum + one.tokens + one.nameTokens, message.tokens);
      Object.assign(message, { media, tokens });
    }
    const whole = history.messages.reduce((sum, { tokens }) => sum + tokens, 0);
    const inPlace = 'picture of 0'.length - 4;
    const withoutMedia = stateOf({ mediaFrom: { index: 1, hash: '' } });
    const pin = 'pin'.length;
    expect(tokensOf(view(history, withoutMedia), history, count)).toBe(pin + whole + 2 * inPlace - 1500 - 700);
    const stubbed: LedgerState = {
      ...stateOf({ stubs: [stub(2, 'a')] }),
      stubTexts: [{ index: 2, callId: 'a', text: 'stub', hash: '' }],
    };
    expect(tokensOf(view(history, stubbed), history, count)).toBe(
      pin + whole + 'stub'.length - 'result of a'.length - 900,
    );
  });
});

describe('a result', () => {
  const history = historyOf(user(), ...step('a', 'first'), ...step('a', 'second'));

  it('is found by its message and its call', () => {
    expect(resultOf(history.messages[2], 'a')).toBe('first');
    expect(resultOf(history.messages[4], 'a')).toBe('second');
    expect(resultOf(history.messages[4], 'b')).toBe('');
    expect(resultOf(undefined, 'a')).toBe('');
  });

  it('answers the nearest call before it', () => {
    expect(callOf(history.messages, 4, 'a')).toBe(history.messages[3]?.calls?.[0]);
    expect(callOf(history.messages, 2, 'a')).toBe(history.messages[1]?.calls?.[0]);
    expect(callOf(history.messages, 4, 'b')).toBeUndefined();
  });
});
