// The clock port, and the check of its times.
import { kindOf, portFailed } from '../errors.ts';

/**
 * Returns milliseconds since 1970.
 *
 * Contract: cheap and synchronous; at least 0, at most the largest time of a Date. It may jump: the engine keeps the
 * latest time of the session instead of an earlier one, unless the clock was more than a day ahead before (docs/model.md).
 * @example
 * let now = Date.UTC(2026, 0, 5);
 * const clock: Clock = () => now++; // the same in each run of a test
 */
export type Clock = () => number;

/** Largest time value of a Date. */
const LATEST_TIME = 8.64e15;

/** Returns the same clock; it throws `port-failed` if the result is no time. */
export const checkedClock =
  (clock: Clock): Clock =>
  () => {
    const now: unknown = clock();
    if (typeof now === 'number' && now >= 0 && now <= LATEST_TIME) return now;
    throw portFailed('clock', 'milliseconds since 1970', kindOf(now));
  };
