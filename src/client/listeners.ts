// Notifies an app's listeners. A throwing listener does not affect the others.
import { invalidInput, kindOf } from '../errors.ts';

/** Checks a listener. @throws invalid-input */
export function checkListener(listener: unknown): void {
  if (typeof listener !== 'function') throw invalidInput('listener', 'a function', kindOf(listener));
}

export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  readonly notify = (news: News): void => {
    for (const listener of this.#listeners) {
      try {
        listener(news);
      } catch (error) {
        // Rethrow in a microtask: the runtime reports it as an uncaught error.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };

  /** Adds a listener, and returns a function that removes it. @throws invalid-input: it is no function */
  add(listener: (news: News) => void): () => void {
    checkListener(listener);
    // A new function each time, so that a listener added twice is removed once.
    const own = (news: News): void => listener(news);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  clear(): void {
    this.#listeners.clear();
  }
}
