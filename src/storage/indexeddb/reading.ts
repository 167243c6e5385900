// Reads of a session within one transaction: its keys, its manifest and entries, its rows.
import type { IDBPDatabase } from 'idb';
import { leadsFrom, touchedRows } from '../basis.ts';
import type {
  Basis,
  Moved,
  RowChange,
  RowKey,
  RowStore,
  SessionAddress,
  StoredEntry,
  StoredManifest,
  StoredRecord,
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

/** Upper bound of a session's keys: in IndexedDB an array sorts after every string and number. */
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
 * The session's manifest. Its own store holds the format alone, by which sessions are listed and older libraries refuse
 * them; in format 1 it held the manifest.
 */
export async function storedManifest(
  transaction: Transaction,
  address: SessionAddress,
): Promise<{ readonly manifest: StoredManifest | undefined; readonly marked: number | undefined }> {
  const mark = transaction.objectStore('manifest').get(keyOf(address)) as Promise<Partial<StoredManifest> | undefined>;
  const [former, newest] = await Promise.all([mark, newestRecord(transaction, address)]);
  if (former?.head !== undefined) return { manifest: former as StoredManifest, marked: undefined };
  return { manifest: newest?.manifest, marked: former?.version };
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

export async function rowsOf(transaction: Transaction, address: SessionAddress, store: RowStore): Promise<RowChange[]> {
  const source = transaction.objectStore(store);
  const [keys, values] = await Promise.all([source.getAllKeys(all(address)), source.getAll(all(address))]);
  return values.map((value, index) => ({ store, key: (keys[index] as [string, string, string])[2], value }));
}

export async function changesSince(
  transaction: Transaction,
  address: SessionAddress,
  manifest: StoredManifest,
  basis: Basis,
): Promise<Moved> {
  const entries = await entriesAfter(transaction, address, basis.head);
  if (!leadsFrom(basis, manifest, entries)) return { manifest, rows: [], entries: undefined };
  const touched = new Map<string, RowKey>();
  for (const key of entries.flatMap(touchedRows)) touched.set(`${key.store} ${key.key}`, key);
  const rows = await Promise.all(
    [...touched.values()].map(async ({ store, key }): Promise<RowChange> => ({
      store,
      key,
      value: await transaction.objectStore(store).get(keyOf(address, key)),
    })),
  );
  return { manifest, rows, entries };
}
