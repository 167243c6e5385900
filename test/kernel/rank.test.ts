// Edge cases of a query and its answer that random histories do not reach; those of a text's place are in
// neighbours.test.ts.
import { describe, expect, it, test } from 'vitest';
import type { RankQuery, SlotScope } from '../../src/kernel/kernel.ts';
import { generator } from '../support/generator.ts';
import { columns, openKernel, rankQuery, settings, slotsOf, tell } from '../support/kernel/kernel-settings.ts';

/** Even, as whole words are; a pair of characters is odd. */
const [TEA, CAKE, TEA_CAKE] = [2, 4, 5];

test('a pair of characters scores but is no share of what was asked', () => {
  const { kernel } = openKernel();
  for (const terms of [[TEA, CAKE, TEA_CAKE], [TEA, CAKE], [TEA_CAKE]]) {
    kernel.index(kernel.add(columns({ session: kernel.slots })), Uint32Array.from(terms));
  }
  const hits = kernel.rank(rankQuery({ terms: Uint32Array.of(TEA, CAKE, TEA_CAKE) }));
  expect(hits.map(({ slot, matched }) => [slot, matched])).toEqual([
    [0, 1],
    [1, 1],
    [2, 0],
  ]);
  expect(kernel.rank(rankQuery({ terms: Uint32Array.of(TEA_CAKE) }))[0]).toMatchObject({ matched: 0, relevance: 1 });
});

test('from sixteen texts on, one word that is too small a share of the question is no match; two words are', () => {
  const { kernel } = openKernel();
  const question = rankQuery({ terms: Uint32Array.of(TEA, CAKE, TEA_CAKE, 6, 8), minimumMatch: 0.6 });
  tell(kernel, [{ word: TEA }, ...Array.from({ length: 14 }, () => ({}))]);
  expect(slotsOf(kernel.rank(question))).toEqual([0]);
  tell(kernel, [{}]);
  expect(kernel.rank(question)).toEqual([]);
  expect(slotsOf(kernel.rank({ ...question, minimumMatch: 0.2 }))).toEqual([0]);
  kernel.index(0, Uint32Array.of(TEA, TEA, TEA_CAKE));
  expect(kernel.rank(question)).toEqual([]);
  kernel.index(0, Uint32Array.of(TEA, CAKE));
  expect(slotsOf(kernel.rank(question))).toEqual([0]);
});

test('that the question names who said it counts as one of the two words', () => {
  const { kernel } = openKernel();
  tell(kernel, [{ word: TEA, speaker: 3 }, { speaker: 4 }, ...Array.from({ length: 14 }, () => ({}))]);
  const question = rankQuery({ terms: Uint32Array.of(TEA, 6, 8), minimumMatch: 0.6 });
  expect(slotsOf(kernel.rank({ ...question, speakers: [3] }))).toEqual([0]);
  expect(kernel.rank({ ...question, speakers: [4] })).toEqual([]);
  expect(kernel.rank({ ...question, speakers: [0] })).toEqual([]);
});

test('a text that holds every word of a question holds the whole of it, and is a match for any share', () => {
  const { kernel } = openKernel();
  const words = Array.from({ length: 40 }, (_, i) => 2 * i);
  // each word in a number of texts of its own, so that no two weigh the same and sums are rounded
  for (const word of words) kernel.index(kernel.add(columns()), Uint32Array.from(words.slice(word / 2)));
  for (let most = 1; most <= words.length; most++) {
    const query = rankQuery({ terms: Uint32Array.from(words.slice(-most)), minimumMatch: 1, limit: 1 });
    expect(kernel.rank(query)).toMatchObject([{ matched: 1 }]);
  }
});

test('whom the question names counts a fifth more, who only asks a fifth less, and repeats of a term nothing', () => {
  const { kernel } = openKernel();
  tell(kernel, [
    { word: TEA, session: 1, speaker: 1 },
    { word: TEA, session: 2, speaker: 2 },
    { word: TEA, session: 3, question: true },
    { word: TEA, session: 4, speaker: 2, question: true },
  ]);
  const query = rankQuery({ terms: Uint32Array.of(TEA, TEA), speakers: [2, 0] });
  const relevance = new Map(kernel.rank(query).map((hit) => [hit.slot, hit.relevance]));
  const expected = [1 / 1.2, 1, 0.8 / 1.2, 0.8];
  expected.forEach((factor, slot) => expect(relevance.get(slot)).toBeCloseTo(factor, 12));
});

