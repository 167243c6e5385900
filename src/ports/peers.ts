/**
 * How owners of the same session tell each other that it moved on. A hint, never the data:
 * a lost, doubled or late message changes nothing but how soon a reader sees the newer state.
 */
export interface Peers {
  /**
   * Says that this owner is at `head`: after a commit, so that others catch up, and after losing a commit twice to
   * others, so that they see it is behind and let it go first. Contract: never throws, never waits.
   */
  announce(head: number): void;
  /** Calls `listener` for every announcement of another owner. One listener at a time. */
  listen(listener: (head: number) => void): void;
  close(): void;
}
