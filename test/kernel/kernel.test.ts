// Edge cases of the kernel that random histories do not reach: evictions and memory. Those of recall are in
// rank.test.ts.
import { expect, test } from 'vitest';
import { createKernel } from '../../src/kernel/kernel.ts';
import { columns, kernelModule, openKernel, rankQuery, settings, slotsOf } from '../support/kernel/kernel-settings.ts';

const HOUR = 3_600_000;

test('0.3 is not low, 0.7 is protected, the fifth step is no longer recent', () => {
  const { kernel } = openKernel();
  const classAt = (importance: number, step: number): number =>
    kernel.classOf(kernel.add(columns({ importance })), { now: 0, step });
  expect([0.29, 0.3, 0.69, 0.7].map((importance) => classAt(importance, 4))).toEqual([3, 5, 5, 8]);
  expect([0.29, 0.3, 0.69, 0.7].map((importance) => classAt(importance, 5))).toEqual([2, 4, 4, 7]);
});

test('older than 20 steps means 21, older than an hour means a millisecond more', () => {
  const { kernel } = openKernel();
  const slot = kernel.add(columns());
  expect(kernel.classOf(slot, { now: HOUR, step: 20 })).toBe(4);
  expect(kernel.classOf(slot, { now: HOUR, step: 21 })).toBe(1);
  expect(kernel.classOf(slot, { now: HOUR + 1, step: 0 })).toBe(1);
});

test('what expires is expired a millisecond after its moment, unless it is pinned or has left the store', () => {
  const { kernel } = openKernel();
  const slot = kernel.add(columns({ expiresAt: 2 * HOUR }));
  kernel.add(columns({ expiresAt: 0, pinned: true }));
  kernel.add(columns({ expiresAt: 0, scope: 1 }));
  kernel.add(columns());
  expect(kernel.expired(2 * HOUR)).toEqual([]);
  expect(kernel.expired(2 * HOUR + 1)).toEqual([slot]);
  kernel.setExpiry(slot, 3 * HOUR);
  expect(kernel.expired(2 * HOUR + 1)).toEqual([]);
  expect(kernel.expired(3 * HOUR + 1)).toEqual([slot]);
  kernel.setExpiry(slot, Infinity);
  expect(kernel.expired(Number.MAX_VALUE)).toEqual([]);
});

test('an item in no slot is rated as one that stands in the store, and leaves no trace', () => {
  const { kernel } = openKernel({ key: 'priority' });
  const moment = { now: 7 * HOUR, step: 3 };
  for (const importance of [0, 0.1, 0.5, 0.9]) {
    for (const forgotten of [false, true]) {
      const item = columns({ importance, forgotten, createdAt: HOUR });
      const slot = kernel.add(item);
      const { slots } = kernel;
      const rated = { victimClass: kernel.classOf(slot, moment), priority: kernel.priority(slot, moment.now) };
      expect(kernel.rate(item, moment)).toEqual(rated);
      expect(kernel.slots).toBe(slots);
    }
  }
});

test('a newcomer can be its own victim, and asking leaves no trace of it', () => {
  const { kernel } = openKernel();
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
  const { kernel } = openKernel();
  kernel.add(columns({ pinned: true }));
  kernel.add(columns());
  const request = { newcomers: [], leaving: [], overItems: 2, overTokens: 0 };
  const plan = kernel.victims({ now: 0, step: 0 }, request);
  expect(plan).toMatchObject({ victims: [{ slot: 1 }], enough: false });
});

test('without a floor below 1 nothing decays, and equal importances leave in order of arrival', () => {
  const { kernel } = openKernel({ key: 'priority', decay: { ...settings.decay, floor: 1 }, softMs: Infinity });
  for (const createdAt of [7 * HOUR, 3 * HOUR, 9 * HOUR]) kernel.add(columns({ createdAt }));
  const request = { newcomers: [], leaving: [], overItems: 3, overTokens: 0 };
  expect(slotsOf(kernel.victims({ now: 9 * HOUR, step: 0 }, request).victims)).toEqual([0, 1, 2]);
});

