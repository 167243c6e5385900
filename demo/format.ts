// Numbers, counts, ages and errors in words. Pure.
import { isWorkingMemoryError } from 'working-memory';

const whole = new Intl.NumberFormat('en');
const relative = new Intl.RelativeTimeFormat('en', { style: 'short' });

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const count = (value: number): string => whole.format(value);

export const counted = (value: number, unit: string): string => `${count(value)} ${unit}${value === 1 ? '' : 's'}`;

export const fraction = (value: number): string => value.toFixed(2);

export const dateAndTime = (time: number): string => moment.format(time);

export function age(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'just now';
  if (milliseconds < 3 * HOUR) return relative.format(-Math.floor(milliseconds / MINUTE), 'minute');
  if (milliseconds < 2 * DAY) return relative.format(-Math.floor(milliseconds / HOUR), 'hour');
  return relative.format(-Math.floor(milliseconds / DAY), 'day');
}

/** The library's messages say what happened and what to do: they are shown as they are. */
export function errorText(error: unknown): string {
  if (isWorkingMemoryError(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}
