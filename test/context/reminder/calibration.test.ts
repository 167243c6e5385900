import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Calibration,
  corrected,
  estimateFor,
  learntPerMedium,
  NOT_CALIBRATED,
  observed,
  type Reading,
} from '../../../src/context/reminder/calibration.ts';
import { NEW_LEDGER, readLedger } from '../../../src/context/view/ledger.ts';

const after = (...readings: readonly (readonly [estimated: number, actual: number])[]): Calibration =>
  readings.reduce((before, [estimated, actual]) => observed(before, { estimated, actual }), NOT_CALIBRATED);

describe('an estimate', () => {
  it('stands while the provider has said nothing', () => {
    expect(corrected(NOT_CALIBRATED, 1000)).toBe(1000);
    expect(estimateFor(NOT_CALIBRATED, 1000)).toBe(1000);
  });

  it('is exact for the request that was counted, and grows with the next one as estimated', () => {
    const once = after([1000, 4000]);
    expect(corrected(once, 1000)).toBe(4000);
    expect(corrected(once, 1200)).toBe(4200);
    expect(corrected(once, 900)).toBe(3900);
  });

  it('keeps the part that stays when messages are hidden: tools that the app did not pass', () => {
    const counted = after([1000, 4000], [4000, 7000], [9000, 12_000]);
    expect(corrected(counted, 3000)).toBe(6000);
    expect(corrected(counted, 9500)).toBe(12_500);
  });

  it('learns the provider’s tokenizer from what a request grew by', () => {
    const counted = after([1000, 1500], [11_000, 16_500]);
    expect(corrected(counted, 6000)).toBe(9000);
    expect(corrected(counted, 13_000)).toBeGreaterThan(19_450);
    expect(corrected(counted, 13_000)).toBeLessThanOrEqual(19_500);
    // Below the first reading as well: a token of the estimate is one and a half of the provider's.
    expect(corrected(counted, 500)).toBeGreaterThanOrEqual(750);
    expect(corrected(counted, 500)).toBeLessThan(780);
    expect(estimateFor(counted, corrected(counted, 500))).toBeCloseTo(500, -1);
  });

  it('follows pictures, which the estimate does not see, and takes off what hidden ones took', () => {
    const counted = after([200, 1700], [800, 15_300], [1500, 30_500]);
    expect(corrected(counted, 1500)).toBe(30_500);
    expect(corrected(counted, 500)).toBeLessThan(10_000);
    // The next request need not contain a picture.
    expect(corrected(counted, 1600)).toBe(30_700);
  });

  it('begins a new line where the request fell below half, or was counted as less', () => {
    const line = after([1000, 1500], [8000, 12_000]);
    expect(observed(line, { estimated: 4000, actual: 6100 }).base).toEqual({ estimated: 1000, actual: 1500 });
    const cut = { estimated: 3900, actual: 6100 };
    expect(observed(line, cut)).toEqual({ ...cut, base: cut });
    const cheaper = { estimated: 8100, actual: 1400 };
    expect(observed(line, cheaper)).toEqual({ ...cheaper, base: cheaper });
  });

  it('is never taken for less than half: a provider may report only what its cache lacked', () => {
    const lacked = after([10_000, 12_000], [10_500, 600]);
    expect(corrected(lacked, 10_500)).toBe(5250);
    expect(corrected(lacked, 30_000)).toBeGreaterThanOrEqual(15_000);
  });

  it('learns what a picture takes beyond its default charge, and takes it off with the picture', () => {
    const provider = (text: number, pictures: number): Reading => ({
      estimated: text + pictures * 1000,
      actual: 3000 + text + pictures * 1625,
      media: pictures,
    });
    const counted = [provider(500, 1), provider(900, 4), provider(1500, 12)].reduce(observed, NOT_CALIBRATED);
    expect(Math.round(learntPerMedium(counted))).toBe(625);
    // Estimates like the engine: every picture with the correction learnt.
    const estimate = (text: number, pictures: number): number => text + pictures * (1000 + learntPerMedium(counted));
    expect(corrected(counted, estimate(1500, 12))).toBe(provider(1500, 12).actual);
    for (const pictures of [0, 2, 12, 40]) {
      const { actual } = provider(1700, pictures);
      expect(Math.abs(corrected(counted, estimate(1700, pictures)) - actual)).toBeLessThan(actual * 0.01);
    }
  });

  it('takes all that a first request has beyond its estimate for its pictures, until the next one tells', () => {
    const first = observed(NOT_CALIBRATED, { estimated: 2000, actual: 6000, media: 2 });
    expect(learntPerMedium(first)).toBe(2000);
    // The rest were tools: the third picture brought nothing beyond its charge.
    const next = observed(first, { estimated: 3100, actual: 7100, media: 3 });
    expect(learntPerMedium(next)).toBe(0);
    expect(corrected(next, 3100)).toBe(7100);
  });

  it('of a ledger of a former version goes by the ratio of its sums', () => {
    const former = { ...NEW_LEDGER, calibration: { estimated: 20_000, actual: 24_000 } };
    const { calibration } = readLedger([{ key: 'now', fields: former }]).ledger;
    expect(corrected(calibration, 10_000)).toBe(12_000);
    expect(observed(calibration, { estimated: 9000, actual: 11_000 })).toEqual(after([9000, 11_000]));
    const { calibration: _, ...older } = former;
    expect(readLedger([{ key: 'now', fields: older }]).ledger.calibration).toEqual(NOT_CALIBRATED);
  });
});

