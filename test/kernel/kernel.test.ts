// The edges of the kernel that random histories do not single out.
import { expect, test } from 'vitest';
import { createKernel, type Kernel, type KernelSettings, type RankQuery } from '../../src/kernel/kernel.ts';
import type { KernelExports } from '../../src/kernel/exports.ts';
import { columns, kernelModule, settings } from '../support/kernel-settings.ts';

const HOUR = 3_600_000;

function open(changes: Partial<KernelSettings> = {}): { kernel: Kernel; raw: KernelExports } {
  let raw: KernelExports | undefined;
  const kernel = createKernel(kernelModule, { ...settings, ...changes }, (exports) => (raw = exports));
  return { kernel, raw: raw as KernelExports };
}

function query(changes: Partial<RankQuery> = {}): RankQuery {
  return {
    terms: new Uint32Array(),
    limit: 10,
    now: 0,
    weights: { dense: 0.5, cosine: 0.35, keyword: 0.15 },
    decayFloor: 0.1,
    ...changes,
  };
}

const slotsOf = (hits: { slot: number }[]): number[] => hits.map((hit) => hit.slot);

test('0.3 is not low, 0.7 is protected, the fifth step is no longer recent', () => {
  const { kernel } = open();
  const classAt = (importance: number, step: number): number =>
    kernel.classOf(kernel.add(columns({ importance })), { now: 0, step });
  expect([0.29, 0.3, 0.69, 0.7].map((importance) => classAt(importance, 4))).toEqual([3, 5, 5, 8]);
  expect([0.29, 0.3, 0.69, 0.7].map((importance) => classAt(importance, 5))).toEqual([2, 4, 4, 7]);
});

test('older than 20 steps means 21, older than an hour means a millisecond more', () => {
  const { kernel } = open();
  const slot = kernel.add(columns());
  expect(kernel.classOf(slot, { now: HOUR, step: 20 })).toBe(4);
  expect(kernel.classOf(slot, { now: HOUR, step: 21 })).toBe(1);
  expect(kernel.classOf(slot, { now: HOUR + 1, step: 0 })).toBe(1);
  expect(kernel.expired(2 * HOUR)).toEqual([]);
  expect(kernel.expired(2 * HOUR + 1)).toEqual([slot]);
});

test('a newcomer can be its own victim, and asking leaves no trace of it', () => {
  const { kernel } = open();
  kernel.add(columns({ importance: 0.9 }));
  const request = { newcomers: [columns({ importance: 0.1 })], leaving: [], overItems: 1, overTokens: 0 };
  expect(kernel.victims({ now: 0, step: 0 }, request)).toEqual({
    victims: [{ slot: 0, newcomer: true, victimClass: 3, priority: 0.1 }],
    enough: true,
  });
  expect([kernel.slots, kernel.live]).toEqual([1, 1]);
  expect(kernel.add(columns())).toBe(1);
});

test('when only pinned items are left, the plan says that it is not enough', () => {
  const { kernel } = open();
  kernel.add(columns({ pinned: true }));
  kernel.add(columns());
  const request = { newcomers: [], leaving: [], overItems: 2, overTokens: 0 };
  const plan = kernel.victims({ now: 0, step: 0 }, request);
  expect(plan).toMatchObject({ victims: [{ slot: 1 }], enough: false });
});

test('without a floor below 1 nothing decays, and equal importances leave in order of arrival', () => {
  const { kernel } = open({ key: 'priority', decayFloor: 1, softMs: Infinity });
  for (const createdAt of [7 * HOUR, 3 * HOUR, 9 * HOUR]) kernel.add(columns({ createdAt }));
  const request = { newcomers: [], leaving: [], overItems: 3, overTokens: 0 };
  expect(slotsOf(kernel.victims({ now: 9 * HOUR, step: 0 }, request).victims)).toEqual([0, 1, 2]);
});

test('a vector without a direction or of another dimension is refused and changes nothing', () => {
  const { kernel } = open();
  const slot = kernel.add(columns());
  for (const floats of [[0, 0, 0], [1, NaN, 0], [Infinity, 0, 0], [-Infinity, 0, 0], []]) {
    expect(kernel.setVector(slot, Float32Array.from(floats))).toBe('no-direction');
  }
  expect(kernel.setVector(slot, Float32Array.of(3, 4))).toBe('stored');
  expect(kernel.setVector(slot, Float32Array.of(1, 2, 3))).toBe('other-dimension');
  expect(kernel.setVector(slot, Float32Array.of(0, NaN))).toBe('no-direction');
  const [hit] = kernel.rank(query({ vector: Float32Array.of(30, 40) }));
  expect(hit?.dense).toBeCloseTo(1, 6);
});

test('the largest and the smallest floats still have a direction', () => {
  const { kernel } = open();
  for (const float of [3.4e38, 1e-44]) kernel.setVector(kernel.add(columns()), Float32Array.of(float, float));
  const hits = kernel.rank(query({ vector: Float32Array.of(1, 1) }));
  expect(hits.map((hit) => hit.dense?.toFixed(6))).toEqual(['1.000000', '1.000000']);
});

test('a query vector that cannot be compared counts as absent, and alone finds nothing', () => {
  const { kernel } = open();
  const slot = kernel.add(columns());
  const terms = Uint32Array.of(1, 2);
  kernel.index(slot, terms);
  kernel.setVector(slot, Float32Array.of(1, 0));
  for (const vector of [Float32Array.of(0, 0), Float32Array.of(1, 0, 0)]) {
    expect(kernel.rank(query({ vector }))).toEqual([]);
    expect(kernel.rank(query({ vector, terms }))).toMatchObject([{ slot, keyword: 1, dense: undefined }]);
  }
});

