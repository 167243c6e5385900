// Vectors of items: what is stored of them, and how they answer a query.
import { expect, test } from 'vitest';
import { generator } from '../support/generator.ts';
import { columns, openKernel, rankQuery, slotsOf } from '../support/kernel/kernel-settings.ts';

test('a vector without a direction or of another dimension is refused and changes nothing', () => {
  const { kernel } = openKernel();
  const slot = kernel.add(columns());
  for (const floats of [[0, 0, 0], [1, NaN, 0], [Infinity, 0, 0], [-Infinity, 0, 0], []]) {
    expect(kernel.setVector(slot, Float32Array.from(floats))).toBe('no-direction');
  }
  expect(kernel.setVector(slot, Float32Array.of(3, 4))).toBe('stored');
  expect(kernel.setVector(slot, Float32Array.of(1, 2, 3))).toBe('other-dimension');
  expect(kernel.setVector(slot, Float32Array.of(0, NaN))).toBe('no-direction');
  const [hit] = kernel.rank(rankQuery({ vector: Float32Array.of(30, 40) }));
  expect(hit?.dense).toBeCloseTo(1, 6);
});

test('the largest and the smallest floats still have a direction', () => {
  const { kernel } = openKernel();
  for (const float of [3.4e38, 1e-44]) kernel.setVector(kernel.add(columns()), Float32Array.of(float, float));
  const hits = kernel.rank(rankQuery({ vector: Float32Array.of(1, 1) }));
  expect(hits.map((hit) => hit.dense?.toFixed(6))).toEqual(['1.000000', '1.000000']);
});

test('a query vector that cannot be compared counts as absent, and alone finds nothing', () => {
  const { kernel } = openKernel();
  const slot = kernel.add(columns());
  const terms = Uint32Array.of(1, 2);
  kernel.index(slot, terms);
  kernel.setVector(slot, Float32Array.of(1, 0));
  for (const vector of [Float32Array.of(0, 0), Float32Array.of(1, 0, 0)]) {
    expect(kernel.rank(rankQuery({ vector }))).toEqual([]);
    expect(kernel.rank(rankQuery({ vector, terms }))).toMatchObject([
      { slot, matched: 1, cosine: undefined, dense: undefined },
    ]);
  }
});

test('a hit has the cosine as it is, and what of it is above the floor', () => {
  const { kernel } = openKernel();
  for (const [x, y] of [
    [1, 0],
    [4, 3],
    [3, 4],
    [0, 1],
    [-1, 0],
  ]) {
    kernel.setVector(kernel.add(columns()), Float32Array.of(x as number, y as number));
  }
  const signals = (denseFloor?: number): [number, string, string][] =>
    kernel
      .rank(rankQuery({ vector: Float32Array.of(2, 0), denseFloor }))
      .map(({ slot, cosine, dense }) => [slot, cosine?.toFixed(6) ?? '', dense?.toFixed(6) ?? '']);
  expect(signals()).toEqual([
    [0, '1.000000', '1.000000'],
    [1, '0.800000', '0.800000'],
    [2, '0.600000', '0.600000'],
  ]);
  expect(signals(0.7)).toEqual([
    [0, '1.000000', '1.000000'],
    [1, '0.800000', '0.333333'],
  ]);
});

test('a cosine is summed up in one order, to the last bit, among however many others it is', () => {
  const dimension = 40;
  const random = generator(7);
  const vector = (): Float32Array => Float32Array.from({ length: dimension }, () => random() - 0.3);
  const { kernel } = openKernel();
  const rows: Float32Array[] = [];
  for (const count of [1, 2, 3, 5, 256, 259, 517, 1_030]) {
    while (rows.length < count) kernel.setVector(kernel.add(columns()), (rows[rows.length] = vector()));
    const query = vector();
    const hits = kernel.rank(rankQuery({ vector: query, limit: Infinity }));
    expect(hits.length).toBeGreaterThan(count / 2);
    for (const { slot, cosine } of hits) expect(cosine).toBe(inOneOrder(rows[slot] as Float32Array, query));
  }
});

