// Recall among so many vectors that codes are scanned, against the formulas: visible slots, words beside vectors, texts
// without one, floors, and reused rows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RankQuery, SlotScope } from '../../src/kernel/kernel.ts';
import { generator } from '../support/generator.ts';
import { columns, settings } from '../support/kernel/kernel-settings.ts';
import { KernelTwins } from '../support/kernel/kernel-twins.ts';

const DIMENSION = 19;
const NOW = 100_000_000;
const MINUTE = 60_000;
/** Enough of them keep their vector. */
const SLOTS = 1_500;
const FEWEST_VECTORS = 1_024;
const WORDS = 300;

test('every field of every hit among many vectors is that of the formulas', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom('fifo', 'priority'), (seed, key) => {
      const random = generator(seed);
      const below = (end: number): number => Math.floor(random() * end);
      // one odd number: no two of them are at right angles
      const vector = (): Float32Array =>
        Float32Array.from({ length: DIMENSION }, (_, i) => below(50) * 2 - 50 + (i === 0 ? 1 : 0));
      const words = (most: number): Uint32Array =>
        Uint32Array.from({ length: below(most) }, () => (Math.floor(random() ** 2 * WORDS) * 0x9e3779b1) >>> 0);

      const twins = new KernelTwins({ ...settings, key });
      for (let i = 0; i < SLOTS; i++) {
        const item = columns({
          importance: random(),
          createdAt: NOW - below(130) * MINUTE,
          forgotten: random() < 0.1,
          scope: below(4) as SlotScope,
          session: below(3),
          group: below(40),
          speaker: below(3),
        });
        const slot = twins.add(item);
        if (random() < 0.5) twins.index(slot, words(12));
        if (random() < 0.9) twins.setVector(slot, vector());
        if (random() < 0.1) twins.remove(twins.live()[below(20)] ?? slot);
      }
      expect(twins.reference.items.filter((item) => item.vector).length).toBeGreaterThan(FEWEST_VECTORS);

      for (let i = 0; i < 6; i++) {
        const query: RankQuery = {
          terms: words(i % 2 ? 6 : 1),
          vector: vector(),
          limit: 1 + below(15),
          now: NOW,
          denseWeight: [0, 0.3, 1, 4][below(4)],
          denseFloor: [0, 0.2, 0.55][below(3)],
          decayFloor: [0, 0.8][below(2)] as number,
          minimumMatch: 0.1234567,
          scopes: ([0, 1, 2, 3] as const).filter((scope) => scope === 0 || random() < 0.5),
          allowed: random() < 0.5 ? Uint8Array.from({ length: SLOTS - 50 }, () => below(2)) : undefined,
          speakers: [1],
        };
        twins.ask(query);
      }
    }),
    { numRuns: 8 },
  );
}, 60_000);
