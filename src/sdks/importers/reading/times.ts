// Reads times as other apps write them.
import type { Refused } from '../conversation.ts';

/** Largest number that counts as seconds since 1970; larger ones are milliseconds. */
const SECONDS_UP_TO = 100_000_000_000;

/** Matches three numbers of a date, then perhaps a time. */
const NUMBERS = /^(\d{1,4})([-/.年])(\d{1,2})(?:\2|月)(\d{1,4})日?(?![\d.])(.*)$/;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/** Matches `24 Dec` or `Dec 24`; the year stands elsewhere. */
const NAMED = new RegExp(`\\b(?:(\\d{1,2})[\\s-]*(${MONTHS})|(${MONTHS})[a-z]*\\.?\\s*(\\d{1,2})\\b)`, 'i');
const YEAR = /(?<![\d+-])\d{4}\b(?!:)/;

/** Reads the times of one conversation, and counts those that are none. */
export class Times {
  #unread = 0;

  /** Returns ms since 1970; undefined where there is no time, or none that can be read. */
  of(value: unknown): number | undefined {
    const time = timeOf(value);
    if (time === undefined && value) this.#unread++;
    return time;
  }

  refused(): Refused[] {
    if (this.#unread === 0) return [];
    const times = this.#unread === 1 ? 'time was' : 'times were';
    return [{ where: 'times', reason: `${this.#unread} unreadable ${times} left out` }];
  }
}

/**
 * Returns ms since 1970 for seconds, for milliseconds, and for a day with or without a time. With dots the day comes
 * first, with slashes the month. Undefined for anything else, and for days such as the 31st of February.
 */
export function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return timeOf(value.getTime());
  const text = typeof value === 'string' ? value.trim() : '';
  const number = /^\d{9,14}(\.\d+)?$/.test(text) ? Number(text) : value;
  if (typeof number === 'number')
    return number > 0 && Number.isFinite(number)
      ? Math.round(number <= SECONDS_UP_TO ? number * 1000 : number)
      : undefined;
  const time = Date.parse(readableDate(text) ?? '');
  return time > 0 ? time : undefined;
}

/**
 * Returns the date in a form that every engine reads alike: they disagree on others, and take the 31st of February for
 * a day of March.
 */
function readableDate(text: string): string | undefined {
  if (/^\d{4}(-\d{2})?$/.test(text)) return text;
  const [, one = '', mark = '', two = '', three = '', time = ''] = NUMBERS.exec(text) ?? [];
  if (one !== '') {
    const [given, month, day] =
      one.length === 4 ? [one, two, three] : mark === '.' ? [three, two, one] : [three, one, two];
    const year = given.length > 2 ? Number(given) : Number(given) + (Number(given) < 50 ? 2000 : 1900);
    if (!isDay(year, Number(month), Number(day))) return undefined;
    const isIso = /^\d{4}-\d{2}-\d{2}/.test(text);
    return isIso ? text : `${month}/${day}/${year} ${time.replace(/^[T,\s]+/, '')}`;
  }
  const [, before, named, sooner, after] = NAMED.exec(text) ?? [];
  const [year] = YEAR.exec(text) ?? [];
  const month = 1 + MONTHS.split('|').indexOf((named ?? sooner ?? '').toLowerCase());
  return year !== undefined && isDay(Number(year), month, Number(before ?? after)) ? text : undefined;
}

const isDay = (year: number, month: number, day: number): boolean =>
  day >= 1 && month >= 1 && month <= 12 && day <= new Date(year, month, 0).getDate();
