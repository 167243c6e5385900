// Storage in IndexedDB: one database for all sessions, every key starts with workspace and session.
// Nothing foreign is awaited between the first and the last request of a transaction, and only its `complete` counts.
import { sessionDeleted, WorkingMemoryError } from '../errors.ts';
import {
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
} from '../ports/storage.ts';
import { answerOf, endOf } from './idb-promises.ts';

const DATABASE_VERSION = 1;
const STORES = ['manifest', 'journal', ...ROW_STORES] as const;

export interface IdbStorageOptions {
  /** Name of the database; default `working-memory`. */
  readonly name?: string;
}

export function idbStorage({ name = 'working-memory' }: IdbStorageOptions = {}): Storage {
  let opening: Promise<IDBDatabase> | undefined;

  const database = (): Promise<IDBDatabase> => {
    opening ??= open(name, () => (opening = undefined)).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  /** Runs `work` in one transaction and resolves after its `complete`. */
  async function transact<T>(
    stores: readonly string[],
    mode: 'readonly' | 'readwrite',
    work: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = await begin(stores, mode);
    const done = endOf(transaction);
    // `done` may reject while `work` is still waiting; without this it would count as unhandled.
    done.catch(() => undefined);
    try {
      const value = await work(transaction);
      // Under quota every request succeeds and only the end of the transaction says no.
      await done;
      return value;
    } catch (error) {
      abort(transaction);
      throw translate(error);
    }
  }

  /** Browsers close a database under a page's feet (site data cleared, tab suspended): reopen, once. */
  async function begin(stores: readonly string[], mode: 'readonly' | 'readwrite'): Promise<IDBTransaction> {
    try {
      return (await database()).transaction([...stores], mode);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw translate(error);
      opening = undefined;
      return (await database()).transaction([...stores], mode);
    }
  }

  const changedSince = (address: SessionAddress, head: number): Promise<Moved | undefined> =>
    transact(['manifest', 'journal', ...ROW_STORES], 'readonly', async (transaction) => {
      const manifest = await manifestOf(transaction, address);
      if (!manifest || manifest.head === head) return undefined;
      return changesSince(transaction, address, manifest, head);
    });

  return {
    kind: 'indexeddb',

    load: (address, stores) =>
      transact(['manifest', ...stores], 'readonly', async (transaction) => {
        const [manifest, ...rows] = await Promise.all([
          manifestOf(transaction, address),
          ...stores.map((store) => rowsOf(transaction, address, store)),
        ]);
        return { manifest, rows: rows.flat() };
      }),

    async commit(address, expectedHead, batch): Promise<CommitOutcome> {
      const scope = new Set(['manifest', 'journal', ...batch.rows.map((row) => row.store)]);
      const done = await transact([...scope], 'readwrite', async (transaction) => {
        const manifest = await manifestOf(transaction, address);
        if (!manifest && expectedHead > 0) throw sessionDeleted(address.session);
        if (manifest && manifest.head !== expectedHead) return false;
        const writes: Promise<unknown>[] = [];
        const issue = (store: string, request: (store: IDBObjectStore) => IDBRequest): void => {
          const write = answerOf(request(transaction.objectStore(store)));
          // A later request may throw before all are awaited; this one would then reject with no one listening.
          write.catch(() => undefined);
          writes.push(write);
        };
        for (const { store, key, value } of batch.rows) {
          const place = keyOf(address, key);
          issue(store, (rows) => (value ? rows.put(value, place) : rows.delete(place)));
        }
        issue('journal', (entries) => entries.put(batch.entry, keyOf(address, batch.entry.head)));
        issue('manifest', (manifests) => manifests.put(batch.manifest, keyOf(address)));
        if (batch.dropJournalUpTo > 0) {
          const dropped = IDBKeyRange.bound(keyOf(address, 0), keyOf(address, batch.dropJournalUpTo));
          issue('journal', (entries) => entries.delete(dropped));
        }
        await Promise.all(writes);
        return true;
      });
      if (done) return { status: 'done' };
      const moved = await changedSince(address, expectedHead);
      if (moved) return { status: 'moved', moved };
      throw new WorkingMemoryError(
        'session-busy',
        `The session went back to commit ${expectedHead} while a command was written. Open it again.`,
        { attempts: 1 },
      );
    },

    since: changedSince,

    row: (address, store, key) =>
      transact([store], 'readonly', (transaction) => answerOf(transaction.objectStore(store).get(keyOf(address, key)))),

    rows: (address, store, after, limit) =>
      transact([store], 'readonly', async (transaction) => {
        const range = IDBKeyRange.bound(keyOf(address, after), upperEnd(address), true);
        return rowsIn(transaction, store, range, limit);
      }),

    sessions: () =>
      transact(['manifest', 'sessions'], 'readonly', async (transaction) => {
        const manifests = transaction.objectStore('manifest');
        const [keys, values] = await Promise.all([answerOf(manifests.getAllKeys()), answerOf(manifests.getAll())]);
        const row = (address: SessionAddress): Promise<Row | undefined> =>
          answerOf(transaction.objectStore('sessions').get(keyOf(address, 'session')));
        return Promise.all(
          (keys as [string, string][]).map(async ([workspace, session], index): Promise<StoredSession> => {
            const address = { workspace, session };
            return { ...address, manifest: values[index], row: await row(address) };
          }),
        );
      }),

    remove: (address) =>
      transact(STORES, 'readwrite', async (transaction) => {
        await Promise.all(STORES.map((store) => answerOf(transaction.objectStore(store).delete(all(address)))));
      }),

    journal: (address, from, limit) =>
      transact(['journal'], 'readonly', (transaction) =>
        answerOf(transaction.objectStore('journal').getAll(after(address, from), limit)),
      ),

    async close() {
      const open = opening;
      opening = undefined;
      (await open?.catch(() => undefined))?.close();
    },
  };
}

const keyOf = ({ workspace, session }: SessionAddress, ...rest: (string | number)[]): IDBValidKey => [
  workspace,
  session,
  ...rest,
];

/** Every key under a session. An array sorts after every string and number, so `[]` is the upper end. */
const upperEnd = (address: SessionAddress): IDBValidKey => [address.workspace, address.session, []];

const all = (address: SessionAddress): IDBKeyRange => IDBKeyRange.bound(keyOf(address), upperEnd(address));

const after = (address: SessionAddress, head: number): IDBKeyRange =>
  IDBKeyRange.bound(keyOf(address, head), upperEnd(address), true);

const manifestOf = (transaction: IDBTransaction, address: SessionAddress): Promise<Manifest | undefined> =>
  answerOf(transaction.objectStore('manifest').get(keyOf(address)));

const rowsOf = (transaction: IDBTransaction, address: SessionAddress, store: RowStore): Promise<RowChange[]> =>
  rowsIn(transaction, store, all(address));

async function rowsIn(
  transaction: IDBTransaction,
  store: RowStore,
  range: IDBKeyRange,
  limit?: number,
): Promise<RowChange[]> {
  const source = transaction.objectStore(store);
  const [keys, values] = await Promise.all([
    answerOf(source.getAllKeys(range, limit)),
    answerOf(source.getAll(range, limit)),
  ]);
  return values.map((value, index) => ({ store, key: (keys[index] as [string, string, string])[2], value }));
}

async function changesSince(
  transaction: IDBTransaction,
  address: SessionAddress,
  manifest: Manifest,
  head: number,
): Promise<Moved> {
  const journal = transaction.objectStore('journal');
  const entries: JournalEntry[] = await answerOf(journal.getAll(after(address, head)));
  if (entries.length !== manifest.head - head) return { manifest, rows: [], entries: undefined };
  const touched = new Map<string, RowKey>();
  for (const key of entries.flatMap((entry) => entry.touched)) touched.set(`${key.store} ${key.key}`, key);
  const rows = await Promise.all(
    [...touched.values()].map(async ({ store, key }): Promise<RowChange> => ({
      store,
      key,
      value: await answerOf(transaction.objectStore(store).get(keyOf(address, key))),
    })),
  );
  return { manifest, rows, entries };
}

async function open(name: string, lost: () => void): Promise<IDBDatabase> {
  if (typeof indexedDB === 'undefined') {
    throw new WorkingMemoryError(
      'storage-unavailable',
      "IndexedDB does not exist here. Pass another storage, or `storage: 'memory'` to keep nothing.",
      { reason: 'indexedDB is undefined' },
    );
  }
  try {
    const request = indexedDB.open(name, DATABASE_VERSION);
    request.addEventListener('upgradeneeded', () => {
      for (const store of STORES) request.result.createObjectStore(store);
    });
    const database = await answerOf(request);
    // A newer library waits for this connection: let it pass, the next command here says what happened.
    database.addEventListener('versionchange', () => {
      database.close();
      lost();
    });
    database.addEventListener('close', lost);
    return database;
  } catch (error) {
    throw translate(error);
  }
}

function abort(transaction: IDBTransaction): void {
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
      'The browser refused to store more for this site. Nothing of this command was kept; free some space and retry.',
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
  return new WorkingMemoryError(
    'storage-unavailable',
    `IndexedDB could not answer (${reason}). The command had no effect; retry, and reload the page if it stays so.`,
    { reason },
    { cause: error },
  );
}