test('an empty query ranks by importance and recency, ties newest first', () => {
  const { kernel } = open();
  for (const importance of [0.2, 0.9, 0.5, 0.5]) kernel.add(columns({ importance }));
  const hits = kernel.rank(query());
  expect(slotsOf(hits)).toEqual([1, 3, 2, 0]);
  expect(slotsOf(kernel.rank(query({ limit: 2 })))).toEqual([1, 3]);
  expect(hits[0]).toEqual({
    slot: 1,
    score: 0.8 + 0.4 * 0.9,
    relevance: 1,
    cosine: undefined,
    keyword: undefined,
    dense: undefined,
    decay: 1,
  });
});

test('terms that nobody holds, the ids 0 and 2³² − 1, and long texts are ordinary', () => {
  const { kernel } = open();
  const ids = Uint32Array.of(0, 0xffffffff);
  const slot = kernel.add(columns());
  kernel.index(
    slot,
    Uint32Array.from({ length: 100_000 }, (_, i) => ids[i % 2] as number),
  );
  const [hit] = kernel.rank(query({ terms: ids }));
  expect(hit).toMatchObject({ slot, keyword: 1, cosine: expect.closeTo(1, 12) });
  expect(kernel.rank(query({ terms: Uint32Array.of(7) }))).toEqual([]);
});

test('a mask that is too short excludes the rest, one that is too long harms nothing', () => {
  const { kernel } = open();
  for (let i = 0; i < 3; i++) kernel.add(columns());
  expect(slotsOf(kernel.rank(query({ allowed: Uint8Array.of(0, 1) })))).toEqual([1]);
  expect(slotsOf(kernel.rank(query({ allowed: new Uint8Array(500).fill(1) })))).toEqual([2, 1, 0]);
});

test('a limit of zero or less gives no hits, an infinite one gives all', () => {
  const { kernel } = open();
  for (let i = 0; i < 100; i++) kernel.add(columns());
  const count = (limit: number): number => kernel.rank(query({ limit })).length;
  expect([0, -1, 1, 99, 1e12, Infinity].map(count)).toEqual([0, 0, 1, 99, 100, 100]);
});

test('a slot that never was, or one that is dead, traps instead of touching foreign memory', () => {
  const { kernel } = open();
  kernel.add(columns());
  kernel.remove(0);
  for (const slot of [0, 1, -1, 1e9]) {
    expect(() => kernel.remove(slot)).toThrow(WebAssembly.RuntimeError);
    expect(() => kernel.setVector(slot, Float32Array.of(1))).toThrow(WebAssembly.RuntimeError);
  }
  expect(() => kernel.position(1)).toThrow(WebAssembly.RuntimeError);
});

test('memory stays as it is over ten thousand queries and victim plans', () => {
  const { kernel, raw } = open({ key: 'priority' });
  const vector = Float32Array.from({ length: 32 }, (_, i) => i - 9);
  for (let i = 0; i < 500; i++) {
    const slot = kernel.add(columns({ createdAt: i, importance: (i % 10) / 10 }));
    kernel.index(slot, Uint32Array.of(i % 7, i % 11, i % 13));
    kernel.setVector(slot, vector);
  }
  const ask = (i: number): void => {
    kernel.rank(query({ terms: Uint32Array.of(i % 7, i, 99), vector, now: 1_000 + i, limit: i % 20 }));
    const newcomers = [columns({ createdAt: i })];
    const request = { newcomers, leaving: [i % 500], overItems: 3, overTokens: 0 };
    kernel.victims({ now: 1_000 + i, step: i }, request);
  };
  ask(0);
  const before = raw.memory.buffer.byteLength;
  for (let i = 0; i < 10_000; i++) ask(i);
  expect(raw.memory.buffer.byteLength).toBe(before);
});

test('texts and vectors that come and go give their memory back', () => {
  const { kernel, raw } = open();
  const vector = Float32Array.from({ length: 384 }, (_, i) => i);
  const terms = Uint32Array.from({ length: 40 }, (_, i) => i);
  const slot = kernel.add(columns());
  const change = (i: number): void => {
    kernel.index(slot, terms.subarray(0, i % 40));
    kernel.setVector(slot, vector);
  };
  for (let i = 0; i < 40; i++) change(i);
  const before = raw.memory.buffer.byteLength;
  for (let i = 0; i < 20_000; i++) change(i);
  expect(raw.memory.buffer.byteLength).toBe(before);
});

test('an item that comes and goes leaves only its slot behind', () => {
  const { kernel, raw } = open({ key: 'priority' });
  const vector = Float32Array.from({ length: 384 }, (_, i) => i);
  for (let i = 0; i < 20_000; i++) {
    const slot = kernel.add(columns({ createdAt: i }));
    kernel.setVector(slot, vector);
    kernel.index(slot, Uint32Array.of(1, 2, 3, i % 50));
    kernel.remove(slot);
  }
  expect([kernel.slots, kernel.live]).toEqual([20_000, 0]);
  // four postings of 8 bytes among it; with its vector each item would hold 1,536 bytes more
  expect(raw.memory.buffer.byteLength / 20_000).toBeLessThan(600);
});

test('a call that a test lets fail fails in the kernel too', () => {
  const kernel = createKernel(kernelModule, settings, (exports) => ({
    ...exports,
    top() {
      throw new WebAssembly.RuntimeError('unreachable');
    },
  }));
  kernel.add(columns());
  const request = { newcomers: [], leaving: [], overItems: 1, overTokens: 0 };
  expect(() => kernel.victims({ now: 0, step: 0 }, request)).toThrow('unreachable');
});
