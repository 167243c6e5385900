// Calculations of the recall evaluation, which the figures of the documents depend on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, intervalOfMean } from '../../bench/eval/bootstrap.ts';
import { mean, scoresOf } from '../../bench/eval/metrics.ts';

const LETTERS = [...'abcdefghijklmnopqrst'];

describe('the scores of an answer', () => {
  it('are the share of evidence in the first five and ten, and the place of the first piece', () => {
    const scores = scoresOf(LETTERS, ['c', 'f', 'k', 'z']);
    expect(scores).toMatchObject({ recall5: 1 / 4, recall10: 2 / 4, reciprocalRank: 1 / 3 });
  });

  it('discount each piece by the logarithm of its place, against the best order', () => {
    const second = 1 / Math.log2(3);
    expect(scoresOf(['x', 'a', 'y'], ['a']).ndcg10).toBeCloseTo(second, 12);
    expect(scoresOf(['a', 'x', 'b'], ['a', 'b']).ndcg10).toBeCloseTo(1.5 / (1 + second), 12);
  });

  it('are all 1 for the evidence alone, and all 0 without any', () => {
    expect(scoresOf(['b', 'a'], ['a', 'b'])).toEqual({ recall5: 1, recall10: 1, reciprocalRank: 1, ndcg10: 1 });
    const none = { recall5: 0, recall10: 0, reciprocalRank: 0, ndcg10: 0 };
    expect(scoresOf(['x', 'y'], ['a'])).toEqual(none);
    expect(scoresOf([], ['a'])).toEqual(none);
  });

  it('cannot reach full recall with more evidence than places, but can reach the best gain', () => {
    const scores = scoresOf(LETTERS, LETTERS);
    expect(scores).toMatchObject({ recall5: 5 / 20, recall10: 10 / 20 });
    expect(scores.ndcg10).toBeCloseTo(1, 12);
  });

  it('look at ten places, and never fall when a piece of evidence moves up', () => {
    expect(scoresOf(LETTERS, ['k'])).toEqual(scoresOf([], ['k']));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(LETTERS, { minLength: 2 }),
        fc.subarray(LETTERS, { minLength: 1 }),
        fc.nat(),
        (ranked, relevant, at) => {
          const place = 1 + (at % (ranked.length - 1));
          const moved = ranked[place] as string;
          const before = ranked[place - 1] as string;
          fc.pre(relevant.includes(moved) && !relevant.includes(before));
          const swapped = ranked.map((id) => (id === moved ? before : id === before ? moved : id));
          const [lower, higher] = [scoresOf(ranked, relevant), scoresOf(swapped, relevant)];
          expect(higher.recall5).toBeGreaterThanOrEqual(lower.recall5);
          expect(higher.recall10).toBeGreaterThanOrEqual(lower.recall10);
          expect(higher.reciprocalRank).toBeGreaterThanOrEqual(lower.reciprocalRank);
          expect(higher.ndcg10).toBeGreaterThanOrEqual(lower.ndcg10);
        },
      ),
    );
  });
});

describe('the bootstrap', () => {
  const coins = Array.from({ length: 400 }, (_, index) => index % 2);

  it('gives what theory gives: 1.96 standard errors to both sides', () => {
    const { low, high } = intervalOfMean(coins);
    const reach = 1.96 * Math.sqrt(0.25 / 400);
    expect(low).toBeCloseTo(0.5 - reach, 2);
    expect(high).toBeCloseTo(0.5 + reach, 2);
  });

  it('knows the mean of equal values, and nothing of none', () => {
    expect(intervalOfMean([0.25, 0.25, 0.25])).toEqual({ low: 0.25, high: 0.25 });
    expect(intervalOfMean([])).toEqual({ low: NaN, high: NaN });
    expect(mean([])).toBeNaN();
  });

  it('is the same each time, and narrower with more values', () => {
    expect(intervalOfMean(coins)).toEqual(intervalOfMean(coins));
    const few = intervalOfMean(coins.slice(0, 40));
    const many = intervalOfMean(coins);
    expect(many.high - many.low).toBeLessThan(few.high - few.low);
  });

  it('sees by pairs what the single intervals hide', () => {
    const values = Array.from({ length: 100 }, (_, index) => index / 100);
    const better = values.map((value) => value + 0.05);
    expect(intervalOfMean(better).low).toBeLessThan(intervalOfMean(values).high);
    const paired = intervalOfMean(differences(better, values));
    expect(paired.low).toBeCloseTo(0.05, 10);
    expect(paired.high).toBeCloseTo(0.05, 10);
  });
});
