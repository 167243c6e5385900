// Tracks whether the session is still stored, as calls of the storage find it.
import { isWorkingMemoryError } from '../../../errors.ts';

export class Presence {
  readonly #tell: () => void;
  #isToldGone = false;

  /** @param tell reports that the session is no longer stored */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  /** Returns the storage's answer; reports once if the session is gone. */
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

  /** Starts over: from now on the session may vanish again. */
  begin(): void {
    this.#isToldGone = false;
  }
}
