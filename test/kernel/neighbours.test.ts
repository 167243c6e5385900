// Contributions of a text's place: its neighbours, its group, its stream, and whether they count at all.
import { expect, test } from 'vitest';
import type { Kernel, SlotScope } from '../../src/kernel/kernel.ts';
import { openKernel, rankQuery, slotsOf, tell } from '../support/kernel/kernel-settings.ts';

const MINUTE = 60_000;
const [TEA, CAKE] = [2, 4];

/** Texts of a conversation of its own: enough for neighbours to be found by each other's words. */
const TALK = 64;
function talk(kernel: Kernel, scope: SlotScope = 0): void {
  const talked = { scope, session: 99, group: 99 };
  tell(
    kernel,
    Array.from({ length: TALK }, (_, i) => ({ ...talked, word: 100 + 2 * Math.floor(i / 4) })),
  );
}

/** A kernel in which items stay for good, with the first `TALK` slots told. */
function talking(): Kernel {
  const { kernel } = openKernel();
  talk(kernel);
  return kernel;
}

/** Finds texts by one word; returns the index of each behind `TALK`, in order of arrival. */
function find(kernel: Kernel, word: number, ...scopes: SlotScope[]): number[] {
  const query = rankQuery({ terms: Uint32Array.of(word), now: 1_000 * MINUTE, limit: Infinity });
  const found = slotsOf(kernel.rank(scopes.length > 0 ? { ...query, scopes } : query));
  return found.map((slot) => slot - TALK).sort((one, other) => one - other);
}

test('a text is found by the words of two before and two after it', () => {
  const kernel = talking();
  tell(kernel, [{}, {}, {}, { word: TEA }, {}, {}, {}]);
  expect(find(kernel, TEA)).toEqual([1, 2, 3, 4, 5]);
});

test('a word of more than an eighth of the texts, and more than 64, says nothing of those around it', () => {
  const kernel = talking();
  tell(kernel, [...Array.from({ length: 64 }, () => ({ word: CAKE })), {}]);
  expect(find(kernel, CAKE)).toContain(64);
  tell(kernel, [{ word: CAKE }]);
  expect(find(kernel, CAKE)).toEqual([...Array(64).keys(), 65]);
  // an eighth of 520
  tell(
    kernel,
    Array.from({ length: 520 - kernel.slots }, () => ({})),
  );
  expect(find(kernel, CAKE)).toContain(64);
});

test.each([
  ['thirty minutes apart', [0, 30 * MINUTE], [0, 1]],
  ['a millisecond more apart', [0, 30 * MINUTE + 1], [0]],
  ['an hour apart, with one between', [0, 0, 60 * MINUTE], [0, 1, 2]],
  ['more than an hour apart, with one between', [0, 0, 60 * MINUTE + 1], [0, 1]],
  ['the earlier one told later', [30 * MINUTE, 0], [0, 1]],
])('neighbours are near in time: %s', (_, moments, found) => {
  const kernel = talking();
  const [first = 0, ...others] = moments;
  tell(kernel, [{ createdAt: first, word: TEA }, ...others.map((createdAt) => ({ createdAt }))]);
  expect(find(kernel, TEA)).toEqual(found);
});

test('neighbours are of the same conversation, and those of none are of one too', () => {
  const kernel = talking();
  tell(kernel, [{ word: TEA, session: 1 }, { session: 2 }, { session: 1 }]);
  tell(kernel, [{ word: CAKE }, {}]);
  expect(find(kernel, TEA)).toEqual([0, 2]);
  expect(find(kernel, CAKE)).toEqual([3, 4]);
});

test('when one leaves, those around it become neighbours', () => {
  const kernel = talking();
  tell(kernel, [{ word: TEA }, {}, {}, {}, {}]);
  kernel.remove(TALK + 1);
  expect(find(kernel, TEA)).toEqual([0, 2, 3]);
  kernel.remove(TALK);
  expect(find(kernel, TEA)).toEqual([]);
});

test('an item that left the store keeps its neighbours; messages and files have their own', () => {
  const kernel = talking();
  tell(kernel, [{ word: TEA }, { scope: 2 }, { scope: 3 }, { scope: 1 }, {}, { word: TEA, scope: 3 }]);
  talk(kernel, 3);
  expect(find(kernel, TEA, 0, 1, 2)).toEqual([0, 3, 4]);
  expect(find(kernel, TEA, 3)).toEqual([2, 5]);
});

