// A storage that is only read: for copies, replicas, folders without write permission, and for inspecting a session.
import { WorkingMemoryError } from '../errors.ts';
import type { Storage } from './port.ts';

/** Rejects writes; writes that the inner storage makes during its own reads are not affected. */
export function readOnly<Counters, Entry>(storage: Storage<Counters, Entry>): Storage<Counters, Entry> {
  const refuse = async (): Promise<never> => {
    throw new WorkingMemoryError(
      'read-only',
      'This memory was opened for reading. Nothing was changed; open it without readOnly to write.',
      {},
    );
  };
  return {
    kind: storage.kind,
    load: (address, stores) => storage.load(address, stores),
    commit: refuse,
    since: (address, basis) => storage.since(address, basis),
    row: (address, store, key) => storage.row(address, store, key),
    rows: (address, store, after, limit) => storage.rows(address, store, after, limit),
    sessions: (page) => storage.sessions(page),
    remove: refuse,
    journal: (address, from, limit) => storage.journal(address, from, limit),
    close: () => storage.close(),
  };
}
