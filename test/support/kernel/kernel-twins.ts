// Runs the kernel and its oracle on the same input: every recall must match the formulas, leave no trace, and be the
// same after a reload.
import { expect } from 'vitest';
import {
  createKernel,
  type Columns,
  type Flags,
  type RankedSlot,
  type Kernel,
  type KernelSettings,
  type RankQuery,
} from '../../../src/kernel/kernel.ts';
import { kernelModule } from './kernel-settings.ts';
import { ReferenceKernel } from './reference-kernel.ts';
import { byRank, referenceRank } from './reference-rank.ts';

const FIELDS = ['score', 'relevance', 'text', 'window', 'group', 'prior', 'cosine', 'dense', 'time', 'decay'] as const;
/** Error of sums in another order. */
const TOLERANCE = 1e-11;
/** Error of sums in single precision: cosines, and the share of a query that a text holds, which weighs its time. */
const SINGLE_TOLERANCE = 1e-6;
/** A floor stretches the values above it, and their rounding errors. */
const toleranceAbove = (floor: number): number => SINGLE_TOLERANCE / (1 - floor);

export class KernelTwins {
  readonly reference: ReferenceKernel;
  readonly #kernel: Kernel;
  readonly #texts = new Map<number, Uint32Array>();

  constructor(settings: KernelSettings) {
    this.#kernel = createKernel(kernelModule, settings);
    this.reference = new ReferenceKernel(settings);
  }

  add(columns: Columns): number {
    const slot = this.#kernel.add(columns);
    expect(this.reference.add(columns)).toBe(slot);
    return slot;
  }

  remove(slot: number): void {
    this.#kernel.remove(slot);
    this.reference.remove(slot);
  }

  setImportance(slot: number, importance: number): void {
    this.#kernel.setImportance(slot, importance);
    this.reference.item(slot).importance = importance;
  }

  setFlags(slot: number, flags: Flags): void {
    this.#kernel.setFlags(slot, flags);
    this.reference.setFlags(slot, flags);
  }

  index(slot: number, terms: Uint32Array): void {
    this.#texts.set(slot, terms);
    this.#kernel.index(slot, terms);
    this.reference.index(slot, terms);
  }

  setVector(slot: number, vector: Float32Array): void {
    expect(this.#kernel.setVector(slot, vector)).toBe('stored');
    this.reference.setVector(slot, vector);
  }

  dropVectors(): void {
    this.#kernel.dropVectors();
    this.reference.dropVectors();
  }

  /** Live slots of all scopes. */
  live(): number[] {
    return this.reference.items.flatMap(({ live }, slot) => (live ? [slot] : []));
  }

  /** Expects equal scores at every rank, the right fields for every slot, and the order that those scores demand. */
  ask(query: RankQuery): RankedSlot[] {
    const ofWords = query.timely ? SINGLE_TOLERANCE : TOLERANCE;
    const tolerance = query.vector ? toleranceAbove(query.denseFloor ?? 0) : ofWords;
    const hits = this.#kernel.rank(query);
    const expected = referenceRank(this.reference, query);
    const bySlot = new Map(expected.map((hit) => [hit.slot, hit]));
    const inOrder = byRank(this.reference);
    this.#expectSameVectors(query);
    expect(hits).toHaveLength(Math.min(query.limit, expected.length));
    hits.forEach((hit, i) => {
      const formula = bySlot.get(hit.slot);
      for (const field of FIELDS) expectClose(hit, formula, field, tolerance);
      expectClose(hit, formula, 'matched', SINGLE_TOLERANCE);
      expect(hit.matched ?? 0).toBeLessThanOrEqual(1);
      expectClose(hit, expected[i], 'score', tolerance);
      const next = hits[i + 1];
      if (next) expect(inOrder(hit, next), `slot ${hit.slot} before ${next.slot}`).toBeLessThan(0);
    });

    this.#kernel.rank({ ...query, vector: undefined, allowed: undefined, scopes: [0, 1, 2, 3], limit: 3 });
    expect(this.#kernel.rank(query), 'asked twice, with another question in between').toEqual(hits);
    if (query.vector && query.terms.length > 0) this.#expectWordsAlone(query);
    return hits;
  }

  /** Expects a new kernel, filled with the live items stream by stream, to give every answer the very same numbers. */
  reload(queries: readonly RankQuery[]): void {
    const { reference } = this;
    const latter = createKernel(kernelModule, reference.settings);
    const latterSlots = new Map<number, number>();
    const unindexed = this.live().filter((slot) => !reference.item(slot).terms);
    const [items, files, messages] = reference.streams;
    // Only the order within each stream matters.
    for (const slot of [...messages, ...items, ...files, ...unindexed]) {
      const item = reference.item(slot);
      const added = latter.add(item);
      latterSlots.set(slot, added);
      const terms = this.#texts.get(slot);
      if (terms) latter.index(added, terms);
      if (item.vector) latter.setVector(added, item.vector);
    }
    for (const query of queries) {
      const allowed = query.allowed && new Uint8Array(latter.slots);
      if (allowed) for (const [slot, added] of latterSlots) allowed[added] = query.allowed?.[slot] ?? 0;
      const timely = query.timely && new Float32Array(latter.slots);
      if (timely) for (const [slot, added] of latterSlots) timely[added] = query.timely?.[slot] ?? 0;
      const before = this.#kernel.rank({ ...query, limit: Infinity });
      const after = latter.rank({ ...query, allowed, timely, limit: Infinity });
      const bySlot = new Map(after.map((hit) => [hit.slot, hit]));
      expect(after).toHaveLength(before.length);
      for (const hit of before) {
        const slot = latterSlots.get(hit.slot);
        expect(bySlot.get(slot ?? NaN), `slot ${hit.slot} after a reload`).toEqual({ ...hit, slot });
      }
    }
  }

  /** Expects as many vectors, and among the findable slots the same ones with a vector. */
  #expectSameVectors({ now }: RankQuery): void {
    const stored = this.reference.items.flatMap(({ vector }) => vector ?? []);
    expect(this.#kernel.vectors).toBe(stored.length);
    const all: RankQuery = { terms: new Uint32Array(), now, decayFloor: 1, scopes: [0, 1, 2, 3], limit: Infinity };
    const owners = referenceRank(this.reference, all).filter(({ slot }) => this.reference.item(slot).vector);
    // A floor below every cosine includes every vector.
    const found = this.#kernel.rank({ ...all, vector: stored[0], denseFloor: -2 });
    if (stored[0]) expect(slotsOf(found)).toEqual(slotsOf(owners));
  }

  #expectWordsAlone(query: RankQuery): void {
    const withoutDense = (hits: RankedSlot[]): unknown => hits.map(({ cosine: _, dense: _too, ...hit }) => hit);
    expect(withoutDense(this.#kernel.rank({ ...query, denseWeight: 0 })), 'a vector of weight 0').toEqual(
      withoutDense(this.#kernel.rank({ ...query, vector: undefined })),
    );
  }
}

const slotsOf = (hits: readonly RankedSlot[]): number[] =>
  hits.map(({ slot }) => slot).sort((one, other) => one - other);

function expectClose(
  hit: RankedSlot,
  formula: RankedSlot | undefined,
  field: keyof RankedSlot,
  tolerance: number,
): void {
  const [actual, expected] = [hit[field], formula?.[field]];
  if (actual === undefined || expected === undefined) expect(actual, `${field} of slot ${hit.slot}`).toBe(expected);
  else expect(Math.abs(actual - expected), `${field} of slot ${hit.slot}`).toBeLessThanOrEqual(tolerance);
}
