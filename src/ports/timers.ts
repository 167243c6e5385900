// Timers with an end: deadlines, abortable pauses, and one resettable timer. Every wait here releases its timer and its
// listener when it is over.

/**
 * The longest delay of `setTimeout`, in ms: it stores 32 bits with a sign and fires at once for anything longer. Every
 * function here therefore reads a longer delay, `Infinity` included, as "never".
 */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * The result of `work`, or a rejection with `late()` when it takes longer than `ms`. The work itself is not stopped; where
 * that is possible, `late` is the place to do it.
 * @param work starts at once and receives `extend`, which restarts the period of `ms`; no effect once it is over
 * @param late makes the error; called at most once
 */
export async function deadline<T>(work: (extend: () => void) => Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return new Promise<T>((resolve, reject) => {
    const extend = (): void => {
      clearTimeout(timer);
      if (!isOver && ms <= LONGEST_DELAY_MS) timer = setTimeout(() => reject(late()), ms);
    };
    extend();
    work(extend).then(resolve, reject);
  }).finally(() => {
    isOver = true;
    clearTimeout(timer);
  });
}

/**
 * The result of `work`, or a rejection as soon as the signal is aborted. The work itself goes on.
 * @param signal without one this is `work` itself
 * @param why makes the error from the signal's reason; default: the reason as it is
 */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  why: (reason: unknown) => unknown = (reason) => reason,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const aborted = (): void => reject(why(signal.reason));
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

/** Resolves after `ms` (at once when it is below 0), or as soon as the signal is aborted. Keeps a Node process alive: somebody waits for it. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = ms <= LONGEST_DELAY_MS ? setTimeout(done, Math.max(0, ms)) : undefined;
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}

/** One timer for background work, set again or cleared. Does not keep a Node process alive: nobody waits for it. */
export class BackgroundTimer {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Replaces the former delay. @param ms from now; below 0 counts as 0 */
  set(ms: number): void {
    this.clear();
    if (ms > LONGEST_DELAY_MS) return;
    this.#timer = setTimeout(this.#run, Math.max(0, ms));
    (this.#timer as { unref?: () => void }).unref?.();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
