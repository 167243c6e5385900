// Storage that measures its input. Bytes are UTF-8 JSON; rows are those that a storage bills that keeps each row, and
// the record of the commit (journal entry and manifest), as one value.
import type { Storage, StoredEntry, StoredManifest } from '../../../src/storage/port.ts';

export interface HandedCommit {
  readonly rows: number;
  /** Bytes of the rows' keys and values. */
  readonly rowBytes: number;
  readonly entryBytes: number;
  readonly manifestBytes: number;
}

const bytes = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;

export function countingStorage(inner: Storage): { readonly storage: Storage; readonly commits: HandedCommit[] } {
  const commits: HandedCommit[] = [];
  const weigh = (entry: StoredEntry, manifest: StoredManifest): Omit<HandedCommit, 'rows' | 'rowBytes'> => ({
    entryBytes: bytes(entry),
    manifestBytes: bytes(manifest),
  });
  return {
    commits,
    storage: {
      ...inner,
      async commit(address, basis, batch) {
        const rowBytes = batch.rows.reduce((sum, { key, value }) => sum + bytes([key, value ?? null]), 0);
        const outcome = await inner.commit(address, basis, batch);
        if (outcome.status === 'done')
          commits.push({ rows: batch.rows.length + 1, rowBytes, ...weigh(batch.entry, batch.manifest) });
        return outcome;
      },
    },
  };
}

export const handedBytes = (commits: readonly HandedCommit[]): number =>
  commits.reduce((sum, { rowBytes, entryBytes, manifestBytes }) => sum + rowBytes + entryBytes + manifestBytes, 0);
