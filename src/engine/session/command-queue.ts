/**
 * Runs tasks one at a time, in order of arrival; a failed task does not stop the next. Commands await between reading
 * the state and swapping in the next one; if two of them did so at once, each would decide on a state that the other is
 * about to replace.
 */
export class CommandQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task, task);
    // The caller gets the failure from `turn`; the chain itself must not reject.
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
