// A commit or a removal on its way into records. It counts from the moment its pending record is there; carrying it out
// may be interrupted anywhere and done again.
import { isWorkingMemoryError } from '../../errors.ts';
import type { Batch, JournalEntry, Manifest, Row, RowChange, SessionAddress } from '../port.ts';
import { entryKey, type Keyspace, rowKey } from './keys.ts';
import { forEvery, readRecord, recordOf, type UnstorageLike } from './records.ts';

/** A session without anything that grows. */
export interface MetaRecord extends SessionAddress {
  /** New with every commit, unlike the head, which starts again when a session was deleted. */
  readonly commit: string;
  /** The oldest entry that is still there. */
  readonly first: number;
  readonly manifest: Manifest;
}

export interface PendingRecord {
  readonly id: string;
  /** The commit it builds on; empty when it is the first. */
  readonly after: string;
  /** The session once this is carried out; undefined: it is removed. */
  readonly meta: MetaRecord | undefined;
  readonly rows: readonly RowChange[];
  readonly entry: JournalEntry | undefined;
  /** Entries that go: from and up to these heads. */
  readonly dropped: readonly [from: number, to: number];
}

/** A row's record; its key stands in it because the record's own may be shortened. */
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
 * What is still to be done; undefined when that is nothing. A record that was torn while it was written never counted.
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

/** `stored` is torn when the process ended while it was replaced: what replaces it is this. */
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
