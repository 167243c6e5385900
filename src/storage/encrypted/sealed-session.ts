// The form of a session in the storage below: sealed rows, entries and manifests, and keys that reveal nothing.
import { ROWS_PER_READ } from '../../options/policy.ts';
import { touchedRows } from '../basis.ts';
import {
  type Basis,
  type Batch,
  type Moved,
  type Row,
  type RowChange,
  rowId,
  type RowKey,
  type RowStore,
  type StoredEntry,
  type StoredManifest,
  type WrittenRows,
} from '../port.ts';
import { storageUnavailable } from '../failures.ts';
import type { SealedPlace } from './key-ring.ts';
import { boundTo, keyedName, openText, seal, sealText, unseal } from './seals.ts';

type SealedEntry = StoredEntry & { readonly sealed?: unknown };

/**
 * Whether a key stays plain: the storage below pages by it or looks it up; it is a number, or the same in every
 * session.
 */
const isPlain = ({ store, key }: RowKey): boolean =>
  store === 'sessions' ? key === 'session' : isPaged(store) && isNumeric(key);

/** Whether a store has numeric keys, so that the storage below keeps them in order. */
export const isPaged = (store: RowStore): boolean => store === 'messages' || store === 'vectors';

export const isNumeric = (key: string): boolean => /^\d[\d.]*$/.test(key);

const bound = ({ address, at }: SealedPlace, store: string, key: string | number): string =>
  boundTo(address.workspace, address.session, at.session, store, key);

/** Binds a key's own seal, separate from the row's. */
const boundKey = ({ address, at }: SealedPlace, store: string, name: string): string =>
  boundTo(address.workspace, address.session, at.session, store, name, 'key');

/** Returns the name of a row, computed once for each batch. */
type NameOf = (row: RowKey) => Promise<string>;

export const sealedKey = async ({ keys, unopened }: SealedPlace, { store, key }: RowKey): Promise<string> =>
  isPlain({ store, key }) || unopened.has(rowId({ store, key })) ? key : keyedName(keys.names, store, key);

/** Seals a commit's id, a hash of its writes: below, only the holder of the key can compare it with a guess. */
const sealedCommit = async ({ keys }: SealedPlace, commit: string): Promise<string> =>
  keyedName(keys.names, 'commit', commit);

export async function sealedBasis(place: SealedPlace, { head, commit }: Basis): Promise<Basis> {
  return { head, ...(commit !== undefined && { commit: await sealedCommit(place, commit) }) };
}

export async function sealedBatch(place: SealedPlace, { manifest, entry, rows, ...rest }: Batch): Promise<Batch> {
  const names = new Map<string, Promise<string>>();
  // The entry names the rows again.
  const nameOf: NameOf = (row) => {
    const id = rowId(row);
    const name = names.get(id) ?? sealedKey(place, row);
    names.set(id, name);
    return name;
  };
  const [sealedRows, sealedEntry, sealed] = await Promise.all([
    Promise.all(rows.map((row) => sealedRow(place, row, nameOf))),
    entrySealed(place, entry, nameOf),
    manifestSealed(place, manifest),
  ]);
  return { ...rest, rows: sealedRows, entry: sealedEntry, manifest: sealed };
}

async function sealedRow(place: SealedPlace, { store, key, value }: RowChange, nameOf: NameOf): Promise<RowChange> {
  const name = await nameOf({ store, key });
  if (!value) return { store, key: name, value };
  const [sealed, ofKey] = await Promise.all([
    seal(place.keys.seals, bound(place, store, name), [key, value]),
    isPlain({ store, key }) ? undefined : sealText(place.keys.seals, boundKey(place, store, name), key),
  ]);
  return { store, key: name, value: { check: '', ...(ofKey !== undefined && { key: ofKey }), sealed } };
}

async function entrySealed(place: SealedPlace, entry: StoredEntry, nameOf: NameOf): Promise<StoredEntry> {
  const { head, after } = entry;
  const [commit, sealed, ...names] = await Promise.all([
    after === undefined ? undefined : sealedCommit(place, after),
    seal(place.keys.seals, bound(place, 'journal', head), entry),
    ...touchedRows(entry).map(async ({ store, key }) => [store, await nameOf({ store, key })] as const),
  ]);
  const rows: Partial<Record<RowStore, string[]>> = {};
  for (const [store, name] of names) (rows[store] ??= []).push(name);
  const written: WrittenRows = rows;
  return { head, ...(commit !== undefined && { after: commit }), rows: written, sealed } as StoredEntry;
}

