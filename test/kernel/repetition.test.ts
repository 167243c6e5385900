// Effect of repetitive texts on length and neighbours.
import { expect, test } from 'vitest';
import type { Kernel } from '../../src/kernel/kernel.ts';
import { columns, openKernel, rankQuery } from '../support/kernel/kernel-settings.ts';

const TEA = 2;
/** Number of texts at which their mean length is meaningful. */
const TEXTS = 64;

/** Far-away notes of six words, each word said so often; then a short and a long text, which both hold TEA once. */
function told({ repeats, turns = 0, texts = TEXTS }: { repeats: number; turns?: number; texts?: number }): Kernel {
  const { kernel } = openKernel();
  const tell = (terms: readonly number[], turn = false): void => {
    const slot = kernel.add(columns({ session: kernel.slots + 1, turn }));
    kernel.index(slot, Uint32Array.from(terms));
  };
  const words = (first: number, count: number): number[] =>
    Array.from({ length: count * repeats }, (_, i) => 1_000 * first + 2 * (i % count));
  for (let text = 1; text <= texts; text++) tell(words(text, 6), text <= turns);
  tell([TEA, ...words(texts + 1, 3)]);
  tell([TEA, ...words(texts + 2, 30)]);
  return kernel;
}

/** Score of the long text ÷ score of the short one. */
function longOverShort(kernel: Kernel): number {
  const [long, short] = [kernel.slots - 1, kernel.slots - 2];
  const hits = new Map(kernel.rank(rankQuery({ terms: Uint32Array.of(TEA) })).map((hit) => [hit.slot, hit.score]));
  return (hits.get(long) as number) / (hits.get(short) as number);
}

test('a long text loses more by its length where texts repeat their own words', () => {
  expect(longOverShort(told({ repeats: 2 }))).toBeLessThan(0.6 * longOverShort(told({ repeats: 1 })));
});

test('a long text loses less in a talk, however much its turns repeat', () => {
  const [notes, mixed, talk] = [0, TEXTS / 10, TEXTS / 4].map((turns) => longOverShort(told({ repeats: 2, turns })));
  expect(mixed).toBeGreaterThan(notes as number);
  expect(talk).toBeGreaterThan(mixed as number);
});

test('a long text loses less among a few texts', () => {
  expect(longOverShort(told({ repeats: 2, texts: 40 }))).toBeGreaterThan(1.5 * longOverShort(told({ repeats: 2 })));
});

test('where a text leaves, what it repeated leaves with it', () => {
  const kernel = told({ repeats: 1 });
  const before = longOverShort(kernel);
  const slot = kernel.add(columns({ session: 9_999 }));
  const other = kernel.add(columns({ session: 9_999 }));
  kernel.index(
    slot,
    Uint32Array.from({ length: 3_000 }, (_, i) => 900_000 + 2 * (i % 10)),
  );
  kernel.index(other, Uint32Array.of(4));
  kernel.index(slot, Uint32Array.of(6));
  kernel.remove(slot);
  kernel.remove(other);
  const hits = kernel.rank(rankQuery({ terms: Uint32Array.of(TEA) }));
  const scores = hits.map(({ score }) => score);
  expect((scores[1] as number) / (scores[0] as number)).toBe(Math.min(before, 1 / before));
});
