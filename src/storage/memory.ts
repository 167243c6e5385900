// Storage in the memory of this process: for tests, and for apps whose sessions need not outlive the process.
import { isRemovable, laterManifest, movedSince } from './basis.ts';
import {
  addressKey,
  type Basis,
  type CommitOutcome,
  type Moved,
  type Row,
  type RowChange,
  rowId,
  type RowStore,
  type SessionAddress,
  type Storage,
  type StoredEntry,
  type StoredManifest,
} from './port.ts';
import { pageOf } from './session-page.ts';

/** One session in memory. */
export interface KeptSession {
  readonly address: SessionAddress;
  /** Undefined only if something other than a commit removed it. */
  manifest: StoredManifest | undefined;
  readonly rows: Map<string, Row>;
  readonly journal: StoredEntry[];
}

function rowsOf({ rows }: KeptSession, stores: readonly RowStore[]): RowChange[] {
  return [...rows].flatMap(([id, value]): RowChange[] => {
    const split = id.indexOf(' ');
    const store = id.slice(0, split) as RowStore;
    return stores.includes(store) ? [{ store, key: id.slice(split + 1), value }] : [];
  });
}

/** Sorted keys of stores, until the next commit: a long store is read in many pages. */
interface KeysInOrder {
  /** Number of rows at that time: something other than a commit may add and remove rows as well. */
  readonly rows: number;
  readonly of: Map<RowStore, readonly string[]>;
}
const inOrder = new WeakMap<KeptSession, KeysInOrder>();

function keysInOrder(stored: KeptSession, store: RowStore): readonly string[] {
  const { size } = stored.rows;
  const known = inOrder.get(stored);
  const keys = known?.rows === size ? known : { rows: size, of: new Map<RowStore, readonly string[]>() };
  inOrder.set(stored, keys);
  const sorted = keys.of.get(store);
  if (sorted) return sorted;
  const prefix = rowId({ store, key: '' });
  const found: string[] = [];
  for (const id of stored.rows.keys()) if (id.startsWith(prefix)) found.push(id.slice(prefix.length));
  keys.of.set(store, found.sort());
  return found;
}

/** Makes a storage whose sessions live as long as the returned object; all its owners share them. */
export const memoryStorage = (): Storage => storageIn(new Map());

/** Makes a storage over sessions that other code may see and change, too. */
export function storageIn(sessions: Map<string, KeptSession>): Storage {
  async function changesSince(stored: KeptSession, manifest: StoredManifest, basis: Basis): Promise<Moved> {
    const entries = stored.journal.filter((entry) => entry.head > basis.head);
    // All rows are read before the first pause, so that no commit comes in between.
    const moved = movedSince(basis, manifest, entries, async (keys) =>
      keys.map(({ store, key }) => ({ store, key, value: stored.rows.get(rowId({ store, key })) })),
    );
    return structuredClone(await moved);
  }

  return {
    kind: 'memory',
    async load(address, stores) {
      const stored = sessions.get(addressKey(address));
      if (!stored) return { manifest: undefined, rows: [] };
      return structuredClone({ manifest: stored.manifest, rows: rowsOf(stored, stores) });
    },
    async commit(address, basis, batch): Promise<CommitOutcome> {
      const id = addressKey(address);
      const stored = sessions.get(id);
      const later = laterManifest(stored?.manifest, basis, address.session);
      if (stored && later) return { status: 'moved', moved: await changesSince(stored, later, basis) };
      const { manifest, entry, rows, dropJournalUpTo } = copyOf(batch);
      const target = stored ?? { address, manifest, rows: new Map<string, Row>(), journal: [] };
      target.manifest = manifest;
      inOrder.delete(target);
      target.journal.push(entry);
      while ((target.journal[0]?.head ?? Infinity) <= dropJournalUpTo) target.journal.shift();
      for (const { value, ...key } of rows) {
        if (value) target.rows.set(rowId(key), value);
        else target.rows.delete(rowId(key));
      }
      sessions.set(id, target);
      return { status: 'done' };
    },
    async since(address, basis) {
      const stored = sessions.get(addressKey(address));
      const later = laterManifest(stored?.manifest, basis, address.session);
      return stored && later && changesSince(stored, later, basis);
    },
    async row(address, store, key) {
      return structuredClone(sessions.get(addressKey(address))?.rows.get(rowId({ store, key })));
    },
    async rows(address, store, after, limit) {
      const stored = sessions.get(addressKey(address));
      if (!stored) return [];
      const keys = keysInOrder(stored, store);
      const from = keys.findIndex((key) => key > after);
      const page = from < 0 ? [] : keys.slice(from, from + limit);
      return copyOf(page.map((key) => ({ store, key, value: stored.rows.get(rowId({ store, key })) })));
    },
    async sessions(page = {}) {
      const all = [...sessions.values()].flatMap(({ address, manifest, rows }) =>
        manifest ? [{ ...address, manifest, row: rows.get('sessions session') }] : [],
      );
      return structuredClone(pageOf(all, page));
    },
    async remove(address, basis) {
      const id = addressKey(address);
      const isMeant = isRemovable(sessions.get(id)?.manifest, basis);
      if (isMeant) sessions.delete(id);
      return isMeant;
    },
    async journal(address, from, limit) {
      const stored = sessions.get(addressKey(address));
      return structuredClone((stored?.journal ?? []).filter((entry) => entry.head > from).slice(0, limit));
    },
    async close() {},
  };
}

/** Copies plain values much faster than `structuredClone`, which copies all others. */
function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? structuredClone(value) : value;
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.hasOwn(value, '__proto__'))
    return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name]);
  return copy as Value;
}