test('a vector adds its weight to the words; a text that waits for one counts as one of another meaning', () => {
  const { kernel } = openKernel();
  tell(kernel, [
    { word: TEA, session: 1 },
    { word: TEA, session: 2 },
    { session: 3, group: 1 },
  ]);
  kernel.setVector(1, Float32Array.of(3, 4));
  kernel.setVector(2, Float32Array.of(1, 0));
  const query = rankQuery({ terms: Uint32Array.of(TEA), vector: Float32Array.of(1, 0) });
  const relevances = (denseWeight: number): [number, number][] =>
    kernel.rank({ ...query, denseWeight }).map(({ slot, relevance }) => [slot, Number(relevance.toFixed(6))]);
  expect(relevances(0)).toEqual([
    [1, 1],
    [0, 1],
  ]);
  expect(relevances(1)).toEqual([
    [1, 0.8],
    [2, 0.5],
    [0, 0.5],
  ]);
  expect(relevances(4)).toEqual([
    [2, 0.8],
    [1, 0.68],
    [0, 0.2],
  ]);
});

describe('where the floor is not known', () => {
  /** A unit vector of this cosine with `asked`. */
  const at = (cosine: number): Float32Array => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));
  const asked = Float32Array.of(1, 0);
  const withCosines = (cosines: readonly number[]) => {
    const { kernel } = openKernel();
    for (const cosine of cosines) kernel.setVector(kernel.add(columns()), at(cosine));
    return kernel;
  };
  const question = (denseContrast: number | undefined, rest: Partial<RankQuery> = {}) =>
    rankQuery({ vector: asked, denseFloor: 0.5, denseContrast, limit: 2000, ...rest });
  /** The median is 0.8, the lowest tenth 0.75. */
  const crowd = [0.75, 0.78, 0.8, 0.79, 0.77, 0.96, 0.81, 0.82];

  it('a text is found by meaning if it stands out among those that the question may see', () => {
    const kernel = withCosines(crowd);
    expect(slotsOf(kernel.rank(question(undefined)))).toHaveLength(8);
    const [hit, ...others] = kernel.rank(question(2));
    expect(others).toEqual([]);
    expect(hit?.slot).toBe(5);
    expect(hit?.dense).toBeCloseTo((0.96 - 0.9) / 0.1, 5);
    kernel.setFlags(0, { pinned: false, forgotten: true });
    expect(slotsOf(kernel.rank(question(2)))).toHaveLength(7);
    const allowed = Uint8Array.from(crowd, (_, slot) => (slot === 7 ? 0 : 1));
    kernel.setFlags(0, { pinned: false, forgotten: false });
    expect(slotsOf(kernel.rank(question(2, { allowed })))).toHaveLength(7);
  });

  it('what is measured raises the floor and never lowers it, and leaves something above it', () => {
    const kernel = withCosines(crowd.map((cosine) => cosine - 0.4));
    expect(slotsOf(kernel.rank(question(2)))).toEqual([5]);
    expect(kernel.rank(question(2))[0]?.dense).toBeCloseTo(0.06 / 0.5, 5);
    expect(kernel.rank(question(2, { denseFloor: 0.57 }))).toEqual([]);
    const alike = withCosines([0.1, 0.1, 0.1, 0.1, 0.9, 0.9, 0.9, 0.9, 1]);
    expect(slotsOf(alike.rank(question(2)))).toEqual([8]);
  });

  it('is told among many by a part of them, which is the same in whatever order they came', () => {
    const random = generator(7);
    const cosines = Array.from({ length: 5000 }, () => 0.6 + random() * 0.2);
    const found = [cosines, cosines.map((_, at) => cosines[4999 - at] as number)].map((order) => {
      const kernel = withCosines([...order, 0.99]);
      return kernel.rank(question(1, { limit: 1 }))[0]?.dense ?? NaN;
    });
    expect(found[0]).toBe(found[1]);
    // The median is 0.7, the lowest tenth 0.62.
    expect(found[0]).toBeCloseTo((0.99 - 0.78) / 0.22, 1);
  });
});

