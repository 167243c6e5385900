// Items that a long tail drops, by number and by bytes.
import { describe, expect, it } from 'vitest';
import type { TailItem } from '../../src/items/item.ts';
import { longTailExcess, longTailOverflow, tailBytes } from '../../src/items/long-tail.ts';

const tailOf = (...ids: readonly string[]): ReadonlyMap<string, TailItem> =>
  new Map(ids.map((id) => [id, { id, text: 'x'.repeat(700) } as TailItem]));
const evicted = (id: string) => ({ type: 'item-evicted', id });
const touched = (id: string) => ({ type: 'item-touched', id });
const idsOf = (dropped: readonly { readonly id: string }[]): string[] => dropped.map(({ id }) => id);

describe('a long tail of too many items', () => {
  const overflow = (events: readonly { readonly type: string; readonly [field: string]: string }[], most: number) =>
    idsOf(longTailOverflow(tailOf('a', 'b', 'c'), events, most));

  it('drops the oldest, and none up to the limit', () => {
    expect(overflow([evicted('d')], 4)).toEqual([]);
    expect(overflow([evicted('d')], 3)).toEqual(['a']);
    expect(overflow([evicted('d'), { type: 'item-expired', id: 'e' }], 3)).toEqual(['a', 'b']);
  });

  it('drops of what enters the first, where the limit is smaller than that', () => {
    expect(overflow([evicted('d'), evicted('e'), evicted('f')], 2)).toEqual(['a', 'b', 'c', 'd']);
    expect(overflow([evicted('d'), evicted('e'), touched('d')], 1)).toEqual(['a', 'b', 'c']);
  });

  it('counts no item that comes back, is forgotten, or was replaced where it was already', () => {
    expect(overflow([touched('a'), evicted('d')], 3)).toEqual([]);
    const forgotten = { type: 'item-forgotten', id: 'b', mode: 'hard', place: 'tail' };
    expect(overflow([forgotten, evicted('d')], 3)).toEqual([]);
    expect(overflow([{ ...forgotten, mode: 'soft' }, evicted('d')], 3)).toEqual(['a']);
    expect(overflow([{ ...forgotten, id: 'd', place: 'items' }], 3)).toEqual([]);
    expect(overflow([{ type: 'item-replaced', id: 'c', place: 'tail' }], 3)).toEqual([]);
    expect(overflow([{ type: 'item-replaced', id: 'd', place: 'items' }], 3)).toEqual(['a']);
  });
});

describe('a long tail of too many bytes', () => {
  it('counts a row about as it is stored', () => {
    expect(tailBytes({ text: '' })).toBe(300);
    expect(tailBytes({ text: 'a\u007f' })).toBe(302);
    expect(tailBytes({ text: '\u0080\u07ff' })).toBe(304);
    expect(tailBytes({ text: '\u0800\ud7ff\ue000\uffff' })).toBe(312);
    expect(tailBytes({ text: '\u{10000}😀\u{10ffff}' })).toBe(312);
  });

  it('drops the oldest until a sixteenth of the limit is free, and none up to the limit', () => {
    const tail = tailOf('a', 'b', 'c', 'd');
    expect(longTailExcess(tail, 16_000, [], 16_000)).toEqual([]);
    expect(idsOf(longTailExcess(tail, 16_001, [], 16_000))).toEqual(['a', 'b']);
    expect(longTailExcess(tail, 16_001, [], 16_000)[0]).toEqual({ type: 'tail-dropped', id: 'a' });
    expect(idsOf(longTailExcess(tail, 17_000, [], 16_000)), '15,000 are left').toEqual(['a', 'b']);
    expect(idsOf(longTailExcess(tail, 17_001, [], 16_000))).toEqual(['a', 'b', 'c']);
  });

  it('leaves alone what these events move', () => {
    expect(idsOf(longTailExcess(tailOf('a', 'b', 'c'), 16_001, [touched('a')], 16_000))).toEqual(['b']);
  });
});
