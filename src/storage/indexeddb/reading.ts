// Reads a session within one transaction: its keys, its manifest and entries, its rows.
import { type IDBPDatabase, type IDBPObjectStore, unwrap } from 'idb';
import { movedSince } from '../basis.ts';
import type {
  Basis,
  Moved,
  Row,
  RowChange,
  RowStore,
  SessionAddress,
  StoredEntry,
  StoredManifest,
  StoredRecord,
  StoredSession,
} from '../port.ts';

export type Transaction = ReturnType<IDBPDatabase['transaction']>;

export interface WritableStore {
  put(value: unknown, key?: IDBValidKey): Promise<unknown>;
  delete(key: IDBValidKey | IDBKeyRange): Promise<unknown>;
}

export const keyOf = ({ workspace, session }: SessionAddress, ...rest: (string | number)[]): IDBValidKey => [
  workspace,
  session,
  ...rest,
];

/** Returns the upper bound of a session's keys: in IndexedDB an array sorts after every string and number. */
export const upperEnd = (address: SessionAddress): IDBValidKey => [address.workspace, address.session, []];

export const all = (address: SessionAddress): IDBKeyRange => IDBKeyRange.bound(keyOf(address), upperEnd(address));

export const after = (address: SessionAddress, head: number): IDBKeyRange =>
  IDBKeyRange.bound(keyOf(address, head), upperEnd(address), true);

export async function newestRecord(
  transaction: Transaction,
  address: SessionAddress,
): Promise<StoredRecord | undefined> {
  const cursor = await transaction.objectStore('journal').openCursor(after(address, 0), 'prev');
  return cursor?.value as StoredRecord | undefined;
}

/**
 * Returns the session's manifest, and the format in its mark. Marks have a store of their own: sessions are listed by
 * it, and older libraries refuse them by it; in format 1 it held the manifest. A manifest of a later format has a mark,
 * too.
 */
export async function storedManifest(
  transaction: Transaction,
  address: SessionAddress,
  newest = newestRecord(transaction, address),
): Promise<{ readonly manifest: StoredManifest | undefined; readonly marked?: number | undefined }> {
  const manifest = (await newest)?.manifest;
  if (manifest) return { manifest, marked: manifest.version };
  const former = (await transaction.objectStore('manifest').get(keyOf(address))) as Partial<StoredManifest> | undefined;
  if (former?.head !== undefined) return { manifest: former as StoredManifest };
  return { manifest, marked: former?.version };
}

export async function entriesAfter(
  transaction: Transaction,
  address: SessionAddress,
  head: number,
  limit?: number,
): Promise<StoredEntry[]> {
  const records = (await transaction.objectStore('journal').getAll(after(address, head), limit)) as StoredRecord[];
  return records.map(({ manifest: _, ...entry }) => entry);
}

/** @param range keys of one session */
export async function rowsOf(
  transaction: Transaction,
  store: RowStore,
  range: IDBKeyRange,
  limit?: number,
): Promise<RowChange[]> {
  const found = await keyedRows(transaction, store, range, limit);
  return found.map(([key, value]) => ({ store, key: key[2] as string, value }));
}

/** Returns rows with their whole keys. */
async function keyedRows(
  transaction: Transaction,
  store: RowStore,
  range: IDBKeyRange | undefined,
  limit?: number,
): Promise<(readonly [key: readonly string[], value: Row])[]> {
  const source = transaction.objectStore(store) as unknown as RowsToRead;
  const found = source.getAllKeys(range, limit);
  const each = async (): Promise<unknown[]> => Promise.all((await found).map((key) => rowAt(source, key)));
  // Rows of half a megabyte arrive sooner by parallel requests than by one request for all.
  const values = store === 'vectors' ? each() : unlessLost(source.getAll(range, limit), each);
  const [keys, rows] = await Promise.all([found, values]);
  return rows.map((value, index) => [keys[index] as unknown as readonly string[], value as Row]);
}

/** Returns all sessions, or those of a workspace, in key order; besides two lists, one request for each. */
export async function storedSessions(transaction: Transaction, workspace?: string): Promise<StoredSession[]> {
  const range = workspace === undefined ? undefined : IDBKeyRange.bound([workspace], [workspace, []]);
  const marks = transaction.objectStore('manifest');
  const [keys, formers, rows] = await Promise.all([
    marks.getAllKeys(range) as unknown as Promise<[string, string][]>,
    marks.getAll(range) as Promise<Partial<StoredManifest>[]>,
    keyedRows(transaction, 'sessions', range),
  ]);
  const rowOf = new Map(rows.map(([key, row]) => [JSON.stringify(key), row]));
  const found = keys.map(async ([of, session], at): Promise<StoredSession[]> => {
    const address = { workspace: of, session };
    const former = formers[at];
    // In format 1 it is the manifest.
    const isManifest = former?.head !== undefined;
    const manifest = isManifest ? (former as StoredManifest) : (await newestRecord(transaction, address))?.manifest;
    const row = rowOf.get(JSON.stringify([of, session, 'session']));
    return manifest ? [{ ...address, manifest, row }] : [];
  });
  return (await Promise.all(found)).flat();
}

export type RowsToRead = IDBPObjectStore<unknown, ArrayLike<string>, RowStore>;

/** Stand-in for a row whose value the browser lost: no check matches it. */
const LOST: Row = { check: '' };

export const rowAt = (source: RowsToRead, key: IDBValidKey): Promise<Row | undefined> =>
  unlessLost(source.get(key) as Promise<Row | undefined>, () => LOST);

/** Whether a value is lost: Chromium keeps large ones as separate files, which can vanish while the rest is intact. */
const isLost = (error: unknown): boolean => (error as Error | null)?.name === 'NotReadableError';

/** Handles one lost value, which fails its request, even one for many rows, and would abort the transaction. */
function unlessLost<Value>(reading: Promise<Value>, otherwise: () => Value | Promise<Value>): Promise<Value> {
  unwrap(reading).addEventListener('error', (event) => {
    if (!isLost(unwrap(reading).error)) return;
    event.preventDefault();
    // `idb` takes an error that reaches the transaction for its end.
    event.stopPropagation();
  });
  return reading.catch((error: unknown) => {
    if (isLost(error)) return otherwise();
    throw error;
  });
}

export async function changesSince(
  transaction: Transaction,
  address: SessionAddress,
  manifest: StoredManifest,
  basis: Basis,
): Promise<Moved> {
  const entries = await entriesAfter(transaction, address, basis.head);
  return movedSince(basis, manifest, entries, (keys) =>
    Promise.all(
      keys.map(async ({ store, key }) => ({
        store,
        key,
        value: await rowAt(transaction.objectStore(store), keyOf(address, key)),
      })),
    ),
  );
}