test('a text that moves to another stream becomes the last one there', () => {
  const kernel = talking();
  tell(kernel, [{ scope: 0 }, { scope: 2 }, { word: TEA, scope: 2 }, { scope: 2 }]);
  talk(kernel, 2);
  kernel.setFlags(TALK, { pinned: false, forgotten: false, scope: 2 });
  expect(find(kernel, TEA, 2)).toEqual([1, 2, 3]);
  tell(kernel, [{ word: CAKE, scope: 2 }]);
  expect(find(kernel, CAKE, 2)).toEqual([0, 4 + TALK]);
});

test('what a query may not see lends no words to its neighbours or its group', () => {
  const kernel = talking();
  tell(kernel, [{ word: TEA, scope: 1 }, {}, { word: TEA, forgotten: true }]);
  expect(find(kernel, TEA)).toEqual([]);
  expect(find(kernel, TEA, 0, 1)).toEqual([0, 1]);
});

test('a group adds to what was found and finds nothing by itself', () => {
  const kernel = talking();
  tell(kernel, [
    { word: TEA, group: 1 },
    { session: 1, group: 1 },
  ]);
  const [hit, ...others] = kernel.rank(rankQuery({ terms: Uint32Array.of(TEA) }));
  expect(hit).toMatchObject({ slot: TALK, text: 1, window: 1, group: 1, relevance: 1 });
  expect(others).toEqual([]);
});

test('a group number in two streams is two groups, also when a text moves from one to the other', () => {
  const [{ kernel }, { kernel: apart }] = [openKernel(), openKernel()];
  tell(kernel, [{ word: TEA }, { word: CAKE }]);
  tell(kernel, [{ word: TEA, scope: 3 }, { scope: 3 }]);
  for (const slot of [0, 1]) kernel.setFlags(slot, { pinned: false, forgotten: false, scope: 3 });
  for (const slot of [2, 3]) kernel.remove(slot);
  tell(apart, [
    { word: TEA, scope: 3, group: 7 },
    { word: CAKE, scope: 3, group: 7 },
  ]);
  const query = rankQuery({ terms: Uint32Array.of(TEA), scopes: [3] });
  expect(kernel.rank(query)).toMatchObject([{ slot: 0, group: 1 }]);
  expect(kernel.rank(query)).toEqual(apart.rank(query));
});

test('neighbours count in a conversation and in files, not in a heap of notes', () => {
  const { kernel } = openKernel();
  for (const scope of [0, 2] as const) {
    tell(
      kernel,
      Array.from({ length: TALK }, (_, i) => (i === 7 ? { scope, word: TEA } : { scope })),
    );
  }
  const query = rankQuery({ terms: Uint32Array.of(TEA) });
  expect(slotsOf(kernel.rank(query))).toEqual([7]);
  const inDocuments = slotsOf(kernel.rank({ ...query, scopes: [2] })).map((slot) => slot - TALK);
  expect(inDocuments.sort()).toEqual([5, 6, 7, 8, 9]);
});

test('among fewer than 64 texts neighbours only lift what holds a word itself', () => {
  const { kernel } = openKernel();
  const scope = 2;
  tell(kernel, [{ scope }, { scope, word: TEA }, { scope, word: TEA }, { scope, session: 1, word: TEA }]);
  tell(
    kernel,
    Array.from({ length: 59 }, () => ({ scope, session: 2 })),
  );
  const query = rankQuery({ terms: Uint32Array.of(TEA), scopes: [scope] });
  expect(slotsOf(kernel.rank(query))).toEqual([2, 1, 3]);
  tell(kernel, [{ scope, session: 2 }]);
  expect(slotsOf(kernel.rank(query))).toEqual([2, 1, 3, 0]);
});

test('a vector of weight 0 brings in nothing that only shares its group with the words', () => {
  const kernel = talking();
  tell(kernel, [{ word: TEA, session: 1 }, { session: 2 }]);
  kernel.setVector(TALK + 1, Float32Array.of(1, 0));
  const query = rankQuery({ terms: Uint32Array.of(TEA), vector: Float32Array.of(1, 0) });
  expect(slotsOf(kernel.rank({ ...query, denseWeight: 0 }))).toEqual([TALK]);
  expect(slotsOf(kernel.rank({ ...query, denseWeight: 0.1 }))).toEqual([TALK, TALK + 1]);
});