describe('whatever was counted, a corrected estimate', () => {
  const tokens = fc.integer({ min: 1, max: 500_000 });
  const reading = fc.record({ estimated: tokens, actual: tokens });
  const readings = fc.array(reading, { minLength: 1, maxLength: 12 });
  const calibrated = (all: readonly Reading[]): Calibration => all.reduce(observed, NOT_CALIBRATED);

  it('is no further off than the estimate for the request counted last, and for the one its line begins at', () => {
    fc.assert(
      fc.property(readings, (all) => {
        const calibration = calibrated(all);
        for (const { estimated, actual } of [all.at(-1) as Reading, calibration.base as Reading]) {
          const error = Math.abs(corrected(calibration, estimated) - actual);
          expect(error).toBeLessThanOrEqual(Math.abs(estimated - actual));
        }
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it('is a whole number above 0, and rises with the estimate', () => {
    fc.assert(
      fc.property(readings, tokens, tokens, (all, one, other) => {
        const calibration = calibrated(all);
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((each) => corrected(calibration, each));
        expect(Number.isSafeInteger(less) && (less as number) > 0).toBe(true);
        expect(more).toBeGreaterThanOrEqual(less as number);
        expect(corrected(calibration, 0)).toBeGreaterThanOrEqual(0);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('is undone by the estimate for it', () => {
    fc.assert(
      fc.property(readings, tokens, (all, wanted) => {
        const calibration = calibrated(all);
        const estimate = estimateFor(calibration, wanted);
        expect(estimate).toBeGreaterThanOrEqual(0);
        // Rounded up; and what stays cannot be estimated away.
        if (estimate > 0) expect(Math.abs(corrected(calibration, estimate) - wanted)).toBeLessThan(1.001);
        else expect(corrected(calibration, 0)).toBeGreaterThanOrEqual(wanted - 1e-6);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  it('is no further off than the estimate from its smaller reading on, for a provider with a fixed part and dearer tokens', () => {
    const provider = fc.record({
      fixed: fc.integer({ min: 0, max: 20_000 }),
      ratio: fc.double({ min: 1, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(
        provider,
        fc.array(tokens, { minLength: 1, maxLength: 12 }),
        tokens,
        ({ fixed, ratio }, sizes, more) => {
          const count = (estimated: number): number => fixed + ratio * estimated;
          const calibration = calibrated(sizes.map((estimated) => ({ estimated, actual: count(estimated) })));
          const next = (calibration.base as Reading).estimated + more;
          const error = Math.abs(corrected(calibration, next) - count(next));
          expect(error).toBeLessThanOrEqual(Math.abs(next - count(next)) + 1.001);
        },
      ),
      { seed: 14, numRuns: 500 },
    );
  });
});
