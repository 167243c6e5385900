// Writes a commit or a removal into records. It counts once its pending record is stored; the writes after that may be
// interrupted at any point and repeated.
import { isWorkingMemoryError } from '../../errors.ts';
import type { Batch, StoredEntry, StoredManifest, Row, RowChange, SessionAddress } from '../port.ts';
import { entryKey, type Keyspace, rowKey } from './keys.ts';
import { forEvery, readRecord, recordOf, type UnstorageLike } from './records.ts';

/** The session's record, with all data of bounded size. */
export interface MetaRecord extends SessionAddress {
  /** Unique id of the latest commit, unlike the head, which starts over after a deletion. */
  readonly commit: string;
  /** Head of the oldest stored entry. */
  readonly first: number;
  readonly manifest: StoredManifest;
}

/** A commit or removal to carry out. */
export interface PendingRecord {
  readonly id: string;
  /** Id of the commit before it; empty for the first. */
  readonly after: string;
  /** The session's record afterwards; undefined: remove the session. */
  readonly meta: MetaRecord | undefined;
  readonly rows: readonly RowChange[];
  readonly entry: StoredEntry | undefined;
  /** Heads of the entries to drop, both inclusive. */
  readonly dropped: readonly [from: number, to: number];
}

/** A row's record, with the row's key, because the record's own key may be shortened. */
export interface RowRecord {
  readonly key: string;
  readonly row: Row;
}

export function commitOf(address: SessionAddress, stored: MetaRecord | undefined, batch: Batch): PendingRecord {
  const { manifest, entry, rows, dropJournalUpTo } = batch;
  const { workspace, session } = address;
  const id = crypto.randomUUID();
  const from = stored?.first ?? entry.head;
  const first = Math.max(from, dropJournalUpTo + 1);
  return {
    id,
    after: stored?.commit ?? '',
    meta: { workspace, session, commit: id, first, manifest },
    rows,
    entry,
    dropped: [from, first - 1],
  };
}

export const removalOf = ({ commit, first, manifest }: MetaRecord): PendingRecord => ({
  id: crypto.randomUUID(),
  after: commit,
  meta: undefined,
  rows: [],
  entry: undefined,
  dropped: [first, manifest.head],
});

/**
 * Returns the pending commit; undefined if there is none. A torn record never counted, so it is ignored.
 */
export async function readPending(storage: UnstorageLike, keyspace: Keyspace): Promise<PendingRecord | undefined> {
  const record = (await storage.getItem(keyspace.pending)) ?? undefined;
  if (record === undefined) return undefined;
  try {
    return readRecord<PendingRecord>(record, keyspace.pending);
  } catch (error) {
    if (record instanceof Error || isWorkingMemoryError(error, 'storage-version')) throw error;
    return undefined;
  }
}

/** Whether the commit still has to be carried out. `torn`: the process ended while this commit replaced the record. */
export const isDue = ({ id, after }: PendingRecord, stored: MetaRecord | 'torn' | undefined): boolean =>
  stored === undefined ? after === '' : stored === 'torn' || stored.commit === after || stored.commit === id;

export async function carryOut(storage: UnstorageLike, keyspace: Keyspace, pending: PendingRecord): Promise<void> {
  const { meta, entry, dropped } = pending;
  const records = new Map<string, string | undefined>();
  if (!meta) for (const at of await storage.getKeys(keyspace.rows)) records.set(at, undefined);
  for (const { store, key, value } of pending.rows) {
    records.set(rowKey(keyspace, store, key), value && recordOf({ key, row: value } satisfies RowRecord));
  }
  await forEvery([...records], ([at, record]) =>
    record === undefined ? storage.removeItem(at) : storage.setItem(at, record),
  );
  if (entry) await storage.setItem(entryKey(keyspace, entry.head), recordOf(entry));
  const [from, to] = dropped;
  const heads = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  await forEvery(heads, (head) => storage.removeItem(entryKey(keyspace, head)));
  if (meta) await storage.setItem(keyspace.meta, recordOf(meta));
  else await storage.removeItem(keyspace.meta);
  await storage.removeItem(keyspace.pending);
}
