// Storage whose commits fail on request, in the ways of real ones.
import type { Storage } from '../../../src/storage/port.ts';

export interface FaultyStorage extends Storage {
  /** Refuses the next commit before anything is written. */
  failNextCommit(error: Error): void;
}

export function faultyStorage(storage: Storage): FaultyStorage {
  let failure: Error | undefined;
  return {
    ...storage,
    failNextCommit(error) {
      failure = error;
    },
    async commit(address, basis, batch) {
      const error = failure;
      failure = undefined;
      if (error) throw error;
      return storage.commit(address, basis, batch);
    },
  };
}
