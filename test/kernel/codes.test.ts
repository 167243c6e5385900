// Search by codes among many vectors: the result must equal an exact scan.
import { expect, test } from 'vitest';
import type { Kernel, RankQuery } from '../../src/kernel/kernel.ts';
import { cosineOf, makeEmbeddings, type Kind } from '../support/kernel/embeddings.ts';
import { columns, openKernel, rankQuery, settings, slotsOf } from '../support/kernel/kernel-settings.ts';

/** Fewest vectors for which a query of few hits uses codes. */
const MANY = 1_024;
const LIMIT = 10;

function kernelWith(rows: readonly Float32Array[]): Kernel {
  const { kernel } = openKernel({ decay: { ...settings.decay, floor: 1 } });
  for (const row of rows) kernel.setVector(kernel.add(columns()), row);
  return kernel;
}

const cases: [Kind, number, number][] = [
  ['clustered', 6_000, 128],
  ['isotropic', 6_000, 128],
  ['clustered', 4_000, 384],
  ['isotropic', 4_000, 384],
];

test.each(cases)('of %s vectors, %d of %d numbers, the ten nearest are found', (kind, count, dimension) => {
  const { rows, queries } = makeEmbeddings(kind, count, 60, dimension);
  const kernel = kernelWith(rows);
  const recalls = queries.map((vector) => {
    const cosines = rows.map((row) => cosineOf(row, vector));
    const tenth = [...cosines].sort((one, other) => other - one)[LIMIT - 1] as number;
    const hits = kernel.rank(rankQuery({ vector }));
    expect(hits).toHaveLength(LIMIT);
    for (const { slot, cosine } of hits) expect(cosine).toBeCloseTo(cosines[slot] as number, 5);
    return hits.filter(({ cosine = 0 }) => cosine > tenth - 1e-6).length / LIMIT;
  });
  expect(Math.min(...recalls)).toBeGreaterThanOrEqual(0.9);
  expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(0.999);
});

test('scores and their order are the exact ones, to the last bit, by codes as without', () => {
  const { rows, queries } = makeEmbeddings('clustered', MANY, 40, 64);
  const kernel = kernelWith(rows);
  for (const vector of queries) {
    const query = rankQuery({ vector });
    const exact = kernel.rank({ ...query, limit: Infinity });
    expect(kernel.rank(query)).toEqual(exact.slice(0, LIMIT));
    expect(kernel.rank({ ...query, limit: MANY / 4 })).toEqual(exact.slice(0, MANY / 4));
    expect(kernel.rank({ ...query, limit: MANY / 4 - 1 })).toEqual(exact.slice(0, MANY / 4 - 1));
  }
});

test('what is found does not depend on where a vector lies', () => {
  const { rows, queries } = makeEmbeddings('isotropic', MANY + 300, 20, 32);
  const inOrder = kernelWith(rows);
  const { kernel: backwards } = openKernel({ decay: { ...settings.decay, floor: 1 } });
  for (const row of rows) backwards.setVector(backwards.add(columns()), row);
  backwards.dropVectors();
  for (let slot = rows.length - 1; slot >= 0; slot--) backwards.setVector(slot, rows[slot] as Float32Array);
  for (const vector of queries) {
    expect(backwards.rank(rankQuery({ vector }))).toEqual(inOrder.rank(rankQuery({ vector })));
  }
  // the last rows take the place of the first, which are as many as those that a scan looks at together, and one more
  for (let slot = 0; slot < 17; slot++) for (const kernel of [inOrder, backwards]) kernel.remove(slot);
  for (const vector of queries) {
    expect(backwards.rank(rankQuery({ vector }))).toEqual(inOrder.rank(rankQuery({ vector })));
  }
});

