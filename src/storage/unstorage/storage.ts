// Storage over any driver of unstorage, for one process at a time. Drivers lack transactions and compare-and-set: a
// pending record makes a commit atomic, and a queue in this process serializes commits.
import { isWorkingMemoryError } from '../../errors.ts';
import { checkOptions, required, withMethods } from '../../options/rules.ts';
import { isRemovable, laterManifest, movedSince } from '../basis.ts';
import { storageFailed } from '../failures.ts';
import type {
  Basis,
  CommitOutcome,
  StoredEntry,
  StoredManifest,
  Moved,
  Row,
  RowChange,
  RowStore,
  SessionAddress,
  Storage,
  StoredSession,
} from '../port.ts';
import { pageOf } from '../session-page.ts';
import { SessionQueues } from '../session-queues.ts';
import {
  carryOut,
  commitOf,
  isDue,
  type MetaRecord,
  type PendingRecord,
  readPending,
  removalOf,
  type RowRecord,
} from './batch.ts';
import {
  entryKey,
  keyOfRow,
  METAS,
  type Keyspace,
  PENDINGS,
  keyspaceNamed,
  keyspaceOf,
  rowKey,
  storeBase,
} from './keys.ts';
import { readAll, readRecord, recordOf, translate, type UnstorageLike } from './records.ts';

/** Options of `unstorageStorage`. */
export interface UnstorageStorageOptions {
  /** The result of `createStorage({ driver })`. Every read must see the latest write. */
  readonly storage: UnstorageLike;
}

/** Heads of the oldest and of the newest entry. */
interface EntryRange {
  readonly first: number;
  readonly manifest: Pick<StoredManifest, 'head'>;
}

/** State shared by all adapters over one storage object. */
interface Shared {
  readonly queues: SessionQueues;
  /** Ids of pending records whose commit was rejected and whose removal failed. */
  readonly refused: Set<string>;
  /** Whether a write was read back: read-only drivers ignore writes without an error. */
  isWritable: boolean;
}

const shared = new WeakMap<UnstorageLike, Shared>();

const OPTIONS = {
  storage: required(withMethods('the result of createStorage()', ['getItem', 'setItem', 'removeItem', 'getKeys'])),
};

/**
 * Keeps sessions in a driver of unstorage (docs/storage-format.md).
 * Adapters over one object share them; processes may not.
 * @throws invalid-option
 */