test('of equal scores the newer goes first, then items before files before messages, then the later slot', () => {
  const { kernel } = openKernel({ decay: { ...settings.decay, floor: 1 } });
  const scopes: SlotScope[] = [3, 2, 1, 0, 0];
  for (const createdAt of [5, 9]) for (const scope of scopes) kernel.add(columns({ createdAt, scope }));
  const hits = kernel.rank(rankQuery({ now: 9, scopes }));
  expect(slotsOf(hits)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
});

test('an empty query ranks by importance and recency, ties newest first', () => {
  const { kernel } = openKernel();
  for (const importance of [0.2, 0.9, 0.5, 0.5]) kernel.add(columns({ importance }));
  const hits = kernel.rank(rankQuery());
  expect(slotsOf(hits)).toEqual([1, 3, 2, 0]);
  expect(slotsOf(kernel.rank(rankQuery({ limit: 2 })))).toEqual([1, 3]);
  expect(hits[0]).toEqual({
    slot: 1,
    score: 0.8 + 0.4 * 0.9,
    relevance: 1,
    text: undefined,
    window: undefined,
    group: undefined,
    prior: undefined,
    matched: undefined,
    cosine: undefined,
    dense: undefined,
    decay: 1,
  });
});

test('terms that nobody holds, the ids 0 and 2³² − 1, and long texts are ordinary', () => {
  const { kernel } = openKernel();
  const ids = Uint32Array.of(0, 0xffffffff);
  const slot = kernel.add(columns());
  kernel.index(
    slot,
    Uint32Array.from({ length: 100_000 }, (_, i) => ids[i % 2] as number),
  );
  const [hit] = kernel.rank(rankQuery({ terms: ids }));
  expect(hit).toMatchObject({ slot, matched: 1, text: 1 });
  expect(kernel.rank(rankQuery({ terms: Uint32Array.of(7) }))).toEqual([]);
});

test('a mask that is too short excludes the rest, one that is too long harms nothing', () => {
  const { kernel } = openKernel();
  for (let i = 0; i < 3; i++) kernel.add(columns());
  expect(slotsOf(kernel.rank(rankQuery({ allowed: Uint8Array.of(0, 1) })))).toEqual([1]);
  expect(slotsOf(kernel.rank(rankQuery({ allowed: new Uint8Array(500).fill(1) })))).toEqual([2, 1, 0]);
});

test('a limit of zero or less gives no hits, an infinite one gives all', () => {
  const { kernel } = openKernel();
  for (let i = 0; i < 100; i++) kernel.add(columns());
  const count = (limit: number): number => kernel.rank(rankQuery({ limit })).length;
  expect([0, -1, 1, 99, 1e12, Infinity].map(count)).toEqual([0, 0, 1, 99, 100, 100]);
});

test('a time is no part of a question that names none, to the last bit', () => {
  const { kernel } = openKernel();
  const random = generator(7);
  for (let i = 0; i < 40; i++) {
    const terms = Array.from({ length: 6 }, () => 2 * Math.floor(random() * 20));
    kernel.index(kernel.add(columns({ createdAt: i, session: i % 3 })), Uint32Array.from(terms));
  }
  const question = rankQuery({ terms: Uint32Array.of(TEA, CAKE, 6) });
  const hits = kernel.rank(question);
  expect(hits.length).toBeGreaterThan(5);
  expect(kernel.rank({ ...question, timeWeight: 3 })).toEqual(hits);
  expect(kernel.rank({ ...question, timely: new Float32Array(40).fill(1), timeWeight: 0 })).toEqual(hits);
});

test('the holders of a term are the live texts of the scopes that hold it', () => {
  const { kernel } = openKernel();
  const told = ([0, 0, 2, 3] as const).map((scope) => kernel.add(columns({ scope })));
  for (const slot of told) kernel.index(slot, Uint32Array.of(TEA, TEA));
  expect([kernel.holders(TEA, [0]), kernel.holders(TEA, [0, 3]), kernel.holders(CAKE, [0])]).toEqual([2, 3, 0]);
  kernel.remove(told[0] as number);
  kernel.remove(told[2] as number);
  expect([kernel.holders(TEA, [0]), kernel.holders(TEA, [2])]).toEqual([1, 0]);
});
