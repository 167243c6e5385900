import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BANDS, pressureOf, actionHintOf, bandEdge } from '../../../src/context/reminder/pressure.ts';
import {
  type ContextMeta,
  contextMeta,
  isBandNews,
  meterLine,
  percentOf,
  renderContextMeta,
} from '../../../src/context/reminder/meter.ts';
import { contextWording } from '../../support/messages/context-wording.ts';

const meterAt = (tokensUsed: number, tokensMax = 128_000): ContextMeta =>
  contextMeta({ tokensUsed, tokensMax, messagesInHistory: 42, workingMemorySize: 2400 });

const usage = fc
  .integer({ min: 1, max: 100_000_000 })
  .chain((tokensMax) => fc.tuple(fc.integer({ min: 0, max: 2 * tokensMax }), fc.constant(tokensMax)));

/** Computes the pressure in whole numbers, to avoid rounding. */
const expectedPressure = (used: number, max: number): string => {
  const percent = (edge: number) => used * 100 >= edge * max;
  return percent(75) ? 'emergency' : percent(60) ? 'heavy' : percent(40) ? 'medium' : percent(20) ? 'light' : 'normal';
};

describe('pressure', () => {
  it('begins each band with its lower edge and ends it before the next, at any size of window [S002-25, S002-26, S002-27, S002-28, S002-29]', () => {
    fc.assert(
      fc.property(usage, ([used, max]) => {
        expect(meterAt(used, max).pressure).toBe(expectedPressure(used, max));
      }),
      { numRuns: 2000 },
    );
    for (const max of [100, 1000, 8192, 128_000, 200_000, 1_000_000]) {
      for (const edge of [20, 40, 60, 75]) {
        const used = Math.ceil((edge * max) / 100);
        expect(meterAt(used, max).pressure).toBe(expectedPressure(used, max));
        expect(meterAt(used - 1, max).pressure).toBe(expectedPressure(used - 1, max));
      }
    }
  });

  it('never falls when usage grows', () => {
    const rank = (ratio: number) => BANDS.findIndex(({ pressure }) => pressure === pressureOf(ratio));
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 3, noNaN: true }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (one, other) => {
          expect(rank(Math.max(one, other))).toBeGreaterThanOrEqual(rank(Math.min(one, other)));
        },
      ),
    );
  });

  it('has the literal action hints [S002-25, S002-26, S002-27, S002-28, S002-29]', () => {
    expect(BANDS.map(({ pressure }) => actionHintOf(pressure))).toEqual([
      'normal',
      'light_compression',
      'medium_compression',
      'heavy_compression',
      'emergency_compression',
    ]);
  });

  it('enters a band upward only', () => {
    for (const [rank, { pressure }] of BANDS.entries()) {
      for (const [otherRank, { pressure: other }] of BANDS.entries()) {
        expect([pressure, other, bandEdge(pressure, other)]).toEqual([pressure, other, otherRank > rank]);
      }
      expect(bandEdge(undefined, pressure)).toBe(rank > 0);
    }
  });
});

describe('the percentage', () => {
  it('is a whole number, rounded down from the exact quotient [S003-28]', () => {
    expect(percentOf(meterAt(45_000))).toBe(35);
    fc.assert(
      fc.property(usage, ([tokensUsed, tokensMax]) => {
        const percent = percentOf({ tokensUsed, tokensMax });
        expect(Number.isSafeInteger(percent)).toBe(true);
        expect(percent * tokensMax).toBeLessThanOrEqual(tokensUsed * 100);
        expect((percent + 1) * tokensMax).toBeGreaterThan(tokensUsed * 100);
      }),
    );
  });

  it('does not lose a point to binary fractions', () => {
    // 0.29 × 100 is 28.999999999999996.
    for (let percent = 0; percent <= 200; percent++) expect(percentOf(meterAt(percent, 100))).toBe(percent);
  });
});

