// Tells an app's listeners of what happened; an error of theirs is theirs.

export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  readonly notify = (news: News): void => {
    for (const listener of this.#listeners) {
      try {
        listener(news);
      } catch (error) {
        // It happened all the same; the host hears of the listener's error as of any other that nobody caught.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };

  /** Returns the function that ends it. */
  add(listener: (news: News) => void): () => void {
    // A fresh function, so that the same listener may be added twice and ended once.
    const own = (news: News): void => listener(news);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
