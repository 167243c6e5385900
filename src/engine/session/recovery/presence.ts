// Whether the session is still stored, as whoever asks storage finds it.
import { isWorkingMemoryError } from '../../../errors.ts';

export class Presence {
  readonly #tell: () => void;
  #isToldGone = false;

  /** @param tell says that the session is no longer stored */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  /** What storage answers; where the session is gone, that is told once. */
  async of<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (isWorkingMemoryError(error, 'not-found')) this.gone();
      throw error;
    }
  }

  gone(): void {
    if (!this.#isToldGone) this.#tell();
    this.#isToldGone = true;
  }

  /** From now on it may go again. */
  begin(): void {
    this.#isToldGone = false;
  }
}
