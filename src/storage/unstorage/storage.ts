// Storage over any driver of unstorage. Drivers have neither transactions nor a comparison: a pending record makes a
// commit whole, a queue in this process makes commits take turns. Only one process may use the data at a time.
import { isWorkingMemoryError, sessionDeleted } from '../../errors.ts';
import { storageFailed } from '../failures.ts';
import type {
  CommitOutcome,
  JournalEntry,
  Moved,
  Row,
  RowChange,
  RowKey,
  RowStore,
  SessionAddress,
  Storage,
  StoredSession,
} from '../port.ts';
import { carryOut, commitOf, isDue, type Meta, type Pending, readPending, removalOf, type RowRecord } from './batch.ts';
import { entryKey, keyOfRow, METAS, type Place, PENDINGS, placeNamed, placeOf, rowKey, storeBase } from './keys.ts';
import { readAll, readRecord, recordOf, translate, type UnstorageLike } from './records.ts';

export interface UnstorageStorageOptions {
  /** What `createStorage({ driver })` returned. Each write must be seen by the next read. */
  readonly storage: UnstorageLike;
}

/** What all adapters over one storage object share. */
interface Shared {
  readonly turns: Map<string, Promise<unknown>>;
  /** Pending records that were refused to their owners and could not be taken away. */
  readonly refused: Set<string>;
  /** A driver that is read-only says nothing when it is written to. */
  isWritable: boolean;
}

const shared = new WeakMap<UnstorageLike, Shared>();

