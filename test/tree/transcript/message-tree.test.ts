import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageTree } from '../../../src/tree/transcript/message-tree.ts';
import { HEAD_MARK, placeIn, rowAt, type Runs, runsOf, sharedRows } from '../../../src/tree/transcript/rows-of-list.ts';
import { droppedMessage, type Message } from '../../../src/tree/transcript/transcript.ts';
import { treeBranches } from '../../../src/tree/transcript/tree-branches.ts';

const hashOf = (row: number): string => `hash of ${row}`;
const message = (index: number, after: number): Message => ({
  index,
  role: 'user',
  text: '',
  time: index,
  step: 0,
  source: 'user',
  trust: 2,
  hash: hashOf(index),
  ...(after !== index - 1 && { after }),
});

/** For each row, the previous row in its list; −1 for none. */
const trees = fc
  .array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 30 })
  .map((numbers) => numbers.map((number, row) => (number % 3 > 0 ? row - 1 : (number % (row + 1)) - 1)));

const treeOf = (parents: readonly number[]): MessageTree => {
  const tree = new MessageTree();
  parents.forEach((after, row) => tree.absorb(message(row, after)));
  return tree;
};

function listOf(parents: readonly number[], row: number): number[] {
  const list: number[] = [];
  for (let at = row; at >= 0; at = parents[at] as number) list.unshift(at);
  return list;
}

const rowsIn = (runs: Runs): number[] =>
  runs.flatMap(([first, count]) => Array.from({ length: count }, (_, offset) => first + offset));

describe('the tree of the transcript', () => {
  it('gives the list of every row, and finds it by the hashes, whatever follows', () => {
    fc.assert(
      fc.property(trees, (parents) => {
        const tree = treeOf(parents);
        for (const row of parents.keys()) {
          const list = listOf(parents, row);
          expect(rowsIn(tree.path(row).body)).toEqual(list);
          const body = [...list.map(hashOf), 'never said'];
          const { count, rows } = tree.known({ head: [], body: body.slice(1) }, 1).body;
          if (list.length > 1) expect([count, rowsIn(rows)]).toEqual([list.length, list]);
        }
      }),
    );
  });

  it('has every row in one branch, and a branch for every row that nothing follows', () => {
    fc.assert(
      fc.property(trees, (parents) => {
        const branches = treeBranches(treeOf(parents));
        const own = branches.flatMap(({ row, from, last, messages }) => {
          const list = listOf(parents, last);
          expect(list[from]).toBe(row);
          expect(list).toHaveLength(messages);
          return list.slice(from);
        });
        expect(own.sort((one, other) => one - other)).toEqual([...parents.keys()]);
        const ends = [...parents.keys()].filter((row) => !parents.includes(row));
        expect(branches.map(({ last }) => last).sort((one, other) => one - other)).toEqual(ends);
      }),
    );
  });

  it('keeps leading system messages apart: they are known by the last of them, and begin no branch', () => {
    const tree = new MessageTree();
    const heads = [`${HEAD_MARK}0`, `${HEAD_MARK}1`];
    for (const [index, hash] of heads.entries()) tree.absorb({ ...message(index, index - 1), role: 'system', hash });
    for (const index of [2, 3]) tree.absorb(message(index, index - 1));
    const head = { count: 2, hash: heads[1], rows: [[0, 2]] };
    expect(tree.known({ head: heads, body: [hashOf(2), hashOf(3)] })).toEqual({
      head,
      body: { count: 2, rows: [[2, 2]], head },
    });
    expect(treeBranches(tree).map(({ row, last }) => [row, last])).toEqual([[2, 3]]);
  });

  it('finds no message that was dropped, and one that changed by its new hash alone', () => {
    const tree = treeOf([-1, 0, 1]);
    tree.absorb(droppedMessage(2));
    expect(tree.known({ head: [], body: [0, 1, 2].map(hashOf) }).body).toMatchObject({ count: 2 });
    tree.absorb({ ...message(1, 0), hash: 'edited' });
    expect(tree.known({ head: [], body: [0, 1].map(hashOf) }).body).toMatchObject({ count: 1 });
    expect(tree.known({ head: [], body: [hashOf(0), 'edited'] }).body).toMatchObject({ count: 2, rows: [[0, 2]] });
    // The list was stored twice: one of them is left.
    tree.absorb({ ...message(3, 0), hash: 'edited' });
    tree.absorb(droppedMessage(3));
    expect(tree.known({ head: [], body: [hashOf(0), 'edited'] }).body).toMatchObject({ count: 2, rows: [[0, 2]] });
  });

  it('goes on over messages that were dropped', () => {
    const tree = treeOf([-1, 0, 1, 2, 1, 4]);
    for (const row of [0, 1]) tree.absorb(droppedMessage(row));
    expect(rowsIn(tree.path(5).body)).toEqual([0, 1, 4, 5]);
    expect(tree.known({ head: [], body: ['x', 'y', hashOf(4)] }).body).toMatchObject({ count: 3 });
  });
});

describe('lists as rows', () => {
  it('share as many leading rows as they have in common', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (parents, one, other) => {
        const [left, right] = [one, other].map((at) => listOf(parents, at % parents.length)) as [number[], number[]];
        let shared = 0;
        while (shared < left.length && left[shared] === right[shared]) shared++;
        expect(sharedRows(runsOf(left), runsOf(right))).toBe(shared);
        for (const [place, row] of left.entries()) expect(placeIn(runsOf(left), row)).toBe(place);
        for (const [place, row] of left.entries()) expect(rowAt(runsOf(left), place)).toBe(row);
        expect(placeIn(runsOf(left), parents.length)).toBeUndefined();
        expect(rowAt(runsOf(left), left.length)).toBeUndefined();
      }),
    );
  });
});