describe('the block', () => {
  it('has tag, five keys in order, blank line, reminder line and closing tag [S003-25, S003-26, S003-27, S003-28, S003-29, S003-30, S003-31, S003-104]', () => {
    const text = renderContextMeta(meterAt(25_000), contextWording('en'));
    expect(text.split('\n')).toEqual([
      '<context_meta>',
      '{',
      '  "tokens_used": 25000,',
      '  "tokens_max": 128000,',
      '  "tokens_percent": 19,',
      '  "messages_in_history": 42,',
      '  "working_memory_size": 2400',
      '}',
      '',
      expect.stringMatching(/^💡 .*working-memory\/overview\.md.*compact/),
      '</context_meta>',
    ]);
  });

  it.each(['en', 'zh-CN'] as const)('says what to do as a sixth key where there is anything to do: %s', (locale) => {
    const keys = (used: number) => {
      const json = /^<context_meta>\n([\s\S]*?)\n\n💡 /.exec(
        renderContextMeta(meterAt(used), contextWording(locale)),
      )?.[1];
      return Object.entries(JSON.parse(json ?? '') as object);
    };
    expect(keys(45_000)).toEqual([
      ['tokens_used', 45_000],
      ['tokens_max', 128_000],
      ['tokens_percent', 35],
      ['messages_in_history', 42],
      ['working_memory_size', 2400],
      ['action_hint', 'light_compression'],
    ]);
    expect(keys(25_599)).toHaveLength(5);
    expect(keys(25_600)).toHaveLength(6);
  });

  it('reminds more firmly above half of the window, not at half [S003-65]', () => {
    for (const locale of ['en', 'zh-CN'] as const) {
      const line = (used: number) => renderContextMeta(meterAt(used), contextWording(locale)).split('\n').at(-2);
      expect(line(64_000)).toBe(line(0));
      expect(line(64_001)).not.toBe(line(64_000));
      expect(line(64_001)).toBe(line(200_000));
      expect(line(64_001)).toContain('working-memory/overview.md');
    }
  });
});

describe('usage', () => {
  it('counts what can be folded: without what no folding removes', () => {
    const meta = (tokensUsed: number, fixed: number) =>
      contextMeta({ tokensUsed, tokensMax: 4000, fixed, messagesInHistory: 1, workingMemorySize: 0 });
    expect(meta(3000, 2000)).toMatchObject({ ratio: 0.75, fill: 0.5, pressure: 'medium' });
    expect(meta(1000, 2000)).toMatchObject({ ratio: 0.25, fill: 0, pressure: 'normal' });
    expect(meta(3000, 0)).toMatchObject({ ratio: 0.75, fill: 0.75, pressure: 'emergency' });
    // Nothing foldable is left.
    expect(meta(3000, 4000)).toMatchObject({ ratio: 0.75, fill: 0.75 });
  });

  it('is news from half on, where a fuller band begins than was told', () => {
    const isNews = (
      told: ContextMeta['pressure'] | undefined,
      used: number,
      placement: 'epochs' | 'literal' = 'epochs',
    ) => isBandNews(told, meterAt(used, 100_000), { placement });
    expect([isNews(undefined, 49_999), isNews('normal', 50_000), isNews('medium', 59_999)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([isNews('medium', 60_000), isNews('heavy', 74_999), isNews('heavy', 75_000)]).toEqual([true, false, true]);
    expect(isNews('heavy', 55_000)).toBe(false);
    expect([isNews('normal', 20_000, 'literal'), isNews('light', 39_999, 'literal')]).toEqual([true, false]);
  });
});

describe('the line', () => {
  it('has both numbers and the percentage of the window', () => {
    expect(meterLine(meterAt(5210, 8000), contextWording('en'))).toBe('context: 5,210 of 8,000 tokens (65 %)');
    expect(meterLine(meterAt(950, 1_000_000), contextWording('en'))).toBe('context: 950 of 1,000,000 tokens (0 %)');
    expect(meterLine(meterAt(5210, 8000), contextWording('zh-CN'))).toBe('上下文：已用 5,210 / 8,000 tokens（65%）');
  });
});
