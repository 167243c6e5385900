// Formats milliseconds since 1970 as ISO 8601 text in UTC, by arithmetic alone: reads no clock.
import { WorkingMemoryError } from '../errors.ts';
import { DAY_MS } from '../options/policy.ts';

/** The range of ECMAScript time values, ±100,000,000 days around 1970. */
const FURTHEST_MS = 8_640_000_000_000_000;

/** In days; the calendar repeats after one era of 400 years. */
const ERA = 146_097;
const FOUR_YEARS = 1_461;
const CENTURY = 36_524;
/** Days from 0000-03-01 to 1970-01-01. A year counted from March has its leap day at the end. */
const MARCH_OF_YEAR_0 = 719_468;

/**
 * Returns `2025-01-15T10:30:00.000Z`; truncates fractions of a millisecond; years outside 0–9999 have a sign and six
 * digits.
 * @throws invalid-input outside ±8.64e15 ms
 */
export function isoTime(ms: number): string {
  if (!(Math.abs(ms) <= FURTHEST_MS)) {
    const expected = `a number of milliseconds since 1970 within ±${FURTHEST_MS}`;
    throw new WorkingMemoryError('invalid-input', `A time must be ${expected}; got ${ms}. Nothing was changed.`, {
      argument: 'now',
      expected,
      received: String(ms),
    });
  }
  const whole = Math.trunc(ms);
  const days = Math.floor(whole / DAY_MS);
  const rest = whole - days * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    digits(part, 2),
  );
  return `${calendarDay(days)}T${clock.join(':')}.${digits(rest % 1000, 3)}Z`;
}

function calendarDay(daysSince1970: number): string {
  const days = daysSince1970 + MARCH_OF_YEAR_0;
  const era = Math.floor(days / ERA);
  const dayOfEra = days - era * ERA;
  // Without the leap days before it, a day's number divides evenly into years of 365.
  const leapDays =
    Math.floor(dayOfEra / (FOUR_YEARS - 1)) - Math.floor(dayOfEra / CENTURY) + Math.floor(dayOfEra / (ERA - 1));
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  // From March on, months have 31, 30, 31, 30, 31 days over and over: 153 days in five months.
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return `${yearText(year)}-${digits(month, 2)}-${digits(day, 2)}`;
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

const yearText = (year: number): string =>
  year >= 0 && year <= 9999 ? digits(year, 4) : `${year < 0 ? '-' : '+'}${digits(Math.abs(year), 6)}`;
