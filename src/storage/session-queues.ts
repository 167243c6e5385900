// Runs the operations of one process on one session one after the other.

export class SessionQueues {
  /** The latest operation of each session; it never rejects. */
  readonly #latest = new Map<string, Promise<unknown>>();

  /** Runs `work` when every earlier operation of the session has ended, however it ended. */
  async run<T>(session: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#latest.get(session) ?? Promise.resolve()).then(work);
    const ended = done.catch(() => undefined);
    this.#latest.set(session, ended);
    await ended;
    if (this.#latest.get(session) === ended) this.#latest.delete(session);
    return done;
  }

  /** Resolves when every operation that was begun has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#latest.values());
  }
}
