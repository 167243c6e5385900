// Storage inside a Cloudflare Durable Object, with or without SQLite. Every operation, reads too, is one transaction.
import { WorkingMemoryError } from '../../errors.ts';
import { checkOptions, required, withMethods } from '../../options/rules.ts';
import { isRemovable, laterManifest, movedSince } from '../basis.ts';
import { storageFailed } from '../failures.ts';
import type {
  Basis,
  CommitOutcome,
  StoredEntry,
  StoredManifest,
  StoredRecord,
  Moved,
  Row,
  RowChange,
  RowStore,
  Storage,
  StoredSession,
} from '../port.ts';
import { pageOf } from '../session-page.ts';
import {
  addressOf,
  entryKey,
  keyOfRow,
  MANIFESTS,
  rowKey,
  type SessionKeys,
  sessionKeys,
  storePrefix,
} from './keys.ts';
import { type DurableObjectTransactionLike, readValues, whole, writeValues } from './values.ts';

/** The part of Cloudflare's `DurableObjectStorage` in use; pass `this.ctx.storage` of the object. */
export interface DurableObjectStorageLike {
  transaction<T>(closure: (transaction: DurableObjectTransactionLike) => Promise<T>): Promise<T>;
  /** Resolves when all writes so far are on disk. */
  sync(): Promise<void>;
}

/** Number of keys per deletion. */
const PAGE = 128;

const ARGUMENTS = {
  storage: required(withMethods('the storage of a Durable Object, this.ctx.storage', ['transaction', 'sync'])),
};

/**
 * Keeps sessions in the storage of a Durable Object, under keys that begin with `working-memory/`; the object may store
 * others too. docs/storage-format.md has the layout.
 * @throws invalid-option
 */
export function durableObjectStorage(storage: DurableObjectStorageLike): Storage {
  checkOptions({ storage }, ARGUMENTS, 'durableObjectStorage');
  const transact = async <T>(work: (transaction: DurableObjectTransactionLike) => Promise<T>): Promise<T> => {
    try {
      return await storage.transaction(work);
    } catch (error) {
      throw translate(error);
    }
  };

  const untilOnDisk = async (): Promise<void> => {
    try {
      await storage.sync();
    } catch (error) {
      throw translate(error);
    }
  };

  return {
    kind: 'durable-object',

    load: (address, stores) =>
      transact(async (transaction) => {
        const keys = sessionKeys(address);
        const { manifest } = await storedManifest(transaction, keys);
        const rows: RowChange[][] = [];
        for (const store of stores) rows.push(await rowsOf(transaction, keys, store));
        return { manifest, rows: rows.flat() };
      }),

    async commit(address, basis, { manifest, entry, rows, dropJournalUpTo }): Promise<CommitOutcome> {
      const outcome = await transact(async (transaction): Promise<CommitOutcome> => {
        const keys = sessionKeys(address);
        const { manifest: stored, marked } = await storedManifest(transaction, keys);
        const moved = await changesSince(transaction, keys, stored, basis, address.session);
        if (moved) return { status: 'moved', moved };
        const changes = new Map<string, unknown>(
          rows.map(({ store, key, value }) => [rowKey(keys, store, key), value]),
        );
        changes.set(entryKey(keys, entry.head), { ...entry, manifest } satisfies StoredRecord);
        const { version } = manifest;
        if (marked !== version) changes.set(keys.manifest, { version });
        for (const key of await entriesUpTo(transaction, keys, dropJournalUpTo)) changes.set(key, undefined);
        await writeValues(transaction, changes);
        return { status: 'done' };
      });
      if (outcome.status === 'done') await untilOnDisk();
      return outcome;
    },

    since: (address, basis) =>
      transact(async (transaction) => {
        const keys = sessionKeys(address);
        const { manifest } = await storedManifest(transaction, keys);
        return changesSince(transaction, keys, manifest, basis, address.session);
      }),

    row: (address, store, key) =>
      transact(async (transaction) => {
        const at = rowKey(sessionKeys(address), store, key);
        return (await readValues(transaction, [at])).get(at) as Row | undefined;
      }),

    rows: (address, store, after, limit) =>
      transact((transaction) => rowsOf(transaction, sessionKeys(address), store, { after, limit })),

    sessions: (page = {}) =>
      transact(async (transaction) => {
        const found: StoredSession[] = [];
        for (const key of (await transaction.list({ prefix: MANIFESTS })).keys()) {
          const address = addressOf(key);
          const keys = sessionKeys(address);
          const { manifest } = await storedManifest(transaction, keys);
          const about = rowKey(keys, 'sessions', 'session');
          const row = (await readValues(transaction, [about])).get(about) as Row | undefined;
          if (manifest) found.push({ ...address, manifest, row });
        }
        return pageOf(found, page);
      }),

    async remove(address, basis) {
      const isMeant = await transact(async (transaction) => {
        const keys = sessionKeys(address);
        if (basis && !isRemovable((await storedManifest(transaction, keys)).manifest, basis)) return false;
        await transaction.delete([keys.manifest]);
        for (const prefix of [keys.rows, keys.parts]) await removeAll(transaction, prefix);
        return true;
      });
      if (isMeant) await untilOnDisk();
      return isMeant;
    },

    journal: (address, from, limit) =>
      transact((transaction) => entriesAfter(transaction, sessionKeys(address), from, limit)),

    async close() {},
  };
}

