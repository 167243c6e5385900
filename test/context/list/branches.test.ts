// Whether the rest of a list must be sought in the transcript.
import { describe, expect, it } from 'vitest';
import { isEnd, type KeptBranch } from '../../../src/context/list/branches.ts';
import { type KeptList, NOTHING_KEPT } from '../../../src/context/list/kept-list.ts';

const branchOf = (kept: KeptList): KeptBranch => ({ branch: 'main', revision: 1, forked: false, kept });
const ONE: KeptList = { ...NOTHING_KEPT, count: 1, hashes: ['a'], rows: [[3, 1]] };
const NEXT = { head: undefined, body: ['b'] };

describe('a list that goes on where its only branch ends', () => {
  it('holds nothing that is stored, from the second message on', () => {
    expect(isEnd([branchOf(ONE)], ONE, NEXT)).toBe(true);
  });

  it('may hold what is stored where the branch has no message yet', () => {
    expect(isEnd([branchOf(NOTHING_KEPT)], NOTHING_KEPT, NEXT)).toBe(false);
  });

  it('may hold what is stored where it is cut back, where there are others, and where one has forked', () => {
    const two: KeptList = { ...ONE, count: 2, hashes: ['a', 'b'], rows: [[3, 2]] };
    expect(isEnd([branchOf(two)], ONE, NEXT)).toBe(false);
    expect(isEnd([branchOf(ONE), branchOf(ONE)], ONE, NEXT)).toBe(false);
    expect(isEnd([{ ...branchOf(ONE), forked: true }], ONE, NEXT)).toBe(false);
    expect(isEnd([], ONE, NEXT)).toBe(false);
  });

  it('may hold another system prompt that is stored', () => {
    expect(isEnd([branchOf(ONE)], ONE, { ...NEXT, head: ['s'] })).toBe(false);
  });
});
