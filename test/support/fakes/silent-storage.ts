// Storage that stops answering on request: its promises then neither resolve nor reject.
import { memoryStorage } from '../../../src/storage/memory.ts';
import type { Storage } from '../../../src/storage/port.ts';

export interface SilentStorage extends Storage {
  fallSilent(): void;
  /** Answers calls from now on; calls made meanwhile stay unanswered. */
  answerAgain(): void;
}

export function silentStorage(storage: Storage = memoryStorage()): SilentStorage {
  let isSilent = false;
  const answer =
    <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      isSilent ? new Promise<never>(() => undefined) : ask(...args);
  return {
    kind: storage.kind,
    load: answer(storage.load),
    commit: answer(storage.commit),
    since: answer(storage.since),
    row: answer(storage.row),
    rows: answer(storage.rows),
    sessions: answer(storage.sessions),
    remove: answer(storage.remove),
    journal: answer(storage.journal),
    close: answer(storage.close),
    fallSilent: () => void (isSilent = true),
    answerAgain: () => void (isSilent = false),
  };
}
