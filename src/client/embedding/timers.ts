// Waiting that ends with what it belongs to.

/** Longer delays overflow a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** One timer, set anew or cleared. It keeps no process alive: nobody waits for it. */
export class Alarm {
  readonly #ring: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** @param ms from now; what is longer than a timer can be never rings */
  set(ms: number): void {
    this.clear();
    if (ms > LONGEST_MS) return;
    this.#timer = setTimeout(this.#ring, Math.max(0, ms));
    (this.#timer as { unref?: () => void }).unref?.();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** Somebody waits for it. Resolves early when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(Math.max(0, ms), LONGEST_MS));
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

/** What `work` answers, or the signal's reason as soon as it is aborted. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => reject(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}
