import { describe, expect, it } from 'vitest';
import {
  anchored,
  goesOn,
  type LedgerRow,
  ledgerRows,
  type LedgerState,
  NEW_LEDGER,
  readLedger,
  union,
} from '../../../src/context/view/ledger.ts';
import { stateOf } from '../../support/messages/planning-context.ts';
import { assistant, seen, step, system, user } from '../../support/messages/seen-messages.ts';

const EMPTY: LedgerState = { ledger: NEW_LEDGER, pin: undefined, rides: [], stubTexts: [] };

/** Rows as storage keeps them: later ones replace earlier ones, those without fields go. */
function stored(...batches: readonly (readonly LedgerRow[])[]): LedgerRow[] {
  const rows = new Map<string, object | undefined>();
  for (const { key, fields } of batches.flat()) rows.set(key, fields);
  return [...rows].flatMap(([key, fields]) => (fields ? [{ key, fields: structuredClone(fields) }] : []));
}

describe('the rows of a ledger', () => {
  const first: LedgerState = {
    ...stateOf({ revision: 1, count: 3 }),
    rides: [
      { index: 0, text: 'a', hash: '0' },
      { index: 12, text: 'b', hash: '1' },
    ],
    stubTexts: [{ index: 3, callId: 'x/y', text: 'stub', hash: '2' }],
  };

  it('give it back, with what rides in order', () => {
    expect(readLedger(stored(ledgerRows(EMPTY, first)))).toEqual(first);
    expect(readLedger(stored(ledgerRows(EMPTY, first)).sort((one, other) => (one.key < other.key ? 1 : -1)))).toEqual(
      first,
    );
    expect(readLedger([])).toEqual(EMPTY);
  });

  it('are written where they differ, and no others', () => {
    const next = {
      ...first,
      ledger: { ...first.ledger, revision: 2 },
      rides: [...first.rides, { index: 14, text: 'c', hash: '3' }],
    };
    expect(ledgerRows(first, next).map(({ key }) => key)).toEqual(['now', 'ride/000000014']);
    expect(ledgerRows(first, { ...first, pin: { text: 'new' } }).map(({ key }) => key)).toEqual(['now', 'pin']);
  });

  it('go when what they held is gone, and are replaced where something else stands there', () => {
    const next: LedgerState = { ...first, pin: undefined, rides: [{ index: 12, text: 'B', hash: '1' }], stubTexts: [] };
    expect(readLedger(stored(ledgerRows(EMPTY, first), ledgerRows(first, next)))).toEqual(next);
  });

  it('hold no words of the conversation in the row that outlives a hard forget', () => {
    const [now] = ledgerRows(EMPTY, first);
    expect(now?.key).toBe('now');
    const { ledger, ...others } = readLedger([{ key: 'now', fields: { ...now?.fields, reset: true } }]);
    expect(others).toEqual({ pin: undefined, rides: [], stubTexts: [] });
    expect(ledger).toEqual({ ...first.ledger, due: 'forgotten' });
  });
});

describe('what is anchored', () => {
  const list = seen([system(), user('a'), ...step('1'), assistant('b'), user('c'), user('d')]);
  const hashAt = (index: number): string => list[index]?.hash ?? '';
  const fold = (from: number, to: number) => ({ from, to, why: 'compacted' as const, hash: hashAt(to - 1) });
  const state: LedgerState = {
    ...stateOf({
      folds: [fold(1, 4), fold(1, 5)],
      stubs: [{ index: 3, callId: '1', why: 'oversized', tokens: 9, shown: 0, hash: hashAt(3) }],
    }),
    rides: [
      { index: 1, text: 'first', hash: hashAt(1) },
      { index: 5, text: 'second', hash: hashAt(5) },
    ],
    stubTexts: [{ index: 3, callId: '1', text: 'stub', hash: hashAt(3) }],
  };

  it('stands as long as the list goes on', () => {
    expect(anchored(state, list)).toEqual(state);
    expect(anchored(state, seen([...list, assistant(), user()]))).toEqual(state);
  });

  it('falls from the first changed message on', () => {
    const changed = anchored(state, seen([...list.slice(0, 4), assistant('B'), ...list.slice(5)]));
    expect(changed.ledger.folds).toEqual([fold(1, 4)]);
    expect(changed.ledger.stubs).toEqual(state.ledger.stubs);
    expect(changed.rides).toEqual([state.rides[0]]);
    const none = anchored(state, seen([system(), user('A'), ...list.slice(2)]));
    expect([none.ledger.folds, none.ledger.stubs, none.rides, none.stubTexts]).toEqual([[], [], [], []]);
    expect(none.pin).toEqual(state.pin);
  });

  it('does not hide the end of a list that was cut', () => {
    expect(anchored(state, list.slice(0, 5)).ledger.folds).toEqual([fold(1, 4)]);
    expect(anchored(state, list.slice(0, 4)).ledger.folds).toEqual([]);
  });

  it('does not fall with a system prompt of another text', () => {
    expect(anchored(state, seen([system('Be bold.'), ...list.slice(1)]))).toEqual(state);
  });
});

describe('a list', () => {
  it('goes on from what was seen while the newest message of it is where it was', () => {
    const list = seen([user('a'), assistant('b'), user('c')]);
    const { ledger } = stateOf({ count: 2, hash: list[1]?.hash ?? '' });
    expect(goesOn(ledger, list)).toBe(true);
    expect(goesOn(ledger, list.slice(0, 2))).toBe(true);
    expect(goesOn(ledger, list.slice(0, 1))).toBe(false);
    expect(goesOn(ledger, seen([user('A'), assistant('b'), user('c')]))).toBe(false);
    expect(goesOn(NEW_LEDGER, list)).toBe(true);
  });
});

describe('ranges', () => {
  it('join where they touch or overlap, in order', () => {
    expect(union([])).toEqual([]);
    expect(
      union([
        { from: 8, to: 9 },
        { from: 1, to: 3 },
        { from: 3, to: 5 },
        { from: 2, to: 4 },
      ]),
    ).toEqual([
      { from: 1, to: 5 },
      { from: 8, to: 9 },
    ]);
    expect(
      union([
        { from: 0, to: 9 },
        { from: 2, to: 3 },
      ]),
    ).toEqual([{ from: 0, to: 9 }]);
  });
});
