// Days of a calendar as whole numbers, 0 = 1 January 1970, and the moments at which they begin in a time zone. Pure.
import { DAY_MS } from '../../options/policy.ts';
import type { Unit } from './time-words.ts';

const MINUTE_MS = 60_000;

/** Range of days, from `from` to before `to`. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** Days from 1 March of year 0 to day 0. */
const DAYS_BEFORE_1970 = 719_468;

/**
 * Returns the number of a day. Counts years from March, so that the leap day is the last one (Hinnant,
 * "chrono-Compatible Low-Level Date Algorithms").
 * @param month from 1; months beyond a year, and dates beyond a month, carry over
 */
export function dayOf(year: number, month: number, date: number): number {
  const months = 12 * year + month - 3;
  const years = Math.floor(months / 12);
  const daysInYear = Math.floor((153 * (months - 12 * years) + 2) / 5) + date - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return 365 * years + leapDays + daysInYear - DAYS_BEFORE_1970;
}

export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

export function partsOf(day: number): DateParts {
  // Years have at most 366 days, and at least 365 before 1970: the guess is never too late.
  let year = 1970 + Math.floor(day / (day < 0 ? 365 : 366));
  while (dayOf(year + 1, 1, 1) <= day) year++;
  let month = 1;
  while (dayOf(year, month + 1, 1) <= day) month++;
  return { year, month, date: day - dayOf(year, month, 1) + 1 };
}

/** Returns the weekday, Sunday 0. Day 0 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
const mondayOf = (day: number): number => day - ((weekdayOf(day) + 6) % 7);

/** Returns a range of whole months. */
export const monthsFrom = (year: number, month: number, count: number): Days => ({
  from: dayOf(year, month, 1),
  to: dayOf(year, month + count, 1),
});

/** Returns the unit that contains the day, shifted by that many units. */
export function unitAround(day: number, unit: Unit, shift: number): Days {
  const { year, month } = partsOf(day);
  if (unit === 'm') return monthsFrom(year, month + shift, 1);
  if (unit === 'y') return monthsFrom(year + shift, 1, 12);
  const monday = mondayOf(day) + 7 * shift;
  if (unit === 'w') return { from: monday, to: monday + 7 };
  return unit === 'e' ? { from: monday + 5, to: monday + 7 } : { from: day + shift, to: day + shift + 1 };
}

type Length = readonly [months: number, days: number, rounded: number];
/** Lengths, with the days by which people round on either side when they name a distance. Other units are days. */
const LENGTHS: Partial<Record<Unit, Length>> = { w: [0, 7, 3], m: [1, 0, 10], y: [12, 0, 120] };

/** Returns the days about this many units earlier. */
export function unitsBefore(day: number, unit: Unit, count: number): Days {
  if (unit === 'e') return unitAround(day, unit, -count);
  const { year, month, date } = partsOf(day);
  const [months, days, rounded] = LENGTHS[unit] ?? [0, 1, 0];
  const center = dayOf(year, month - months * count, date - days * count);
  return { from: center - rounded, to: center + rounded + 1 };
}

/** Returns one day; undefined for a date that no calendar has. */
export function dateRange(year: number, month: number, date: number): Days | undefined {
  const day = dayOf(year, month, date);
  return partsOf(day).month === month && date > 0 ? { from: day, to: day + 1 } : undefined;
}

/** Local days and moments of a time zone. */
export interface LocalTime {
  readonly dayAt: (time: number) => number;
  /** Returns the moment at which a day begins, ms since 1970. */
  readonly midnight: (day: number) => number;
}

/** Latest zone: making a format takes longer than a question. */
let known: { readonly timeZone: string; readonly local: LocalTime } | undefined;

/** @param timeZone a name of the IANA database, such as `Europe/Berlin` */
export function localTime(timeZone: string): LocalTime {
  if (known?.timeZone !== timeZone) known = { timeZone, local: localTimeOf(timeZone) };
  return known.local;
}

function localTimeOf(timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  /** Returns the ms by which clocks there are ahead of UTC, from `GMT+05:30`; UTC itself is `GMT`. */
  const aheadAt = (time: number): number => {
    const [, sign = '+', hours = 0, minutes = 0] = /GMT(.)(\d+):(\d+)/.exec(format.format(time)) ?? [];
    return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  };
  return {
    dayAt: (time) => Math.floor((time + aheadAt(time)) / DAY_MS),
    midnight: (day) => {
      const clock = day * DAY_MS;
      if (!Number.isFinite(clock)) return clock;
      // The offset depends on the moment, and the moment on the offset: the second look is right.
      return clock - aheadAt(clock - aheadAt(clock));
    },
  };
}
