// Recall scores and their order against the reference kernel, on random stores and queries.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKernel, type Hit, type Kernel, type RankQuery, type Scope } from '../../src/kernel/kernel.ts';
import { columns, kernelModule, settings } from '../support/kernel-settings.ts';
import { ReferenceKernel } from '../support/reference-kernel.ts';

const DIMENSION = 19;
const NOW = 10_000_000;

/** Ids as a hash would give them, few enough that texts overlap. */
const term = fc.integer({ min: 0, max: 25 }).map((word) => (word * 0x9e3779b1) >>> 0);
const text = fc.array(term, { maxLength: 25, size: 'max' }).map((terms) => Uint32Array.from(terms));
const vector = fc
  .array(fc.integer({ min: -50, max: 50 }), { minLength: DIMENSION, maxLength: DIMENSION })
  .filter((floats) => floats.some((float) => float !== 0))
  .map((floats) => Float32Array.from(floats));

const item = fc.record(
  {
    importance: fc.constantFrom(0, 0.3, 0.5, 1),
    age: fc.integer({ min: 0, max: 90 }).map((steps) => steps * 100_000),
    pinned: fc.constantFrom(false, false, true),
    forgotten: fc.constantFrom(false, false, false, true),
    scope: fc.constantFrom<Scope>(0, 0, 1, 2, 3),
    text,
    vector,
    latterText: text,
    latterVector: vector,
    latterScope: fc.constantFrom<Scope>(0, 1, 2, 3),
    removed: fc.constantFrom(true, false, false),
  },
  { requiredKeys: ['importance', 'age', 'pinned', 'forgotten', 'scope'] },
);

const query = fc.record({
  terms: text,
  vector: fc.option(vector, { nil: undefined }),
  limit: fc.integer({ min: 0, max: 40 }),
  weights: fc.record({
    dense: fc.constantFrom(0, 0.5, 1),
    cosine: fc.constantFrom(0, 0.7),
    keyword: fc.constantFrom(0, 0.3),
  }),
  decayFloor: fc.constantFrom(0, 0.1, 0.8),
  scopes: fc.option(fc.subarray<Scope>([0, 1, 2, 3], { minLength: 1 }), { nil: undefined }),
  // shares that no sum of idf can meet exactly
  minimumMatch: fc.constantFrom(0, 0.1234567, 0.5432109),
  allowed: fc.option(
    fc.array(fc.constantFrom(0, 1, 1), { maxLength: 70, size: 'max' }).map((bytes) => Uint8Array.from(bytes)),
    { nil: undefined },
  ),
});

test('scores and their order are those of the formulas, also after removals and changed texts', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 60, size: 'max' }),
      fc.array(query, { minLength: 1, maxLength: 5 }),
      (items, queries) => {
        const kernel = createKernel(kernelModule, settings);
        const reference = new ReferenceKernel(settings);
        const both = [kernel, reference];
        for (const { age, text, vector, importance, pinned, forgotten, scope } of items) {
          const item = columns({ importance, pinned, forgotten, scope, createdAt: NOW - age });
          const slot = kernel.add(item);
          reference.add(item);
          for (const one of both) {
            if (text) one.index(slot, text);
            if (vector) one.setVector(slot, vector);
          }
        }
        items.forEach(({ latterText, latterVector, latterScope, removed, pinned, forgotten }, slot) => {
          for (const one of both) {
            if (latterText) one.index(slot, latterText);
            if (latterVector) one.setVector(slot, latterVector);
            if (latterScope !== undefined) one.setFlags(slot, { pinned, forgotten, scope: latterScope });
            if (removed) one.remove(slot);
          }
        });
        for (const query of queries) compare(kernel, reference, { ...query, now: NOW });
      },
    ),
    { seed: 20251121, numRuns: 500 },
  );
}, 60_000);

test('thousands of items, with growth and removals in between, score like the formulas', () => {
  const kernel = createKernel(kernelModule, { ...settings, hardMs: Infinity });
  const reference = new ReferenceKernel({ ...settings, hardMs: Infinity });
  const random = generator(42);
  const words = (count: number): Uint32Array =>
    Uint32Array.from({ length: count }, () => (Math.floor(random() ** 3 * 900) * 0x9e3779b1) >>> 0);
  const floats = (): Float32Array => Float32Array.from({ length: DIMENSION }, () => random() - 0.5);
  for (let i = 0; i < 4_000; i++) {
    const item = columns({ importance: random(), createdAt: Math.floor(random() * NOW) });
    const terms = words(5 + Math.floor(random() * 20));
    const vector = random() < 0.7 ? floats() : undefined;
    const slot = kernel.add(item);
    expect(reference.add(item)).toBe(slot);
    for (const one of [kernel, reference]) {
      one.index(slot, terms);
      if (vector) one.setVector(slot, vector);
    }
    const victim = Math.floor(random() * slot);
    if (i % 3 === 0 && reference.item(victim).live) {
      kernel.remove(victim);
      reference.remove(victim);
    }
    if (i % 800 !== 799) continue;
    const weights = { dense: 0.5, cosine: 0.35, keyword: 0.15 };
    const query = { now: NOW, weights, decayFloor: 0.1, limit: 50 };
    compare(kernel, reference, { ...query, terms: words(8) });
    compare(kernel, reference, { ...query, terms: words(8), vector: floats() });
    compare(kernel, reference, { ...query, terms: words(0), vector: floats(), limit: Infinity });
    compare(kernel, reference, { ...query, terms: words(0) });
  }
});

/** Equal scores at every rank, the right score for every slot, and the order that those scores demand. */
function compare(kernel: Kernel, reference: ReferenceKernel, query: RankQuery): void {
  const tolerance = query.vector ? 1e-6 : 1e-12;
  // a dense cosine this small may have either sign in single precision, and so be a hit or not
  const isCertain = (hit: Hit): boolean => hit.relevance > tolerance;
  const hits = kernel.rank(query).filter(isCertain);
  const expected = reference.rank(query).filter(isCertain);
  const bySlot = new Map(expected.map((hit) => [hit.slot, hit]));
  expect(hits).toHaveLength(Math.min(query.limit, expected.length));
  hits.forEach((hit, i) => {
    const formula = bySlot.get(hit.slot);
    for (const field of ['score', 'relevance', 'cosine', 'keyword', 'dense', 'decay'] as const) {
      expectClose(hit, formula, field, tolerance);
    }
    expectClose(hit, expected[i], 'score', tolerance);
    const next = hits[i + 1];
    if (next) expect(hit.score > next.score || (hit.score === next.score && hit.slot > next.slot)).toBe(true);
  });
}

function expectClose(hit: Hit, formula: Hit | undefined, field: keyof Hit, tolerance: number): void {
  const [actual, expected] = [hit[field], formula?.[field]];
  if (actual === undefined || expected === undefined) expect(actual, field).toBe(expected);
  else expect(Math.abs(actual - expected), `${field} of slot ${hit.slot}`).toBeLessThanOrEqual(tolerance);
}

/** mulberry32 */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