/**
 * Returns the session's manifest, which the newest journal record holds. The manifest's own key holds only the format:
 * it lists the session, and lets older libraries refuse it. In format 1 it held the manifest.
 */
async function storedManifest(
  transaction: DurableObjectTransactionLike,
  keys: SessionKeys,
): Promise<{ readonly manifest: StoredManifest | undefined; readonly marked: number | undefined }> {
  const marks = await readValues(transaction, [keys.manifest]);
  const former = marks.get(keys.manifest) as Partial<StoredManifest> | undefined;
  if (former?.head !== undefined) return { manifest: former as StoredManifest, marked: undefined };
  const newest = await transaction.list({ prefix: storePrefix(keys, 'journal'), reverse: true, limit: 1 });
  const [record] = (await whole(transaction, newest)).values();
  return { manifest: (record as StoredRecord | undefined)?.manifest, marked: former?.version };
}

async function rowsOf(
  transaction: DurableObjectTransactionLike,
  keys: SessionKeys,
  store: RowStore,
  page?: { readonly after: string; readonly limit: number },
): Promise<RowChange[]> {
  if (page && page.limit < 1) return [];
  const prefix = storePrefix(keys, store);
  const within = page && { startAfter: rowKey(keys, store, page.after), limit: page.limit };
  const stored = await whole(transaction, await transaction.list({ prefix, ...within }));
  return [...stored].map(([key, value]) => ({ store, key: keyOfRow(key, prefix), value: value as Row }));
}

async function entriesAfter(
  transaction: DurableObjectTransactionLike,
  keys: SessionKeys,
  head: number,
  limit?: number,
): Promise<StoredEntry[]> {
  if (limit !== undefined && limit < 1) return [];
  const stored = await transaction.list({
    prefix: storePrefix(keys, 'journal'),
    startAfter: entryKey(keys, head),
    ...(limit !== undefined && { limit }),
  });
  const records = [...(await whole(transaction, stored)).values()] as StoredRecord[];
  return records.map(({ manifest: _, ...entry }) => entry);
}

async function entriesUpTo(
  transaction: DurableObjectTransactionLike,
  keys: SessionKeys,
  head: number,
): Promise<string[]> {
  if (head === 0) return [];
  const range = { prefix: storePrefix(keys, 'journal'), end: entryKey(keys, head + 1) };
  return [...(await transaction.list(range)).keys()];
}

async function changesSince(
  transaction: DurableObjectTransactionLike,
  keys: SessionKeys,
  manifest: StoredManifest | undefined,
  basis: Basis,
  session: string,
): Promise<Moved | undefined> {
  const later = laterManifest(manifest, basis, session);
  if (!later) return undefined;
  const entries = await entriesAfter(transaction, keys, basis.head);
  return movedSince(basis, later, entries, async (touched) => {
    const values = await readValues(
      transaction,
      touched.map(({ store, key }) => rowKey(keys, store, key)),
    );
    return touched.map(({ store, key }) => {
      const value = values.get(rowKey(keys, store, key)) as Row | undefined;
      return { store, key, value };
    });
  });
}

/** Deletes all keys with a prefix, in pages, because the object has 128 MB of memory in all. */
async function removeAll(transaction: DurableObjectTransactionLike, prefix: string): Promise<void> {
  for (;;) {
    const keys = [...(await transaction.list({ prefix, limit: PAGE })).keys()];
    if (keys.length === 0) return;
    await transaction.delete(keys);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof WorkingMemoryError) return error;
  const reason = String(error);
  if (/SQLITE_FULL|disk is full|storage limit/i.test(reason)) {
    return new WorkingMemoryError(
      'storage-quota',
      `The Durable Object is full (${reason}). The command had no effect; delete sessions and retry.`,
      {},
      { cause: error },
    );
  }
  return storageFailed("The Durable Object's storage failed", 'The command had no effect; retry', error);
}
