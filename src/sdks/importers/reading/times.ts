// Times as other apps write them.

/** Seconds since 1970 up to this are dates of our time; more are milliseconds. */
const SECONDS_UP_TO = 100_000_000_000;

/** ms since 1970: of a date in ISO form or as Date.parse reads it, of seconds or of milliseconds. Undefined for others. */
export function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return timeOf(value.getTime());
  const number = typeof value === 'string' && /^\d{9,14}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === 'number')
    return number > 0 && Number.isFinite(number)
      ? Math.round(number <= SECONDS_UP_TO ? number * 1000 : number)
      : undefined;
  const time = typeof value === 'string' ? Date.parse(value.trim()) : NaN;
  return time > 0 ? time : undefined;
}
