// Timers: a pause that can be aborted, and one timer for background work. Apart from deadline.ts, which every page loads.
import { LONGEST_DELAY_MS } from './deadline.ts';

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
