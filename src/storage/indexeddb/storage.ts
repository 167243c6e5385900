// Storage in IndexedDB: one database for all sessions; every key starts with workspace and session. A transaction waits
// only for its own requests, because IndexedDB commits it when none is pending; only its `complete` event counts.
import { type IDBPDatabase, openDB, unwrap } from 'idb';
import { WorkingMemoryError } from '../../errors.ts';
import { REPEATS } from '../../options/policy.ts';
import { isRemovable, laterManifest } from '../basis.ts';
import { storageUnavailable } from '../failures.ts';
import { DATABASE_VERSION, translate } from './errors.ts';
import {
  all,
  changesSince,
  entriesAfter,
  keyOf,
  newestRecord,
  rowAt,
  rowsOf,
  storedManifest,
  storedSessions,
  type Transaction,
  upperEnd,
  type WritableStore,
} from './reading.ts';
import {
  type Basis,
  type CommitOutcome,
  type Moved,
  ROW_STORES,
  type SessionAddress,
  type Storage,
  type StoredRecord,
} from '../port.ts';
import { pageOf } from '../session-page.ts';

const STORES = ['manifest', 'journal', ...ROW_STORES] as const;

export interface IdbStorageOptions {
  /** Name of the database; default `working-memory`. */
  readonly name?: string;
}

/** Hook that the engine on a page's own thread replaces: the user may leave the page in the middle of a transaction. */
export const transactions = {
  outcome: <T>(_: Pick<IDBTransaction, 'abort'>, outcome: Promise<T>): Promise<T> => outcome,
};