/** The layout is in docs/storage-format.md. Adapters over one storage object may share sessions; processes may not. */
export function unstorageStorage({ storage }: UnstorageStorageOptions): Storage {
  const ours = shared.get(storage) ?? { turns: new Map(), refused: new Set(), isWritable: false };
  shared.set(storage, ours);

  /** One operation per session at a time, on a session where nothing is pending. */
  async function inTurn<T>(place: Place, work: (stored: Meta | undefined) => Promise<T>): Promise<T> {
    const turn = (ours.turns.get(place.name) ?? Promise.resolve())
      .then(async () => work(await settle(place)))
      .catch((error: unknown) => {
        throw translate(error);
      });
    const done = turn.catch(() => undefined);
    ours.turns.set(place.name, done);
    await done;
    if (ours.turns.get(place.name) === done) ours.turns.delete(place.name);
    return turn;
  }

  function settled<T>(
    address: SessionAddress,
    work: (place: Place, stored: Meta | undefined) => Promise<T>,
  ): Promise<T> {
    const place = placeOf(address);
    return inTurn(place, async (stored) => {
      if (stored) refuseOther(place, stored, address);
      return work(place, stored);
    });
  }

  async function settle(place: Place): Promise<Meta | undefined> {
    const pending = await readPending(storage, place);
    const record = (await storage.getItem(place.meta)) ?? undefined;
    if (pending) {
      if (!ours.refused.has(pending.id) && isDue(pending, metaBefore(record, place))) {
        await carryOut(storage, place, pending);
        return pending.meta;
      }
      await storage.removeItem(place.pending);
      ours.refused.delete(pending.id);
    }
    return record === undefined ? undefined : readRecord<Meta>(record, place.meta);
  }

  /** When this resolves the batch counts. */
  async function putPending(place: Place, pending: Pending): Promise<void> {
    const record = recordOf(pending);
    try {
      await storage.setItem(place.pending, record);
      if (!ours.isWritable && (await storage.getItem(place.pending)) !== record) {
        throw new Error('What was written cannot be read: the driver is read-only, or its reads lag behind its writes');
      }
      ours.isWritable = true;
    } catch (error) {
      ours.refused.add(pending.id);
      await storage.removeItem(place.pending).catch(() => {
        throw storageFailed(
          'The driver of unstorage could not answer',
          'This command counts only if this process ends before the driver answers again',
          error,
        );
      });
      ours.refused.delete(pending.id);
      throw error;
    }
  }

  const write = async (place: Place, pending: Pending): Promise<void> => {
    await putPending(place, pending);
    // From here on it counts, whatever happens: the next operation carries it out before anything else.
    await carryOut(storage, place, pending).catch(() => undefined);
  };

  async function rowsAt(keys: readonly string[]): Promise<RowChange[]> {
    const records = await readAll(storage, keys);
    return [...records].map(([at, record]) => rowOf(at, record));
  }

  async function entries(
    place: Place,
    { first, manifest }: Meta,
    head: number,
    limit = Infinity,
  ): Promise<JournalEntry[]> {
    const from = Math.max(first, head + 1);
    const count = Math.max(0, Math.min(manifest.head - from + 1, limit));
    const keys = Array.from({ length: count }, (_, index) => entryKey(place, from + index));
    return [...(await readAll(storage, keys))].map(([key, record]) => readRecord<JournalEntry>(record, key));
  }

  async function changesSince(place: Place, stored: Meta, head: number): Promise<Moved> {
    const { manifest } = stored;
    const newer = await entries(place, stored, head);
    if (newer.length !== manifest.head - head) return { manifest, rows: [], entries: undefined };
    const touched = new Map<string, RowKey>();
    for (const { store, key } of newer.flatMap((entry) => entry.touched))
      touched.set(rowKey(place, store, key), { store, key });
    const records = await readAll(storage, [...touched.keys()]);
    const rows = [...touched].map(([at, row]): RowChange => ({
      ...row,
      value: records.has(at) ? rowOf(at, records.get(at)).value : undefined,
    }));
    return { manifest, rows, entries: newer };
  }

  return {
    kind: 'unstorage, one process at a time',

    load: (address, stores) =>
      settled(address, async (place, stored) => {
        if (!stored) return { manifest: undefined, rows: [] };
        const bases = stores.map((store) => `${storeBase(place, store)}:`);
        const keys = await storage.getKeys(place.rows);
        const rows = await rowsAt(keys.filter((key) => bases.some((base) => key.startsWith(base))));
        return { manifest: stored.manifest, rows };
      }),

    commit: (address, expectedHead, batch) =>
      settled(address, async (place, stored): Promise<CommitOutcome> => {
        if (!stored && expectedHead > 0) throw sessionDeleted(address.session);
        if (stored && stored.manifest.head !== expectedHead) {
          return { status: 'moved', moved: await changesSince(place, stored, expectedHead) };
        }
        await write(place, commitOf(address, stored, batch));
        return { status: 'done' };
      }),

    since: (address, head) =>
      settled(address, async (place, stored) =>
        stored && stored.manifest.head !== head ? changesSince(place, stored, head) : undefined,
      ),

    row: (address, store, key) =>
      settled(address, async (place) => (await rowsAt([rowKey(place, store, key)]))[0]?.value),

    rows: (address, store, after, limit) =>
      settled(address, async (place) => {
        const keys = await orderedKeys(storage, storeBase(place, store));
        const page = keys.filter(({ key }) => key > after).slice(0, Math.max(0, limit));
        return rowsAt(page.map(({ at }) => at));
      }),

    async sessions() {
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
        const place = placeNamed(name);
        await inTurn(place, async (stored) => {
          if (!stored) return;
          const { workspace, session, manifest } = stored;
          const [row] = await rowsAt([rowKey(place, 'sessions', 'session')]);
          found.push({ workspace, session, manifest, row: row?.value });
        });
      }
      const order = ({ workspace, session }: SessionAddress): string => JSON.stringify([workspace, session]);
      return found.sort((one, other) => (order(one) < order(other) ? -1 : 1));
    },

    remove: (address) =>
      settled(address, async (place, stored) => {
        if (stored) await write(place, removalOf(stored));
      }),

    journal: (address, from, limit) =>
      settled(address, async (place, stored) => (stored ? entries(place, stored, from, limit) : [])),

    async close() {
      await Promise.all(ours.turns.values());
    },
  };
}

function metaBefore(record: unknown, place: Place): Meta | 'torn' | undefined {
  if (record === undefined) return undefined;
  try {
    return readRecord<Meta>(record, place.meta);
  } catch (error) {
    if (record instanceof Error || isWorkingMemoryError(error, 'storage-version')) throw error;
    return 'torn';
  }
}

/** Long names are told apart by a short hash. */
function refuseOther(place: Place, stored: Meta, { workspace, session }: SessionAddress): void {
  if (stored.workspace === workspace && stored.session === session) return;
  const owner = `session ${stored.session} of ${stored.workspace}`;
  throw storageFailed(`${place.meta} belongs to ${owner}`, 'Use another name', 'two names have one hash');
}

/** A row that cannot be read is given as one that will be put aside. */
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
