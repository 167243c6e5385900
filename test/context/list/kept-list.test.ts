import { describe, expect, it } from 'vitest';
import { cutBack, keptOf, type KeptList, NOTHING_KEPT } from '../../../src/context/list/kept-list.ts';

/** Three messages in rows 4, 5 and 9; the hash of the first is unknown. */
const KEPT: KeptList = {
  ...NOTHING_KEPT,
  count: 3,
  hashes: ['b', 'c'],
  rows: [
    [4, 2],
    [9, 1],
  ],
};

describe('a kept list', () => {
  it('knows how many leading messages of another one it holds', () => {
    expect(keptOf(KEPT, ['a', 'b', 'c', 'd'])).toBe(3);
    expect(keptOf(KEPT, ['a', 'b', 'x'])).toBe(2);
    expect(keptOf(KEPT, ['a', 'b'])).toBe(2);
    expect(keptOf({ ...NOTHING_KEPT, count: 1, hashes: ['a'] }, ['a', 'x'])).toBe(1);
    expect(keptOf(KEPT, [])).toBe(0);
    expect(keptOf(NOTHING_KEPT, ['a'])).toBe(0);
  });

  it('knows none where it has lost their hashes', () => {
    expect(keptOf(KEPT, ['a', 'x'])).toBe(0);
    expect(keptOf(KEPT, ['x', 'y', 'z'])).toBe(0);
  });

  it('is cut back to a place, with the rows before it', () => {
    expect(cutBack(KEPT, { count: 2, hash: 'b' })).toMatchObject({ count: 2, rows: [[4, 2]] });
    expect(cutBack(KEPT, { count: 1, hash: 'a' })).toMatchObject({ count: 1, rows: [[4, 1]] });
    expect(cutBack(KEPT, { count: 3, hash: 'c' })).toBe(KEPT);
    expect(cutBack(KEPT, { count: 0, hash: '' })).toMatchObject({ count: 0, hashes: [], rows: [] });
    expect(cutBack(KEPT, { count: 2, hash: 'b' }).hashes).toEqual(['b']);
    expect(cutBack(KEPT, { count: 1, hash: 'a' }).hashes).toEqual(['a']);
  });
});
