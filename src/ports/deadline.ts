// Bounds work by a deadline or a signal. Both release their timer and their listener when the work is over.

/**
 * Longest delay of `setTimeout`, in ms: it stores a signed 32-bit number and fires at once for anything longer. The
 * functions here and in timers.ts therefore read a longer delay, `Infinity` included, as "never".
 */
export const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * Returns the result of `work`, or rejects with `late()` if it takes longer than `ms`. The work itself is not stopped;
 * if it can be, `late` is the place to do so.
 * @param work starts at once and receives `extend`, which restarts the period of `ms`; no effect once it is over
 * @param late makes the error; called at most once
 */
export function deadline<T>(work: (extend: () => void) => Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isArmed = ms <= LONGEST_DELAY_MS;
  const over = (): void => {
    isArmed = false;
    clearTimeout(timer);
  };
  return new Promise<T>((resolve, reject) => {
    const refuse = (error: unknown): void => {
      over();
      reject(error as Error);
    };
    const extend = (): void => {
      clearTimeout(timer);
      if (isArmed) timer = setTimeout(() => refuse(late()), ms);
    };
    extend();
    try {
      work(extend).then((value) => {
        over();
        resolve(value);
      }, refuse);
    } catch (error) {
      refuse(error);
    }
  });
}

/**
 * Returns the result of `work`, or rejects as soon as the signal is aborted. The work itself continues.
 * @param why makes the error from the signal's reason; default: the reason as it is
 */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  why: (reason: unknown) => unknown = (reason) => reason,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => reject(why(signal.reason));
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}
