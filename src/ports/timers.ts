// Timers: a pause that can be aborted, one timer for background work, a break for other work. Separate from
// deadline.ts, which every page loads.
import { LONGEST_DELAY_MS } from './deadline.ts';

/**
 * Resolves after `ms` (at once if it is below 0), or as soon as the signal is aborted. Keeps a Node process alive: a
 * caller waits for it.
 */
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

/**
 * Resolves in a task of its own, so that messages, timers, input and painting come first. Not delayed like a timer,
 * which waits a second in a hidden page.
 */
export function nextTask(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void };
  return new Promise((resume) => {
    if (setImmediate) return setImmediate(resume);
    if (typeof MessageChannel === 'undefined') return void setTimeout(resume, 0);
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resume();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
