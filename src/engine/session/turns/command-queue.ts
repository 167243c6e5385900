import { isWorkingMemoryError, timedOut } from '../../../errors.ts';

/**
 * Runs tasks one at a time, in order of arrival; a failed task does not stop the next. Commands await between reading
 * the state and replacing it; if two of them did so at once, each would decide on a state that the other is about to
 * replace.
 *
 * A task that rejects with `timeout` also rejects the tasks waiting behind it: each would meet the same silence, and
 * the last of them only after as many deadlines.
 */
export class CommandQueue {
  #last: Promise<unknown> = Promise.resolve();
  #stalls = 0;
  #stalled: { readonly method: string; readonly afterMs: number } | undefined;

  run<T>(task: () => Promise<T>): Promise<T> {
    const stalls = this.#stalls;
    const turn = this.#last.then(async () => {
      if (this.#stalled && this.#stalls > stalls) {
        const { method, afterMs } = this.#stalled;
        throw timedOut(method, afterMs, 'This command waited behind it and did nothing');
      }
      try {
        return await task();
      } catch (error) {
        if (isWorkingMemoryError(error, 'timeout')) {
          this.#stalls++;
          this.#stalled = error.details;
        }
        throw error;
      }
    });
    // The caller gets the failure from `turn`; the chain itself must not reject.
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Runs `act` when the tasks that arrived so far are over, before any later one. */
  afterPending(act: () => void): Promise<void> {
    return this.#last.then(act);
  }
}
