// Storage whose next commit fails, before anything is written or after everything is.
import type { Storage } from '../../../src/storage/port.ts';

export interface CommitFaults extends Storage {
  failNext(when: 'before' | 'after' | undefined): void;
  /** Whether the fault is still to come. */
  readonly isFailing: boolean;
}

export function commitFaults(storage: Storage): CommitFaults {
  let next: 'before' | 'after' | undefined;
  return {
    ...storage,
    failNext(when) {
      next = when;
    },
    get isFailing() {
      return next !== undefined;
    },
    async commit(address, basis, batch) {
      const when = next;
      next = undefined;
      if (when === 'before') throw new Error('the worker was lost');
      const outcome = await storage.commit(address, basis, batch);
      if (when === 'after') throw new Error('the worker was lost');
      return outcome;
    },
  };
}
