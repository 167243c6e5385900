// Reads rows and journal entries of a session from their records.
import { laterManifest, movedSince } from '../basis.ts';
import type { Basis, Moved, Row, RowChange, RowStore, StoredEntry, StoredManifest } from '../port.ts';
import type { MetaRecord, RowRecord } from './batch.ts';
import { entryKey, keyOfRow, type Keyspace, rowKey, storeBase } from './keys.ts';
import { readAll, readRecord, type UnstorageLike } from './records.ts';

/** Heads of the oldest and of the newest entry. */
interface EntryRange {
  readonly first: number;
  readonly manifest: Pick<StoredManifest, 'head'>;
}

/** Returns the rows whose records are under these keys. */
export async function rowsAt(storage: UnstorageLike, keys: readonly string[]): Promise<RowChange[]> {
  const records = await readAll(storage, keys);
  return [...records].map(([at, record]) => rowOf(at, record));
}

/** Returns the keys of the records of a store's rows, with the rows' own keys, in order of those. */
export async function orderedKeys(
  storage: UnstorageLike,
  keyspace: Keyspace,
  store: RowStore,
): Promise<{ at: string; key: string }[]> {
  const all = (await storage.getKeys(storeBase(keyspace, store))).map((at) => ({ at, key: keyOfRow(at) }));
  const long = await readAll(
    storage,
    all.filter(({ key }) => key === undefined).map(({ at }) => at),
  );
  const named = all.map(({ at, key }) => ({ at, key: key ?? rowOf(at, long.get(at)).key }));
  return named.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Returns entries after `head`, oldest first. @param range that of the session's record; default: by the stored keys */
export async function entriesAfter(
  storage: UnstorageLike,
  keyspace: Keyspace,
  range: EntryRange | undefined,
  head: number,
  limit = Infinity,
): Promise<StoredEntry[]> {
  const { first, manifest } = range ?? (await storedRange(storage, keyspace));
  const from = Math.max(first, head + 1);
  const count = Math.max(0, Math.min(manifest.head - from + 1, limit));
  const keys = Array.from({ length: count }, (_, index) => entryKey(keyspace, from + index));
  return [...(await readAll(storage, keys))].map(([key, record]) => readRecord<StoredEntry>(record, key));
}

/** @throws not-found, storage-version */
export async function changesSince(
  storage: UnstorageLike,
  keyspace: Keyspace,
  stored: MetaRecord | undefined,
  basis: Basis,
  session: string,
): Promise<Moved | undefined> {
  const manifest = laterManifest(stored?.manifest, basis, session);
  if (!stored || !manifest) return undefined;
  const entries = await entriesAfter(storage, keyspace, stored, basis.head);
  return movedSince(basis, manifest, entries, async (keys) => {
    const records = await readAll(
      storage,
      keys.map(({ store, key }) => rowKey(keyspace, store, key)),
    );
    return keys.map(({ store, key }) => {
      const from = rowKey(keyspace, store, key);
      return { store, key, value: records.has(from) ? rowOf(from, records.get(from)).value : undefined };
    });
  });
}

async function storedRange(storage: UnstorageLike, { journal }: Keyspace): Promise<EntryRange> {
  const keys = await storage.getKeys(journal);
  const heads = keys.map((key) => Number(key.slice(journal.length + 1))).filter((head) => head > 0);
  return { first: Math.min(...heads), manifest: { head: Math.max(0, ...heads) } };
}

/** A damaged row gets a check that never matches, so that the owner quarantines it. */
function rowOf(at: string, record: unknown): RowChange {
  const store = at.split(':').at(-2) as RowStore;
  try {
    const { key, row } = readRecord<RowRecord>(record, at);
    return { store, key, value: row };
  } catch {
    const broken: Row = { broken: at, check: '' };
    return { store, key: keyOfRow(at) ?? at, value: broken };
  }
}
