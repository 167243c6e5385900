// Notices when the other side owes answers and gives none.
import { LONGEST_DELAY_MS } from '../../ports/deadline.ts';

/**
 * Watches one endpoint. After `ms` without any answer it is asked for a sign of life; after another `ms` it is given
 * up. In a page that slept, timers fire before the answers that wait for it, so one period alone proves nothing.
 */
export class Silence {
  readonly #ms: number;
  readonly #ask: () => void;
  readonly #giveUp: () => void;
  #owed = 0;
  #isAsked = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ask makes the endpoint answer if it can; that answer calls `answered` */
  constructor(ms: number, ask: () => void, giveUp: () => void) {
    this.#ms = ms;
    this.#ask = ask;
    this.#giveUp = giveUp;
  }

  sent(): void {
    this.#owed++;
    if (this.#timer === undefined) this.#watch();
  }

  answered(): void {
    this.#owed--;
    this.#isAsked = false;
    this.stop();
    if (this.#owed > 0) this.#watch();
  }

  /** Records an answer that nobody waits for any more: no sign of life, and the session asked for one may be gone. */
  forgotten(): void {
    this.#isAsked = false;
    if (--this.#owed === 0) this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #watch(): void {
    if (this.#ms > LONGEST_DELAY_MS) return;
    this.#timer = setTimeout(() => {
      if (this.#isAsked) return this.#giveUp();
      this.#isAsked = true;
      this.#watch();
      this.#ask();
    }, this.#ms);
  }
}
