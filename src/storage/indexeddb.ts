// Storage in IndexedDB: one database for all sessions; every key starts with workspace and session. A transaction waits
// only for its own requests, because IndexedDB commits it when none is pending; only its `complete` event counts.
import { type IDBPDatabase, openDB } from 'idb';
import { WorkingMemoryError } from '../errors.ts';
import { isUnchanged, leadsFrom } from './basis.ts';
import { storageFailed, storageUnavailable } from './failures.ts';
import {
  type Basis,
  type CommitOutcome,
  type JournalEntry,
  type Manifest,
  type Moved,
  type Row,
  ROW_STORES,
  type RowChange,
  type RowKey,
  type RowStore,
  type SessionAddress,
  type Storage,
  type StoredSession,
} from './port.ts';

const DATABASE_VERSION = 1;
const STORES = ['manifest', 'journal', ...ROW_STORES] as const;

export interface IdbStorageOptions {
  /** Name of the database; default `working-memory`. */
  readonly name?: string;
}

type Transaction = ReturnType<IDBPDatabase['transaction']>;

export function idbStorage({ name = 'working-memory' }: IdbStorageOptions = {}): Storage {
  let opening: Promise<IDBPDatabase> | undefined;

  const database = (): Promise<IDBPDatabase> => {
    opening ??= open(name, () => (opening = undefined)).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  /** Runs `work` in one transaction and resolves after its `complete` event. */
  async function transact<T>(
    stores: readonly string[],
    mode: 'readonly' | 'readwrite',
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const transaction = (await begin(stores, mode)) as Transaction;
    const { done } = transaction;
    // `done` may reject while `work` is pending; without a handler the runtime reports an unhandled rejection.
    done.catch(() => undefined);
    try {
      const value = await work(transaction);
      // On a full disk every request may succeed and only the commit of the transaction fail.
      await done;
      return value;
    } catch (error) {
      abort(transaction);
      throw translate(error);
    }
  }

  /** Browsers close an open database when site data is cleared or the tab is suspended: reopen it once. */
  async function begin(stores: readonly string[], mode: 'readonly' | 'readwrite') {
    try {
      return (await database()).transaction([...stores], mode);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw translate(error);
      opening = undefined;
      return (await database()).transaction([...stores], mode);
    }
  }

  const changedSince = (address: SessionAddress, basis: Basis): Promise<Moved | undefined> =>
    transact(['manifest', 'journal', ...ROW_STORES], 'readonly', async (transaction) => {
      const manifest = (await transaction.objectStore('manifest').get(keyOf(address))) as Manifest | undefined;
      if (isUnchanged(manifest, basis, address.session) || !manifest) return undefined;
      return changesSince(transaction, address, manifest, basis);
    });

  return {
    kind: 'indexeddb',

    load: (address, stores) =>
      transact(['manifest', ...stores], 'readonly', async (transaction) => {
        const manifest = transaction.objectStore('manifest').get(keyOf(address)) as Promise<Manifest | undefined>;
        const rows = await Promise.all(stores.map((store) => rowsOf(transaction, address, store)));
        return { manifest: await manifest, rows: rows.flat() };
      }),

    async commit(address, basis, batch): Promise<CommitOutcome> {
      const scope = new Set(['manifest', 'journal', ...batch.rows.map((row) => row.store)]);
      const done = await transact([...scope], 'readwrite', async (transaction) => {
        const manifest = (await transaction.objectStore('manifest').get(keyOf(address))) as Manifest | undefined;
        if (!isUnchanged(manifest, basis, address.session)) return false;
        const open = (store: string) => transaction.objectStore(store) as unknown as WritableStore;
        const writes: Promise<unknown>[] = [];
        const issue = (write: Promise<unknown>): void => {
          // A later request may throw before this promise is awaited; its rejection must not count as unhandled.
          write.catch(() => undefined);
          writes.push(write);
        };
        for (const { store, key, value } of batch.rows) {
          issue(value ? open(store).put(value, keyOf(address, key)) : open(store).delete(keyOf(address, key)));
        }
        issue(open('journal').put(batch.entry, keyOf(address, batch.entry.head)));
        issue(open('manifest').put(batch.manifest, keyOf(address)));
        if (batch.dropJournalUpTo > 0) {
          issue(open('journal').delete(IDBKeyRange.bound(keyOf(address, 0), keyOf(address, batch.dropJournalUpTo))));
        }
        await Promise.all(writes);
        return true;
      });
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
      transact([store], 'readonly', (transaction) => transaction.objectStore(store).get(keyOf(address, key))),

    rows: (address, store, after, limit) =>
      transact([store], 'readonly', async (transaction) => {
        const range = IDBKeyRange.bound(keyOf(address, after), upperEnd(address), true);
        const source = transaction.objectStore(store);
        const found = source.getAllKeys(range, limit);
        // Rows of half a megabyte arrive sooner by parallel requests than by one request for all.
        const all =
          store === 'vectors'
            ? found.then((keys) => Promise.all(keys.map((key) => source.get(key))))
            : source.getAll(range, limit);
        const [keys, values] = await Promise.all([found, all]);
        return values.map((value, index) => ({ store, key: (keys[index] as string[])[2] as string, value }));
      }),

    sessions: () =>
      transact(['manifest', 'sessions'], 'readonly', async (transaction) => {
        const manifests = transaction.objectStore('manifest');
        const [keys, values] = await Promise.all([manifests.getAllKeys(), manifests.getAll()]);
        const row = async (address: SessionAddress): Promise<Row | undefined> =>
          transaction.objectStore('sessions').get(keyOf(address, 'session'));
        return Promise.all(
          (keys as [string, string][]).map(async ([workspace, session], index): Promise<StoredSession> => {
            const address = { workspace, session };
            return { ...address, manifest: values[index], row: await row(address) };
          }),
        );
      }),

    remove: (address) =>
      transact(STORES, 'readwrite', async (transaction) => {
        await Promise.all(
          STORES.map((store) => (transaction.objectStore(store) as unknown as WritableStore).delete(all(address))),
        );
      }),

    // Chromium refuses a transaction that puts anything while the quota is used up, whatever else it deletes.
    trim: (address, rows, upTo) =>
      transact([...new Set(['journal', ...rows.map(({ store }) => store)])], 'readwrite', async (transaction) => {
        const open = (store: string) => transaction.objectStore(store) as unknown as WritableStore;
        await Promise.all([
          ...rows.map(({ store, key }) => open(store).delete(keyOf(address, key))),
          open('journal').delete(IDBKeyRange.bound(keyOf(address, 0), keyOf(address, upTo))),
        ]);
      }),

    journal: (address, from, limit) =>
      transact(['journal'], 'readonly', (transaction) =>
        transaction.objectStore('journal').getAll(after(address, from), limit),
      ),

    async close() {
      const open = opening;
      opening = undefined;
      (await open?.catch(() => undefined))?.close();
    },
  };
}

interface WritableStore {
  put(value: unknown, key?: IDBValidKey): Promise<unknown>;
  delete(key: IDBValidKey | IDBKeyRange): Promise<unknown>;
}

const keyOf = ({ workspace, session }: SessionAddress, ...rest: (string | number)[]): IDBValidKey => [
  workspace,
  session,
  ...rest,
];

/** Upper bound of a session's keys: in IndexedDB an array sorts after every string and number. */
const upperEnd = (address: SessionAddress): IDBValidKey => [address.workspace, address.session, []];

const all = (address: SessionAddress): IDBKeyRange => IDBKeyRange.bound(keyOf(address), upperEnd(address));

const after = (address: SessionAddress, head: number): IDBKeyRange =>
  IDBKeyRange.bound(keyOf(address, head), upperEnd(address), true);

async function rowsOf(transaction: Transaction, address: SessionAddress, store: RowStore): Promise<RowChange[]> {
  const source = transaction.objectStore(store);
  const [keys, values] = await Promise.all([source.getAllKeys(all(address)), source.getAll(all(address))]);
  return values.map((value, index) => ({ store, key: (keys[index] as [string, string, string])[2], value }));
}

async function changesSince(
  transaction: Transaction,
  address: SessionAddress,
  manifest: Manifest,
  basis: Basis,
): Promise<Moved> {
  const entries = (await transaction.objectStore('journal').getAll(after(address, basis.head))) as JournalEntry[];
  if (!leadsFrom(basis, manifest, entries)) return { manifest, rows: [], entries: undefined };
  const touched = new Map<string, RowKey>();
  for (const key of entries.flatMap((entry) => entry.touched)) touched.set(`${key.store} ${key.key}`, key);
  const rows = await Promise.all(
    [...touched.values()].map(async ({ store, key }): Promise<RowChange> => ({
      store,
      key,
      value: await transaction.objectStore(store).get(keyOf(address, key)),
    })),
  );
  return { manifest, rows, entries };
}

async function open(name: string, lost: () => void): Promise<IDBPDatabase> {
  if (typeof indexedDB === 'undefined') {
    throw storageUnavailable(
      'indexedDB is undefined',
      "This runtime has no IndexedDB. Pass another storage, or `storage: 'memory'` for a session that ends with the process.",
    );
  }
  try {
    const database: IDBPDatabase = await openDB(name, DATABASE_VERSION, {
      upgrade(fresh) {
        for (const store of STORES) fresh.createObjectStore(store);
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
    throw translate(error);
  }
}

function abort(transaction: Transaction): void {
  try {
    transaction.abort();
  } catch {
    // Already finished or aborted: `done` carries the reason.
  }
}

function translate(error: unknown): unknown {
  if (error instanceof WorkingMemoryError || !(error instanceof Error)) return error;
  const reason = `${error.name}: ${error.message}`;
  if (error.name === 'QuotaExceededError') {
    return new WorkingMemoryError(
      'storage-quota',
      'The browser refused to store more for this site. The command had no effect; free some space and retry.',
      {},
      { cause: error },
    );
  }
  if (error.name === 'VersionError') {
    return new WorkingMemoryError(
      'storage-version',
      `The database was made by a newer version of working-memory (${reason}). Reload the page to get that version; nothing was changed.`,
      { stored: DATABASE_VERSION + 1, supported: DATABASE_VERSION },
      { cause: error },
    );
  }
  const advice = 'The command had no effect; retry, and reload the page if the error persists';
  return storageFailed('IndexedDB failed', advice, error);
}