test('the best of thousands are the exact ones where many near ones are hidden, old or of no importance', () => {
  const { rows, queries } = makeEmbeddings('isotropic', 4_100, 20, 24);
  const { kernel } = openKernel({ decay: { ...settings.decay, floor: 0 } });
  rows.forEach((row, i) => {
    const createdAt = i % 5 ? 0 : 100_000_000 - i;
    kernel.setVector(kernel.add(columns({ createdAt, importance: (i % 11) / 10, forgotten: i % 3 === 0 })), row);
  });
  const allowed = Uint8Array.from(rows, (_, slot) => Number(slot % 90 === 1));
  for (const vector of queries) {
    const query = rankQuery({ vector, now: 100_000_000, decayFloor: 0 });
    const exact = kernel.rank({ ...query, limit: Infinity });
    expect(exact.length).toBeGreaterThan(1_000);
    expect(kernel.rank(query)).toEqual(exact.slice(0, LIMIT));
    const few = exact.filter(({ slot }) => allowed[slot]);
    expect(kernel.rank({ ...query, allowed })).toEqual(few.slice(0, LIMIT));
  }
});

test('among many vectors only what a query may see is found, however near the others are', () => {
  const { rows } = makeEmbeddings('isotropic', MANY + 500, 0, 16);
  const vector = rows[0] as Float32Array;
  const { kernel } = openKernel();
  const unseen = new Set<number>();
  for (const row of rows) {
    // one in seven may be seen
    const isHidden = kernel.slots % 7 > 0;
    const what = (kernel.slots % 3) as 0 | 1 | 2;
    const scope = isHidden ? ([1, 0, 3] as const)[what] : 0;
    const slot = kernel.add(columns({ createdAt: 1_500, forgotten: isHidden && what === 1, scope }));
    kernel.setVector(slot, row);
    if (isHidden) unseen.add(slot);
  }
  const query: RankQuery = rankQuery({ vector, now: 2_000, limit: 20 });
  const expected = rows
    .map((row, slot) => ({ slot, cosine: cosineOf(row, vector) }))
    .filter(({ slot, cosine }) => !unseen.has(slot) && cosine > 0)
    .sort((one, other) => other.cosine - one.cosine)
    .map(({ slot }) => slot);
  expect(slotsOf(kernel.rank(query))).toEqual(expected.slice(0, 20));
  const allowed = Uint8Array.from(rows, (_, slot) => slot % 2);
  expect(slotsOf(kernel.rank({ ...query, allowed }))).toEqual(expected.filter((slot) => slot % 2).slice(0, 20));
});

test('a text that shares words with the prompt keeps its place among many that are near by meaning', () => {
  const { rows, queries } = makeEmbeddings('clustered', MANY, 1, 32);
  const kernel = kernelWith(rows);
  const term = Uint32Array.of(4);
  const wordless = kernel.add(columns());
  kernel.index(wordless, term);
  const query = rankQuery({ terms: term, vector: queries[0], denseWeight: 1, limit: 5 });
  const [first, ...others] = kernel.rank(query);
  expect(first).toMatchObject({ slot: wordless, relevance: 0.5, cosine: undefined, dense: undefined });
  expect(others).toHaveLength(4);
  for (const { relevance, dense = 0 } of others) expect(relevance).toBe(dense / 2);
});

test('what is no nearer than the floor is not found, among many vectors too', () => {
  const { rows, queries } = makeEmbeddings('isotropic', MANY, 20, 64);
  const kernel = kernelWith(rows);
  for (const vector of queries) {
    const cosines = rows.map((row) => cosineOf(row, vector)).sort((one, other) => other - one);
    // Right below the third: codes alone could not tell on which side of it that one is.
    const denseFloor = (cosines[2] as number) - 1e-5;
    const hits = kernel.rank(rankQuery({ vector, denseFloor }));
    expect(hits).toHaveLength(3);
    hits.forEach(({ cosine = NaN, dense = NaN, relevance }, i) => {
      expect(cosine).toBeCloseTo(cosines[i] as number, 6);
      expect(dense).toBe((cosine - denseFloor) / (1 - denseFloor));
      expect(relevance).toBe(dense);
    });
  }
});
