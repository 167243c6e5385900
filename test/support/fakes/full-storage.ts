// Storage with limited room. As in a browser, deletions of a commit make room for the next commit only, and `trim`
// deletes even without any room.
import { WorkingMemoryError } from '../../../src/errors.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import type { Storage } from '../../../src/storage/port.ts';

export interface FullStorage extends Storage {
  /** Bytes stored, as JSON. */
  readonly used: () => number;
  /** Limits what a commit may write to this many bytes beyond what is stored now. */
  leaveRoom(bytes: number): void;
}

export function fullStorage(storage: Storage = memoryStorage()): FullStorage {
  const sizes = new Map<string, number>();
  const trimmed = new Set<string>();
  let limit = Infinity;
  const used = (): number => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const sizeOf = (value: unknown): number => JSON.stringify(value).length;
  const commit: Storage['commit'] = async (address, expected, batch) => {
    const { rows, entry, dropJournalUpTo } = batch;
    const writes = [
      ...rows.map(({ store, key, value }) => [`${store} ${key}`, value && sizeOf(value)] as const),
      [`journal ${entry.head}`, sizeOf(entry)] as const,
    ];
    const written = writes.reduce((sum, [, bytes]) => sum + (bytes ?? 0), 0);
    if (used() + written > limit) throw new WorkingMemoryError('storage-quota', 'There is no room.', {});
    const outcome = await storage.commit(address, expected, batch);
    if (outcome.status !== 'done') return outcome;
    for (const [key, bytes] of writes) {
      trimmed.delete(key);
      if (bytes === undefined) sizes.delete(key);
      else sizes.set(key, bytes);
    }
    for (const key of sizes.keys()) {
      if (key.startsWith('journal ') && Number(key.slice('journal '.length)) <= dropJournalUpTo) sizes.delete(key);
    }
    return outcome;
  };
  const trim: Storage['trim'] = async (_address, rows, upTo) => {
    const heads = Array.from({ length: upTo }, (_, index) => `journal ${index + 1}`);
    for (const key of [...rows.map(({ store, key: name }) => `${store} ${name}`), ...heads]) {
      trimmed.add(key);
      sizes.delete(key);
    }
  };
  const rows: Storage['rows'] = async (...asked) =>
    (await storage.rows(...asked)).filter(({ store, key }) => !trimmed.has(`${store} ${key}`));
  const journal: Storage['journal'] = async (...asked) =>
    (await storage.journal(...asked)).filter(({ head }) => !trimmed.has(`journal ${head}`));
  return { ...storage, commit, rows, journal, trim, used, leaveRoom: (bytes) => void (limit = used() + bytes) };
}
