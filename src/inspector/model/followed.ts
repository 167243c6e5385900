// A value that views follow.

export class Followed<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(first: Value) {
    this.#value = first;
  }

  get(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Adds a listener, and returns the function that removes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