async function manifestSealed(place: SealedPlace, manifest: StoredManifest): Promise<StoredManifest> {
  const { version, head, messages, commit } = manifest;
  const [named, sealed] = await Promise.all([
    commit === undefined ? undefined : sealedCommit(place, commit),
    seal(place.keys.seals, bound(place, 'manifest', head), manifest),
  ]);
  return { version, head, messages, ...(named !== undefined && { commit: named }), sealed } as StoredManifest;
}

/** Opens a manifest. A damaged one comes back without its sealed part: it matches no check and is counted anew. */
export async function openManifest(place: SealedPlace, stored: StoredManifest): Promise<StoredManifest> {
  const { sealed, ...rest } = stored as StoredManifest & { readonly sealed?: unknown };
  return (await openedOr(place, 'manifest', stored.head, sealed, rest)) as StoredManifest;
}

/** Opens a row; undefined if another program put it there. */
export async function openRow(
  place: SealedPlace,
  { store, key: name, value }: RowChange,
): Promise<RowChange | undefined> {
  if (!value) return { store, key: name, value };
  const { sealed } = value;
  if (sealed === undefined && value['externallyEdited'] === true) return undefined;
  const opened = await openedOr(place, store, name, sealed, undefined);
  if (opened === undefined) return damagedRow(place, { store, key: name, value });
  const [key, row] = opened as [string, Row];
  return { store, key, value: row };
}

/** Returns the row under its own key if that still opens, so that it can be identified; the rest stays sealed. */
async function damagedRow(place: SealedPlace, { store, key: name, value }: RowChange): Promise<RowChange> {
  const sealed = value?.['sealed'];
  // No check matches this, and nothing outside the seal is believed.
  const left: Row = { check: '', ...(sealed instanceof Uint8Array && { sealed }) };
  if (isPlain({ store, key: name })) return { store, key: name, value: left };
  const key = await openText(place.keys.seals, boundKey(place, store, name), value?.['key']);
  if (key === undefined) place.unopened.add(`${store} ${name}`);
  return { store, key: key ?? name, value: left };
}

export async function openRows(place: SealedPlace, rows: readonly RowChange[]): Promise<RowChange[]> {
  const opened: RowChange[] = [];
  // Not all at once: the memory of thousands of waiting calls costs more time than they take.
  for (let at = 0; at < rows.length; at += ROWS_PER_READ) {
    const some = await Promise.all(rows.slice(at, at + ROWS_PER_READ).map((row) => openRow(place, row)));
    for (const row of some) if (row) opened.push(row);
  }
  return opened;
}

/** @throws storage-unavailable if an entry does not open: the rows it names cannot be guessed */
export const openEntries = (place: SealedPlace, entries: readonly StoredEntry[]): Promise<StoredEntry[]> =>
  Promise.all(
    entries.map(async (stored) => {
      const entry = await openedOr(place, 'journal', stored.head, (stored as SealedEntry).sealed, undefined);
      if (entry === undefined) throw storageUnavailable('damaged', `Journal entry ${stored.head} is damaged`);
      return entry as StoredEntry;
    }),
  );

export async function openMoved(place: SealedPlace, { manifest, rows, entries }: Moved): Promise<Moved> {
  const opened = await openManifest(place, manifest);
  const whole = entries && (await openEntries(place, entries).catch(() => undefined));
  if (!entries || !whole) return { manifest: opened, rows: [], entries: undefined };
  const keys = keysByName(entries, whole);
  const found = await Promise.all(
    rows.map(async ({ store, key: name, value }): Promise<RowChange> => {
      const row = await openRow(place, { store, key: name, value });
      return { store, key: keys.get(`${store} ${name}`) ?? row?.key ?? name, value: row?.value };
    }),
  );
  return { manifest: opened, rows: found, entries: whole };
}

/** Maps names to keys by the entries: a deleted row has no value that could reveal its key. */
function keysByName(entries: readonly StoredEntry[], opened: readonly StoredEntry[]): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [index, entry] of opened.entries()) {
    const names = byStore(touchedRows(entries[index] as StoredEntry));
    for (const [store, real] of byStore(touchedRows(entry)))
      for (const [turn, key] of real.entries()) keys.set(`${store} ${names.get(store)?.[turn]}`, key);
  }
  return keys;
}

function byStore(touched: readonly RowKey[]): Map<RowStore, string[]> {
  const stores = new Map<RowStore, string[]>();
  for (const { store, key } of touched) stores.set(store, [...(stores.get(store) ?? []), key]);
  return stores;
}

async function openedOr(
  place: SealedPlace,
  store: string,
  key: string | number,
  sealed: unknown,
  otherwise: unknown,
): Promise<unknown> {
  if (!(sealed instanceof Uint8Array)) return otherwise;
  return unseal(place.keys.seals, bound(place, store, key), sealed).catch(() => otherwise);
}