test('an item that is yet to expire leaves by the floor once decay has reached it', () => {
  const { kernel } = openKernel({ key: 'priority', decay: { ...settings.decay, floor: 0.1 }, softMs: 1_000 * HOUR });
  kernel.add(columns({ importance: 0.6, createdAt: 0 }));
  kernel.add(columns({ importance: 0.5, createdAt: 100 * HOUR }));
  const request = { newcomers: [], leaving: [], overItems: 2, overTokens: 0 };
  const order = (now: number): number[] => slotsOf(kernel.victims({ now, step: 0 }, request).victims);
  expect(order(200 * HOUR), 'the older one has decayed for longer').toEqual([0, 1]);
  expect(order(400 * HOUR), 'both are on the floor').toEqual([1, 0]);
});

test('an item from the future is of age 0: it leaves by its importance, until its time has come', () => {
  const { kernel } = openKernel({ key: 'priority', softMs: Infinity });
  const year = 8_760 * HOUR;
  for (const [importance, createdAt] of [
    [0.5, year],
    [0.6, 0],
    [0.5, 0],
  ] as const)
    kernel.add(columns({ importance, createdAt }));
  const request = { newcomers: [], leaving: [], overItems: 3, overTokens: 0 };
  const order = (now: number): number[] => slotsOf(kernel.victims({ now, step: 0 }, request).victims);
  expect(order(0)).toEqual([0, 2, 1]);
  expect(order(30 * HOUR)).toEqual([2, 1, 0]);
  expect(order(year + HOUR)).toEqual([2, 1, 0]);
  expect(order(0), 'also after a step back').toEqual([0, 2, 1]);
});

test('a slot that never was, or one that is dead, traps instead of touching foreign memory', () => {
  const { kernel } = openKernel();
  kernel.add(columns());
  kernel.remove(0);
  for (const slot of [0, 1, -1, 1e9]) {
    expect(() => kernel.remove(slot)).toThrow(WebAssembly.RuntimeError);
    expect(() => kernel.setVector(slot, Float32Array.of(1))).toThrow(WebAssembly.RuntimeError);
  }
  expect(() => kernel.position(1)).toThrow(WebAssembly.RuntimeError);
});

test('memory stays as it is over ten thousand queries and victim plans', () => {
  const { kernel, raw } = openKernel({ key: 'priority' });
  const vector = Float32Array.from({ length: 32 }, (_, i) => i - 9);
  const text = (i: number): Uint32Array => Uint32Array.of(i % 7, i % 11, i % 13);
  for (let i = 0; i < 500; i++) {
    const slot = kernel.add(columns({ createdAt: i, importance: (i % 10) / 10, group: i % 60, speaker: i % 3 }));
    kernel.index(slot, text(i));
    kernel.setVector(slot, vector);
  }
  const ask = (i: number): void => {
    // a changed text makes the coherence gate of its stream stale
    if (i % 50 === 0) kernel.index(i % 500, text(i));
    const terms = Uint32Array.of(i % 7, i, 99);
    kernel.rank(rankQuery({ terms, vector, now: 1_000 + i, limit: i % 20, speakers: [i % 3] }));
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
  const { kernel, raw } = openKernel();
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
  const { kernel, raw } = openKernel({ key: 'priority' });
  const vector = Float32Array.from({ length: 384 }, (_, i) => i);
  for (let i = 0; i < 20_000; i++) {
    const slot = kernel.add(columns({ createdAt: i }));
    kernel.setVector(slot, vector);
    kernel.index(slot, Uint32Array.of(1, 2, 3, i % 50));
    kernel.remove(slot);
  }
  expect([kernel.slots, kernel.live]).toEqual([20_000, 0]);
  // four postings of 8 bytes among it; with its vector each item would hold 1,536 bytes more
  expect(raw.memory.buffer.byteLength / 20_000).toBeLessThan(1_000);
});

test('a call that a test lets fail fails in the kernel too', () => {
  const kernel = createKernel(kernelModule, settings, (exports) => ({
    ...exports,
    firstVictim() {
      throw new WebAssembly.RuntimeError('unreachable');
    },
  }));
  kernel.add(columns());
  const request = { newcomers: [], leaving: [], overItems: 1, overTokens: 0 };
  expect(() => kernel.victims({ now: 0, step: 0 }, request)).toThrow('unreachable');
});
