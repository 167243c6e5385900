// Which stored messages a list continues from, and whether the transcript must be searched for the rest.
import { describe, expect, it } from 'vitest';
import { closest, isEnd, type KeptBranch, nearest, withFound } from '../../../src/context/list/branches.ts';
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

  it('holds nothing that is stored where its system messages are those of the branch, all of them', () => {
    const headed: KeptList = { ...ONE, head: { count: 2, hash: 't', rows: [[0, 2]] } };
    const ends = (...head: readonly string[]): boolean => isEnd([branchOf(headed)], headed, { ...NEXT, head });
    expect(ends('s', 't')).toBe(true);
    expect([ends('t', 's'), ends('t'), ends('r', 's', 't'), ends()]).toEqual([false, false, false, false]);
    expect(isEnd([branchOf(ONE)], ONE, { ...NEXT, head: [] })).toBe(true);
  });
});

describe('the messages of a list that some branch knows', () => {
  const long: KeptList = { ...NOTHING_KEPT, count: 4, hashes: ['a', 'b', 'c', 'd'], rows: [[3, 4]] };
  const other: KeptList = {
    ...NOTHING_KEPT,
    count: 3,
    hashes: ['a', 'b', 'x'],
    rows: [
      [3, 2],
      [9, 1],
    ],
  };

  it('are those of the branch that shares most with it, cut back to them', () => {
    const known = nearest([branchOf(other), branchOf(long)], ['a', 'b', 'c', 'y']);
    expect(known).toMatchObject({ count: 3, hashes: ['a', 'b', 'c'], rows: [[3, 3]] });
    expect(nearest([branchOf(long), branchOf(other)], ['a', 'b', 'x', 'y'])).toBe(other);
    expect(nearest([branchOf(long)], ['a', 'y']), 'one message').toMatchObject({ count: 1, rows: [[3, 1]] });
  });

  it('of branches that share as many, are those of the first', () => {
    expect(nearest([branchOf(other), branchOf(long)], ['a', 'b', 'y'])).toMatchObject({ rows: [[3, 2]] });
  });

  it('are none where no branch has its first message', () => {
    expect(nearest([branchOf(long)], ['y'])).toBe(NOTHING_KEPT);
    expect(nearest([], ['a'])).toBe(NOTHING_KEPT);
  });

  it('are more where the transcript holds more', () => {
    const head = { count: 1, hash: 's', rows: [[0, 1]] } as KeptList['head'];
    const deeper = { head, body: { count: 3, rows: [[3, 3]], head } } as const;
    expect(withFound(ONE, { head: ['s'], body: ['b', 'c', 'y'] }, deeper)).toEqual({
      head,
      count: 3,
      rows: [[3, 3]],
      hashes: ['a', 'b', 'c'],
    });
    const none = { head, body: { count: 1, rows: [[3, 1]], head } } as const;
    expect(withFound(ONE, { head: undefined, body: ['b'] }, none)).toEqual(ONE);
  });
});

describe('the branch that a list goes on with', () => {
  const of = (name: string, revision: number, rows: KeptList['rows'], count: number): KeptBranch => ({
    branch: name,
    revision,
    forked: false,
    kept: { ...NOTHING_KEPT, count, rows },
  });
  const known: KeptList = { ...NOTHING_KEPT, count: 3, rows: [[3, 3]] };
  const choice = (...branches: readonly KeptBranch[]) => {
    const found = closest(branches, known);
    return found && [found.branch.branch, found.shared, found.isLeft];
  };

  it('shares most with it', () => {
    expect(choice(of('one', 9, [[3, 1]], 1), of('two', 1, [[3, 2]], 2))).toEqual(['two', 2, false]);
    expect(choice(of('two', 1, [[3, 2]], 2), of('one', 9, [[3, 1]], 1))).toEqual(['two', 2, false]);
  });

  it('is one that the list goes on from before one that it leaves', () => {
    const left = of(
      'left',
      9,
      [
        [3, 2],
        [8, 1],
      ],
      3,
    );
    const goesOn = of('goes on', 1, [[3, 2]], 2);
    expect(choice(left, goesOn)).toEqual(['goes on', 2, false]);
    expect(choice(goesOn, left)).toEqual(['goes on', 2, false]);
    expect(choice(left)).toEqual(['left', 2, true]);
  });

  it('is the one that was used last where all else is equal', () => {
    expect(choice(of('old', 1, [[3, 2]], 2), of('new', 2, [[3, 2]], 2))).toEqual(['new', 2, false]);
    expect(choice(of('new', 2, [[3, 2]], 2), of('old', 1, [[3, 2]], 2))).toEqual(['new', 2, false]);
  });

  it('is none that shares no message, unless it has none', () => {
    expect(choice(of('other', 1, [[7, 2]], 2))).toBeUndefined();
    expect(choice(of('empty', 1, [], 0))).toEqual(['empty', 0, false]);
  });
});
