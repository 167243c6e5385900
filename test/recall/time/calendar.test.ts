// Whole days against the platform's calendar.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, localTime, partsOf, unitAround, unitsBefore, weekdayOf } from '../../../src/recall/time/calendar.ts';

const DAY = 86_400_000;

test('days, dates and weekdays are those of the Gregorian calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200_000, max: 200_000 }), (day) => {
      const date = new Date(day * DAY);
      const parts = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() };
      expect(partsOf(day)).toEqual(parts);
      expect(dayOf(parts.year, parts.month, parts.date)).toBe(day);
      expect(weekdayOf(day)).toBe(date.getUTCDay());
    }),
  );
  expect(dayOf(2024, 14, 31)).toBe(Date.UTC(2024, 13, 31) / DAY);
  expect(dayOf(2024, -1, 1)).toBe(Date.UTC(2024, -2, 1) / DAY);
});

test('the first and the last day of each month are in it', () => {
  for (const year of [1600, 1900, 1969, 1970, 2023, 2024, 2100]) {
    for (let month = 1; month <= 12; month++) {
      const first = dayOf(year, month, 1);
      expect(partsOf(first)).toEqual({ year, month, date: 1 });
      expect(partsOf(dayOf(year, month + 1, 1) - 1)).toMatchObject({ year, month });
      expect(unitAround(first, 'y', 0)).toEqual({ from: dayOf(year, 1, 1), to: dayOf(year + 1, 1, 1) });
    }
  }
});

test('some units before a day are about as many, the more so the longer the unit', () => {
  const day = dayOf(2024, 3, 31);
  const around = (center: number, days: number) => ({ from: center - days, to: center + days + 1 });
  expect(unitsBefore(day, 'd', 3)).toEqual(around(day - 3, 0));
  expect(unitsBefore(day, 'p', 1)).toEqual(around(day - 1, 0));
  expect(unitsBefore(day, 'w', 2)).toEqual(around(day - 14, 3));
  expect(unitsBefore(day, 'm', 1)).toEqual(around(dayOf(2024, 2, 31), 10));
  expect(unitsBefore(day, 'm', 5)).toEqual(around(dayOf(2023, 10, 31), 10));
  expect(unitsBefore(day, 'y', 1)).toEqual(around(dayOf(2023, 3, 31), 120));
  expect(unitsBefore(day, 'y', 3)).toEqual(around(dayOf(2021, 3, 31), 120));
  // The last Saturday and Sunday but one; the day itself is a Sunday.
  expect(unitsBefore(day, 'e', 2)).toEqual({ from: day - 15, to: day - 13 });
});

test('a day begins at the first moment that clocks there show it', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
  const shown = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    ]),
  );
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 10_000, max: 25_000 }), (zone, day) => {
      const { dayAt, midnight } = localTime(zone);
      expect(dayAt(midnight(day))).toBe(day);
      expect(dayAt(midnight(day) - 1)).toBe(day - 1);
      expect(shown.get(zone)?.format(midnight(day))).toBe(`${new Date(day * DAY).toISOString().slice(0, 10)} 00:00`);
    }),
  );
});