export function unstorageStorage(options: UnstorageStorageOptions): Storage {
  checkOptions(options, OPTIONS, 'unstorageStorage', 'an object such as { storage: createStorage({ driver }) }');
  const { storage } = options;
  const ours = shared.get(storage) ?? { queues: new SessionQueues(), refused: new Set(), isWritable: false };
  shared.set(storage, ours);

  /** Runs one operation per session at a time, after carrying out a pending commit. */
  async function inTurn<T>(keyspace: Keyspace, work: (stored: MetaRecord | undefined) => Promise<T>): Promise<T> {
    try {
      return await ours.queues.run(keyspace.name, async () => work(await finishPending(keyspace)));
    } catch (error) {
      throw translate(error);
    }
  }

  function inSession<T>(
    address: SessionAddress,
    work: (keyspace: Keyspace, stored: MetaRecord | undefined) => Promise<T>,
  ): Promise<T> {
    const keyspace = keyspaceOf(address);
    return inTurn(keyspace, async (stored) => {
      if (stored) refuseOther(keyspace, stored, address);
      return work(keyspace, stored);
    });
  }

  async function finishPending(keyspace: Keyspace): Promise<MetaRecord | undefined> {
    const pending = await readPending(storage, keyspace);
    const record = (await storage.getItem(keyspace.meta)) ?? undefined;
    if (pending) {
      if (!ours.refused.has(pending.id) && isDue(pending, metaBefore(record, keyspace))) {
        await carryOut(storage, keyspace, pending);
        return pending.meta;
      }
      await storage.removeItem(keyspace.pending);
      ours.refused.delete(pending.id);
    }
    return record === undefined ? undefined : readRecord<MetaRecord>(record, keyspace.meta);
  }

  /** Stores the pending record: the commit counts once this resolves. */
  async function putPending(keyspace: Keyspace, pending: PendingRecord): Promise<void> {
    const record = recordOf(pending);
    try {
      await storage.setItem(keyspace.pending, record);
      if (!ours.isWritable && (await storage.getItem(keyspace.pending)) !== record) {
        throw new Error('What was written cannot be read: the driver is read-only, or its reads lag behind its writes');
      }
      ours.isWritable = true;
    } catch (error) {
      ours.refused.add(pending.id);
      await storage.removeItem(keyspace.pending).catch(() => {
        throw storageFailed(
          'The driver of unstorage failed',
          'This command takes effect only if this process ends before the driver works again',
          error,
        );
      });
      ours.refused.delete(pending.id);
      throw error;
    }
  }

  const write = async (keyspace: Keyspace, pending: PendingRecord): Promise<void> => {
    await putPending(keyspace, pending);
    // The commit counts already: after a failure here the next operation carries it out first.
    await carryOut(storage, keyspace, pending).catch(() => undefined);
  };

  async function rowsAt(keys: readonly string[]): Promise<RowChange[]> {
    const records = await readAll(storage, keys);
    return [...records].map(([at, record]) => rowOf(at, record));
  }

  /** Returns the range of stored entries of a session whose record is missing. */
  async function range({ journal }: Keyspace): Promise<EntryRange> {
    const keys = await storage.getKeys(journal);
    const heads = keys.map((key) => Number(key.slice(journal.length + 1))).filter((head) => head > 0);
    return { first: Math.min(...heads), manifest: { head: Math.max(0, ...heads) } };
  }

  async function entries(
    keyspace: Keyspace,
    { first, manifest }: EntryRange,
    head: number,
    limit = Infinity,
  ): Promise<StoredEntry[]> {
    const from = Math.max(first, head + 1);
    const count = Math.max(0, Math.min(manifest.head - from + 1, limit));
    const keys = Array.from({ length: count }, (_, index) => entryKey(keyspace, from + index));
    return [...(await readAll(storage, keys))].map(([key, record]) => readRecord<StoredEntry>(record, key));
  }

  async function changesSince(
    keyspace: Keyspace,
    stored: MetaRecord | undefined,
    basis: Basis,
    session: string,
  ): Promise<Moved | undefined> {
    const manifest = laterManifest(stored?.manifest, basis, session);
    if (!stored || !manifest) return undefined;
    return movedSince(basis, manifest, await entries(keyspace, stored, basis.head), async (keys) => {
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

  return {
    kind: 'unstorage, one process at a time',

    load: (address, stores) =>
      inSession(address, async (keyspace, stored) => {
        const bases = stores.map((store) => `${storeBase(keyspace, store)}:`);
        const keys = await storage.getKeys(keyspace.rows);
        const rows = await rowsAt(keys.filter((key) => bases.some((base) => key.startsWith(base))));
        return { manifest: stored?.manifest, rows };
      }),

    commit: (address, basis, batch) =>
      inSession(address, async (keyspace, stored): Promise<CommitOutcome> => {
        const moved = await changesSince(keyspace, stored, basis, address.session);
        if (moved) return { status: 'moved', moved };
        await write(keyspace, commitOf(address, stored, batch));
        return { status: 'done' };
      }),

    since: (address, basis) =>
      inSession(address, (keyspace, stored) => changesSince(keyspace, stored, basis, address.session)),

    row: (address, store, key) =>
      inSession(address, async (keyspace) => (await rowsAt([rowKey(keyspace, store, key)]))[0]?.value),

    rows: (address, store, after, limit) =>
      inSession(address, async (keyspace) => {
        const keys = await orderedKeys(storage, storeBase(keyspace, store));
        const page = keys.filter(({ key }) => key > after).slice(0, Math.max(0, limit));
        return rowsAt(page.map(({ at }) => at));
      }),

    async sessions(page = {}) {
      const names = new Set<string>();
      try {
        for (const base of [METAS, PENDINGS]) {
          for (const key of await storage.getKeys(base)) names.add(key.slice(base.length + 1));
        }
      } catch (error) {
        throw translate(error);
      }
      const found: StoredSession[] = [];
      for (const name of names) {
        const keyspace = keyspaceNamed(name);
        await inTurn(keyspace, async (stored) => {
          if (!stored) return;
          const { workspace, session, manifest } = stored;
          const [row] = await rowsAt([rowKey(keyspace, 'sessions', 'session')]);
          found.push({ workspace, session, manifest, row: row?.value });
        });
      }
      return pageOf(found, page);
    },

    remove: (address, basis) =>
      inSession(address, async (keyspace, stored) => {
        if (!isRemovable(stored?.manifest, basis)) return false;
        if (stored) await write(keyspace, removalOf(stored));
        return true;
      }),

    journal: (address, from, limit) =>
      inSession(address, async (keyspace, stored) => entries(keyspace, stored ?? (await range(keyspace)), from, limit)),

    async close() {
      await ours.queues.ended();
    },
  };
}

function metaBefore(record: unknown, keyspace: Keyspace): MetaRecord | 'torn' | undefined {
  if (record === undefined) return undefined;
  try {
    return readRecord<MetaRecord>(record, keyspace.meta);
  } catch (error) {
    if (record instanceof Error || isWorkingMemoryError(error, 'storage-version')) throw error;
    return 'torn';
  }
}

/** Rejects another session with the same key: long names are shortened to a prefix and a short hash. */
function refuseOther(keyspace: Keyspace, stored: MetaRecord, { workspace, session }: SessionAddress): void {
  if (stored.workspace === workspace && stored.session === session) return;
  const owner = `session ${stored.session} of ${stored.workspace}`;
  throw storageFailed(`${keyspace.meta} belongs to ${owner}`, 'Use another name', 'two names have one hash');
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

async function orderedKeys(storage: UnstorageLike, base: string): Promise<{ at: string; key: string }[]> {
  const all = (await storage.getKeys(base)).map((at) => ({ at, key: keyOfRow(at) }));
  const long = await readAll(
    storage,
    all.filter(({ key }) => key === undefined).map(({ at }) => at),
  );
  const named = all.map(({ at, key }) => ({ at, key: key ?? rowOf(at, long.get(at)).key }));
  return named.sort((one, other) => (one.key < other.key ? -1 : 1));
}