export function idbStorage({ name = 'working-memory' }: IdbStorageOptions = {}): Storage {
  let opening: Promise<IDBPDatabase> | undefined;

  const database = (): Promise<IDBPDatabase> => {
    opening ??= open(name, () => (opening = undefined)).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  /** Runs `work` in one transaction; resolves after the `complete` event if it writes. `false` undoes its writes. */
  async function transact<T>(
    stores: Iterable<string>,
    mode: 'readonly' | 'readwrite',
    work: (transaction: Transaction) => Promise<T>,
    durability: IDBTransactionDurability = 'default',
  ): Promise<T> {
    for (let cuts = 1; ; cuts++) {
      const used = database();
      try {
        const connection = await used;
        const transaction = connection.transaction([...stores], mode, { durability }) as Transaction;
        return await transactions.outcome(transaction, run(transaction, work));
      } catch (error) {
        if (!isUndone(error)) throw translate(error);
        if (opening === used) opening = undefined;
        used.then(
          (connection) => connection.close(),
          () => undefined,
        );
        if (cuts > REPEATS.cut) throw translate(error);
      }
    }
  }

  const changedSince = (address: SessionAddress, basis: Basis): Promise<Moved | undefined> =>
    transact(STORES, 'readonly', async (transaction) => {
      const { manifest } = await storedManifest(transaction, address);
      const later = laterManifest(manifest, basis, address.session);
      return later && changesSince(transaction, address, later, basis);
    });

  return {
    kind: 'indexeddb',

    load: (address, stores) =>
      transact(['manifest', 'journal', ...stores], 'readonly', async (transaction) => {
        const stored = storedManifest(transaction, address);
        const rows = await Promise.all(stores.map((store) => rowsOf(transaction, store, all(address))));
        return { manifest: (await stored).manifest, rows: rows.flat() };
      }),

    async commit(address, basis, batch): Promise<CommitOutcome> {
      const scope = new Set(['manifest', 'journal', ...batch.rows.map((row) => row.store)]);
      const done = await transact(
        scope,
        'readwrite',
        async (transaction) => {
          // Requested before the writes, which do not wait for the answer: they are undone if another owner was faster.
          const newest = newestRecord(transaction, address);
          // A later request may throw before this promise is awaited; its rejection must not count as unhandled.
          newest.catch(() => undefined);
          // Bare requests, without a promise for each write: a failed write ends the transaction with its error.
          const writes = unwrap(transaction) as IDBTransaction;
          for (const { store: name, key, value } of batch.rows) {
            const store = writes.objectStore(name);
            if (value) store.put(value, keyOf(address, key));
            else store.delete(keyOf(address, key));
          }
          const journal = writes.objectStore('journal');
          const record: StoredRecord = { ...batch.entry, manifest: batch.manifest };
          journal.put(record, keyOf(address, batch.entry.head));
          if (batch.dropJournalUpTo > 0)
            journal.delete(IDBKeyRange.bound(keyOf(address, 0), keyOf(address, batch.dropJournalUpTo)));
          const { manifest, marked } = await storedManifest(transaction, address, newest);
          if (laterManifest(manifest, basis, address.session)) return false;
          const { version } = batch.manifest;
          if (marked !== version) writes.objectStore('manifest').put({ version }, keyOf(address));
          // Without this call the browser waits until this thread has heard of every write.
          writes.commit();
          return true;
        },
        batch.durability,
      );
      if (done) return { status: 'done' };
      const moved = await changedSince(address, basis);
      if (moved) return { status: 'moved', moved };
      throw new WorkingMemoryError(
        'session-busy',
        `The session was reset to commit ${basis.head} during a command. Open it again.`,
        { attempts: 1 },
      );
    },

    since: changedSince,

    row: (address, store, key) =>
      transact([store], 'readonly', (transaction) => rowAt(transaction.objectStore(store), keyOf(address, key))),

    rows: (address, store, after, limit) =>
      transact([store], 'readonly', (transaction) =>
        rowsOf(transaction, store, IDBKeyRange.bound(keyOf(address, after), upperEnd(address), true), limit),
      ),

    sessions: (page = {}) =>
      transact(['manifest', 'journal', 'sessions'], 'readonly', async (transaction) =>
        pageOf(await storedSessions(transaction, page.workspace), page),
      ),

    remove: (address, basis) =>
      transact(STORES, 'readwrite', async (transaction) => {
        if (basis && !isRemovable((await storedManifest(transaction, address)).manifest, basis)) return false;
        await Promise.all(
          STORES.map((store) => (transaction.objectStore(store) as unknown as WritableStore).delete(all(address))),
        );
        return true;
      }),

    // Chromium refuses a transaction that puts anything while the quota is used up, whatever else it deletes.
    trim: (address, rows, upTo) =>
      transact(new Set(['journal', ...rows.map(({ store }) => store)]), 'readwrite', async (transaction) => {
        const open = (store: string) => transaction.objectStore(store) as unknown as WritableStore;
        // The newest entry holds the manifest.
        const newest = await newestRecord(transaction, address);
        const last = Math.min(upTo, (newest?.head ?? Infinity) - 1);
        await Promise.all([
          ...rows.map(({ store, key }) => open(store).delete(keyOf(address, key))),
          open('journal').delete(IDBKeyRange.bound(keyOf(address, 0), keyOf(address, Math.max(0, last)))),
        ]);
      }),

    // Writes the mark again, because a transaction that writes nothing need not reach the disk.
    flush: (address) =>
      transact(
        ['manifest'],
        'readwrite',
        async (transaction) => {
          const store = transaction.objectStore('manifest');
          const mark: unknown = await store.get(keyOf(address));
          if (mark !== undefined) await (store as unknown as WritableStore).put(mark, keyOf(address));
        },
        'strict',
      ),

    journal: (address, from, limit) =>
      transact(['journal'], 'readonly', (transaction) => entriesAfter(transaction, address, from, limit)),

    async close() {
      const open = opening;
      opening = undefined;
      (await open?.catch(() => undefined))?.close();
    },
  };
}

async function open(name: string, lost: () => void): Promise<IDBPDatabase> {
  if (typeof indexedDB === 'undefined') {
    throw storageUnavailable(
      'indexedDB is undefined',
      "This runtime has no IndexedDB. Pass another storage, or `storage: 'memory'` for a session that ends with the process.",
    );
  }
  let failure: unknown;
  try {
    const database: IDBPDatabase = await openDB(name, DATABASE_VERSION, {
      upgrade(fresh, _from, _to, transaction) {
        // If it fails, opening rejects; without a handler the runtime reports an unhandled rejection as well.
        transaction.done.catch(() => undefined);
        try {
          for (const store of STORES) if (!fresh.objectStoreNames.contains(store)) fresh.createObjectStore(store);
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      // A newer library waits for this connection to close; the next command here reports `storage-version`.
      blocking: (_current, _next, event) => {
        (event.target as IDBDatabase).close();
        lost();
      },
      terminated: lost,
    });
    return database;
  } catch (error) {
    // The error of opening says only that it was aborted, as it does when the browser closes a database being created.
    throw failure ?? error;
  }
}

async function run<T>(transaction: Transaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { done, mode } = transaction;
  // `done` may reject while `work` is pending; without a handler the runtime reports an unhandled rejection.
  done.catch(() => undefined);
  try {
    const value = await work(transaction);
    if (value === false) abort(transaction);
    // On a full disk every request may succeed and only the commit of the transaction fail. A reading transaction has
    // its answers by now, and Chromium fails it if a stored value was lost.
    else if (mode === 'readwrite') await done;
    return value;
  } catch (error) {
    // The error of an ended transaction says why; errors of later requests say only that it has ended.
    if (!abort(transaction)) await done;
    throw error;
  }
}

/**
 * Whether the browser undid a transaction, whose work then runs again on a reopened database. Browsers close a database
 * that is open or opening when site data is cleared or the tab is suspended. The connection then takes no transaction
 * (InvalidStateError) and undoes open ones (AbortError; if this file aborts one, it throws the reason). Chromium undoes
 * a transaction that stands still for long while others wait (TimeoutError).
 */
const isUndone = (error: unknown): boolean =>
  error instanceof DOMException && /InvalidState|Abort|Timeout/.test(error.name);

/** Aborts the transaction; false if it has ended already. */
function abort(transaction: Transaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}
