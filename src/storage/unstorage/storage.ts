// Storage over any driver of unstorage, for one process at a time. Drivers lack transactions and compare-and-set: a
// pending record makes a commit atomic, and a queue in this process serializes commits.
import { checkOptions, required, withMethods } from '../../options/rules.ts';
import { isRemovable } from '../basis.ts';
import { storageFailed } from '../failures.ts';
import type { CommitOutcome, SessionAddress, Storage, StoredSession } from '../port.ts';
import { pageOf } from '../session-page.ts';
import { SessionQueues } from '../session-queues.ts';
import { commitOf, type MetaRecord, removalOf } from './batch.ts';
import { METAS, type Keyspace, PENDINGS, keyspaceNamed, keyspaceOf, rowKey, storeBase } from './keys.ts';
import { PendingWrites } from './pending-writes.ts';
import { changesSince, entriesAfter, orderedKeys, rowsAt } from './reading.ts';
import { translate, type UnstorageLike } from './records.ts';

/** Options of `unstorageStorage`. */
export interface UnstorageStorageOptions {
  /** The result of `createStorage({ driver })`. Every read must see the latest write. */
  readonly storage: UnstorageLike;
}

/** State shared by all adapters over one storage object. */
interface Shared {
  readonly queues: SessionQueues;
  readonly writes: PendingWrites;
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
  const { queues, writes } = sharedOver(storage);

  /** Runs one operation per session at a time, after carrying out a pending commit. */
  async function inTurn<T>(keyspace: Keyspace, work: (stored: MetaRecord | undefined) => Promise<T>): Promise<T> {
    try {
      return await queues.run(keyspace.name, async () => work(await writes.finish(keyspace)));
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

  return {
    kind: 'unstorage, one process at a time',

    load: (address, stores) =>
      inSession(address, async (keyspace, stored) => {
        const bases = stores.map((store) => `${storeBase(keyspace, store)}:`);
        const keys = await storage.getKeys(keyspace.rows);
        const asked = keys.filter((key) => bases.some((base) => key.startsWith(base)));
        return { manifest: stored?.manifest, rows: await rowsAt(storage, asked) };
      }),

    commit: (address, basis, batch) =>
      inSession(address, async (keyspace, stored): Promise<CommitOutcome> => {
        const moved = await changesSince(storage, keyspace, stored, basis, address.session);
        if (moved) return { status: 'moved', moved };
        await writes.write(keyspace, commitOf(address, stored, batch));
        return { status: 'done' };
      }),

    since: (address, basis) =>
      inSession(address, (keyspace, stored) => changesSince(storage, keyspace, stored, basis, address.session)),

    row: (address, store, key) =>
      inSession(address, async (keyspace) => (await rowsAt(storage, [rowKey(keyspace, store, key)]))[0]?.value),

    rows: (address, store, after, limit) =>
      inSession(address, async (keyspace) => {
        const keys = await orderedKeys(storage, keyspace, store);
        const page = keys.filter(({ key }) => key > after).slice(0, Math.max(0, limit));
        return rowsAt(
          storage,
          page.map(({ at }) => at),
        );
      }),

    async sessions(page = {}) {
      const found: StoredSession[] = [];
      for (const name of await sessionNames(storage)) {
        const keyspace = keyspaceNamed(name);
        await inTurn(keyspace, async (stored) => {
          if (!stored) return;
          const { workspace, session, manifest } = stored;
          const [row] = await rowsAt(storage, [rowKey(keyspace, 'sessions', 'session')]);
          found.push({ workspace, session, manifest, row: row?.value });
        });
      }
      return pageOf(found, page);
    },

    remove: (address, basis) =>
      inSession(address, async (keyspace, stored) => {
        if (!isRemovable(stored?.manifest, basis)) return false;
        if (stored) await writes.write(keyspace, removalOf(stored));
        return true;
      }),

    journal: (address, from, limit) =>
      inSession(address, (keyspace, stored) => entriesAfter(storage, keyspace, stored, from, limit)),

    async close() {
      await queues.ended();
    },
  };
}

function sharedOver(storage: UnstorageLike): Shared {
  const known = shared.get(storage) ?? { queues: new SessionQueues(), writes: new PendingWrites(storage) };
  shared.set(storage, known);
  return known;
}

/** Returns the names of the keyspaces of all sessions, also of those whose first commit is still pending. */
async function sessionNames(storage: UnstorageLike): Promise<Set<string>> {
  const names = new Set<string>();
  try {
    for (const base of [METAS, PENDINGS]) {
      for (const key of await storage.getKeys(base)) names.add(key.slice(base.length + 1));
    }
  } catch (error) {
    throw translate(error);
  }
  return names;
}

/** Rejects another session with the same key: long names are shortened to a prefix and a short hash. */
function refuseOther(keyspace: Keyspace, stored: MetaRecord, { workspace, session }: SessionAddress): void {
  if (stored.workspace === workspace && stored.session === session) return;
  const owner = `session ${stored.session} of ${stored.workspace}`;
  throw storageFailed(`${keyspace.meta} belongs to ${owner}`, 'Use another name', 'two names have one hash');
}