/** Four sums, each of every fourth product, then two, and one: in double precision for lengths, then in single. */
function inOneOrder(one: Float32Array, other: Float32Array): number {
  const [left, right] = [one, other].map((vector) => {
    const squares = new Float64Array(4);
    vector.forEach((number, i) => (squares[i % 4] = (squares[i % 4] as number) + number * number));
    const [first, second, third, fourth] = squares as unknown as [number, number, number, number];
    const scale = 1 / Math.sqrt(first + third + (second + fourth));
    return vector.map((number) => number * scale);
  }) as [Float32Array, Float32Array];
  const sums = new Float32Array(4);
  left.forEach((number, i) => (sums[i % 4] = (sums[i % 4] as number) + Math.fround(number * (right[i] as number))));
  const added = (i: number, j: number): number => Math.fround((sums[i] as number) + (sums[j] as number));
  return Math.fround(added(0, 2) + added(1, 3));
}

test('what the words find keeps its cosine however low it is, and loses nothing by it but its share', () => {
  const { kernel } = openKernel();
  const slot = kernel.add(columns());
  const terms = Uint32Array.of(2);
  kernel.index(slot, terms);
  kernel.setVector(slot, Float32Array.of(-1, 0));
  const [hit] = kernel.rank(rankQuery({ terms, vector: Float32Array.of(1, 0), denseWeight: 1, denseFloor: 0.5 }));
  expect(hit).toMatchObject({ slot, relevance: 0.5, cosine: -1, dense: 0 });
});

test('a text that shares only its group with the prompt is found by its meaning alone, and by no more of it', () => {
  const { kernel } = openKernel();
  // so many that neighbours may find a text
  for (let i = 0; i < 80; i++)
    kernel.index(kernel.add(columns({ session: i, group: i })), Uint32Array.of(1_000 + 2 * i));
  const terms = Uint32Array.of(4);
  const said = kernel.add(columns({ session: 90, group: 90 }));
  kernel.index(said, terms);
  const [together, alone] = [90, 91].map((group) => {
    const slot = kernel.add(columns({ session: 100 + group, group }));
    kernel.index(slot, Uint32Array.of(2_000 + 2 * slot));
    kernel.setVector(slot, Float32Array.of(3, 4));
    return slot;
  });
  const hits = kernel.rank(rankQuery({ terms, vector: Float32Array.of(1, 0), denseWeight: 1 }));
  expect(slotsOf(hits)).toEqual([said, alone, together]);
  expect(hits[1]?.relevance).toBe(hits[2]?.relevance);
});

test('a kernel says who has a vector, and how many have one', () => {
  const { kernel } = openKernel();
  for (let i = 0; i < 4; i++) kernel.add(columns());
  const owners = (): number[] =>
    slotsOf(kernel.rank(rankQuery({ vector: Float32Array.of(1, 1), limit: Infinity }))).sort();
  expect([kernel.vectors, owners()]).toEqual([0, []]);
  for (const slot of [3, 1, 2]) kernel.setVector(slot, Float32Array.of(slot, 1));
  kernel.setVector(1, Float32Array.of(5, 5));
  expect([kernel.vectors, owners()]).toEqual([3, [1, 2, 3]]);
  kernel.remove(3);
  expect([kernel.vectors, owners()]).toEqual([2, [1, 2]]);
});

test('after all vectors are dropped the next may have another dimension, and nothing of the former ones is left', () => {
  const { kernel, raw } = openKernel();
  const slots = Array.from({ length: 1_200 }, () => kernel.add(columns()));
  const fill = (dimension: number): void => {
    for (const slot of slots) {
      const vector = Float32Array.from({ length: dimension }, (_, i) => ((slot * 31 + i * 17) % 29) - 14.5);
      expect(kernel.setVector(slot, vector)).toBe('stored');
    }
  };
  const ask = (dimension: number): number[] =>
    slotsOf(kernel.rank(rankQuery({ vector: new Float32Array(dimension).fill(1), limit: 3 })));
  kernel.dropVectors();
  fill(40);
  const found = ask(40);
  expect(found).toHaveLength(3);
  kernel.dropVectors();
  expect([kernel.vectors, ask(40)]).toEqual([0, []]);
  expect(kernel.setVector(0, new Float32Array())).toBe('no-direction');
  fill(9);
  expect(kernel.setVector(0, new Float32Array(40).fill(1))).toBe('other-dimension');
  expect([ask(40), ask(9)]).toEqual([[], expect.arrayContaining([expect.any(Number)])]);
  kernel.dropVectors();
  fill(40);
  expect(ask(40)).toEqual(found);

  const { byteLength } = raw.memory.buffer;
  for (let i = 0; i < 20; i++) {
    kernel.dropVectors();
    fill(i % 2 ? 40 : 9);
  }
  expect(raw.memory.buffer.byteLength).toBe(byteLength);
});
