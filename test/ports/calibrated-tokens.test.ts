import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibratedTokens, type ObservedUsage } from '../../src/ports/calibrated-tokens.ts';
import { testEngine } from '../support/engine.ts';
import { wordTokens } from '../support/fakes/fakes.ts';

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('a calibrated token counter', () => {
  it('counts like its counter before the first observation', () => {
    const counter = calibratedTokens(wordTokens);
    for (const count of [1, 7, 100]) expect(counter.count(words(count))).toBe(count);
    expect(calibratedTokens({ count: () => 0 }).count('')).toBe(0);
  });

  it('follows the ratio of all actual to all estimated tokens', () => {
    const counter = calibratedTokens(wordTokens);
    counter.observe({ estimated: 100, actual: 150 });
    expect(counter.count(words(10))).toBe(15);
    counter.observe({ estimated: 300, actual: 250 });
    expect(counter.count(words(10))).toBe(10);
    counter.observe({ estimated: 400, actual: 240 });
    expect(counter.count(words(10))).toBe(8);
  });

  it('rounds up, but not for the last bit of a fraction', () => {
    const counter = calibratedTokens(wordTokens);
    counter.observe({ estimated: 10, actual: 11 });
    expect(counter.count(words(10))).toBe(11);
    expect(counter.count(words(1))).toBe(2);
    expect(counter.count(words(9))).toBe(10);
  });

  it('stays between half and twice its counter, and comes back as more is observed', () => {
    const high = calibratedTokens(wordTokens);
    high.observe({ estimated: 1, actual: 1000 });
    expect(high.count(words(10))).toBe(20);
    high.observe({ estimated: 1999, actual: 1000 });
    expect(high.count(words(10))).toBe(10);
    const low = calibratedTokens(wordTokens);
    low.observe({ estimated: 1000, actual: 1 });
    expect(low.count(words(10))).toBe(5);
    expect(low.count(words(1))).toBe(1);
  });

  it('gives whole numbers within its bounds, whatever was observed', () => {
    const tokens = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 1e-3, max: 1e9, noNaN: true }));
    const usage = fc.record({ estimated: tokens, actual: tokens });
    fc.assert(
      fc.property(
        fc.array(usage, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 500 }),
        (observed, count) => {
          const counter = calibratedTokens(wordTokens);
          for (const usage of observed) counter.observe(usage);
          const total = (name: keyof ObservedUsage): number => observed.reduce((sum, usage) => sum + usage[name], 0);
          const ratio = Math.min(2, Math.max(0.5, total('actual') / total('estimated')));
          const answer = counter.count(words(count)) as number;
          expect(Number.isSafeInteger(answer)).toBe(true);
          expect(answer).toBeGreaterThanOrEqual(count * ratio - 1e-6);
          expect(answer).toBeLessThan(count * ratio + 1 + 1e-6);
          expect(counter.count(words(count))).toBe(answer);
        },
      ),
      { seed: 8, numRuns: 200 },
    );
  });

  it('does not depend on the order of observations', () => {
    const [one, other] = [calibratedTokens(wordTokens), calibratedTokens(wordTokens)];
    const observed = [
      { estimated: 10, actual: 13 },
      { estimated: 200, actual: 190 },
      { estimated: 7, actual: 30 },
    ];
    for (const usage of observed) one.observe(usage);
    for (const usage of [observed[2], observed[0], observed[1]]) if (usage) other.observe(usage);
    expect(one.count(words(100))).toBe(other.count(words(100)));
  });

  it('waits for a counter that must, and passes its failure on', async () => {
    const slow = calibratedTokens({ count: async (text) => text.length });
    slow.observe({ estimated: 2, actual: 3 });
    expect(await slow.count('four')).toBe(6);
    const broken = calibratedTokens({ count: () => Promise.reject(new Error('the tokenizer is gone')) });
    await expect(broken.count('four')).rejects.toThrow('the tokenizer is gone');
  });

  it('refuses an observation that says nothing, and learns nothing from it', () => {
    const counter = calibratedTokens(wordTokens);
    counter.observe({ estimated: 2, actual: 3 });
    const wrong: readonly (readonly [string, unknown])[] = [
      ['estimated', { estimated: 0, actual: 5 }],
      ['estimated', { estimated: Number.NaN, actual: 5 }],
      ['estimated', { actual: 5 }],
      ['estimated', undefined],
      ['actual', { estimated: 5, actual: -1 }],
      ['actual', { estimated: 5, actual: Infinity }],
      ['actual', { estimated: 5, actual: '5' }],
    ];
    for (const [argument, usage] of wrong) {
      expect(() => counter.observe(usage as ObservedUsage)).toThrow(
        expect.objectContaining({
          name: 'WorkingMemoryError',
          code: 'invalid-input',
          details: expect.objectContaining({ argument }),
        }),
      );
    }
    expect(counter.count(words(10))).toBe(15);
  });

  it('changes later counts only: an item keeps the one it was stored with', async () => {
    const tokenizer = calibratedTokens(wordTokens);
    const { engine } = await testEngine({}, { tokenizer });
    await engine.memorize([{ text: 'two words' }]);
    tokenizer.observe({ estimated: 10, actual: 20 });
    await engine.memorize([{ text: 'more words' }]);
    expect((await engine.listItems()).map(({ tokens }) => tokens)).toEqual([2, 4]);
    expect((await engine.capacity()).usage.tokens).toBe(6);
  });
});
