import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { isoTime } from '../../src/tree/iso-time.ts';

const FURTHEST = 8_640_000_000_000_000;

describe('the ISO text of a time', () => {
  it('is what Date says, at every turn of the calendar', () => {
    const days = [
      '1970-01-01',
      '1969-12-31',
      '2000-02-29',
      '2000-03-01',
      '1900-02-28',
      '1900-03-01',
      '2100-02-28',
      '2024-02-29',
      '0000-01-01',
      '0000-02-29',
      '0000-03-01',
      '0001-01-01',
      '9999-12-31',
      '+010000-01-01',
      '-000001-12-31',
    ];
    for (const day of days) {
      for (const clock of ['00:00:00.000', '10:30:00.000', '23:59:59.999']) {
        expect(isoTime(Date.parse(`${day}T${clock}Z`))).toBe(`${day}T${clock}Z`);
      }
    }
    for (const ms of [0, -0, 1, -1, 0.9, -0.9, FURTHEST, -FURTHEST])
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
  });

  it('is what Date says on every day of 800 years', () => {
    const wrong: string[] = [];
    for (let ms = Date.parse('1600-01-01T00:00:00Z'); ms < Date.parse('2400-01-01T00:00:00Z'); ms += 86_400_000) {
      if (isoTime(ms) !== new Date(ms).toISOString()) wrong.push(isoTime(ms));
    }
    expect(wrong).toEqual([]);
  });

  it('is what Date says over the whole range and around now', () => {
    const near = fc.integer({ min: -(2 ** 45), max: 2 ** 45 });
    const anywhere = fc.oneof(
      near,
      fc.integer({ min: -FURTHEST, max: FURTHEST }),
      fc.double({ min: -FURTHEST, max: FURTHEST, noNaN: true }),
    );
    fc.assert(
      fc.property(anywhere, (ms) => {
        expect(isoTime(ms)).toBe(new Date(ms).toISOString());
      }),
      { numRuns: 5000 },
    );
  });

  it('is refused outside the range of times', () => {
    for (const ms of [FURTHEST + 1, -FURTHEST - 1, Number.NaN, Infinity, -Infinity]) {
      let caught: unknown;
      try {
        isoTime(ms);
      } catch (error) {
        caught = error;
      }
      expect(isWorkingMemoryError(caught, 'invalid-input')).toBe(true);
    }
  });
});
