// Encryption at rest around any storage: the storage below sees sealed values and names that tell nothing.
import { invalidOption, isWorkingMemoryError, sessionBusy, sessionDeleted } from '../../errors.ts';
import { MOST_ATTEMPTS } from '../../options/policy.ts';
import { checkOptions, required, rule } from '../../options/rules.ts';
import { idbStorage } from '../indexeddb/storage.ts';
import type { Basis, CommitOutcome, RowChange, RowStore, SessionAddress, Sentinels, Storage } from '../port.ts';
import { pageOf } from '../session-page.ts';
import { storageKey } from './key-failures.ts';
import type { SealedPlace } from './key-ring.ts';
import { giveToWorkers } from './keys-for-workers.ts';
import { listSessions } from './list-sessions.ts';
import { givePageSentinels } from './page-sentinels.ts';
import { Places } from './places.ts';
import {
  isNumeric,
  isPaged,
  openEntries,
  openManifest,
  openMoved,
  openRow,
  openRows,
  sealedBasis,
  sealedBatch,
  sealedKey,
} from './sealed-session.ts';
import { openName } from './seals.ts';
import { KEY, keyGiver, type WorkspaceKey } from './workspace-key.ts';

/** Options of `encrypted`. */
export interface EncryptionOptions {
  /** The key of all workspaces that are opened over this storage, or a function that gives it, asked once. */
  readonly key: WorkspaceKey;
}

/** Returns the storage to wrap. @param where name of the function that it was given to @throws invalid-option */
export function storageBelow(storage: Storage | 'indexeddb', where: string): Storage {
  const inner: Partial<Storage> | undefined = storage === 'indexeddb' ? idbStorage() : storage;
  if (inner?.sessions) return inner as Storage;
  throw invalidOption(`${where}.storage`, "'indexeddb' or a storage adapter, such as memoryStorage()", storage);
}

/**
 * Returns the same storage, which seals all that it stores but numbers: heads, indexes of messages, sizes.
 *
 * @param storage any adapter, or `'indexeddb'`
 * @throws invalid-option; its calls also storage-key, when the key does not open what is stored
 * @example const sealed = encrypted('indexeddb', { key });
 */
export function encrypted(storage: Storage | 'indexeddb', options: EncryptionOptions): Storage {
  checkOptions(options, { key: required(rule<unknown>(KEY, () => true)) }, 'encrypted', 'an object such as { key }');
  const inner = storageBelow(storage, 'encrypted');
  const keyOf = keyGiver(options.key, 'encrypted.key');
  const places = new Places(inner, keyOf);

  /** Asks at the known place of the session; if it is no longer there, looks its place up and asks again. */
  async function atPlace<T>(
    address: SessionAddress,
    basis: Basis,
    ask: (place: SealedPlace, basis: Basis) => Promise<T>,
  ): Promise<T | undefined> {
    const known = basis.head === 0 ? undefined : await places.known(address);
    try {
      if (known) return await ask(known, await sealedBasis(known, basis));
    } catch (error) {
      if (!isWorkingMemoryError(error, 'not-found')) throw error;
    }
    const place = await places.lookUp(address);
    if (place && place.at.session !== known?.at.session) return ask(place, await sealedBasis(place, basis));
    if (basis.head > 0) throw sessionDeleted(address.session);
    return undefined;
  }

  async function commitAt(
    place: SealedPlace,
    basis: Basis,
    batch: Parameters<Storage['commit']>[2],
  ): Promise<CommitOutcome> {
    const outcome = await inner.commit(place.at, basis, await sealedBatch(place, batch));
    return outcome.status === 'done' ? outcome : { status: 'moved', moved: await openMoved(place, outcome.moved) };
  }

  /** Makes the first commit of a session; starts over if another owner deletes the place meanwhile. */
  async function commitFirst(address: SessionAddress, batch: Parameters<Storage['commit']>[2]): Promise<CommitOutcome> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const place = await places.made(address);
      if (!place) continue;
      const outcome = await commitAt(place, { head: 0 }, batch);
      const now = await places.lookUp(address);
      if (outcome.status === 'moved' || now?.at.session === place.at.session) return outcome;
      await inner.remove(place.at);
    }
    throw sessionBusy(MOST_ATTEMPTS);
  }

  async function rowsInOrder(place: SealedPlace, store: RowStore, after: string, limit: number): Promise<RowChange[]> {
    if (isPaged(store) && (after === '' || isNumeric(after))) {
      const page = await inner.rows(place.at, store, after, limit);
      if (page.every(({ key }) => isNumeric(key))) return openRows(place, page);
    }
    // Sealed names have no order: open all rows and sort them by their keys.
    const { rows } = await inner.load(place.at, [store]);
    const opened = (await openRows(place, rows)).filter(({ key }) => key > after);
    return opened.sort((one, other) => (one.key < other.key ? -1 : 1)).slice(0, limit);
  }

  const { sentinels, flush, trim } = inner;
  const ofPlace = async <T>(
    address: SessionAddress,
    ask: (place: SealedPlace) => Promise<T>,
  ): Promise<T | undefined> => {
    const place = await places.known(address);
    return place && ask(place);
  };

  const whole: Storage = {
    kind: `${inner.kind}, encrypted`,
    ...(sentinels && { sentinels: underOpenNames(sentinels) }),

    async load(address, stores) {
      const place = await places.lookUp(address);
      if (!place) {
        // Otherwise the session in plain text would seem lost, and a new one would begin.
        if ((await inner.load(address, [])).manifest) throw storageKey('not-encrypted');
        return { manifest: undefined, rows: [] };
      }
      const { manifest, rows } = await inner.load(place.at, stores);
      const [opened, openedRows] = await Promise.all([
        manifest && openManifest(place, manifest),
        openRows(place, rows),
      ]);
      return { manifest: opened, rows: openedRows };
    },

    async commit(address, basis, batch) {
      if (basis.head === 0) return commitFirst(address, batch);
      const outcome = await atPlace(address, basis, (place, sealed) => commitAt(place, sealed, batch));
      if (!outcome) throw sessionDeleted(address.session);
      return outcome;
    },

    since: (address, basis) =>
      atPlace(address, basis, async (place, sealed) => {
        const moved = await inner.since(place.at, sealed);
        return moved && openMoved(place, moved);
      }),

    row: (address, store, key) =>
      ofPlace(address, async (place) => {
        const name = await sealedKey(place, { store, key });
        const value = await inner.row(place.at, store, name);
        return value && (await openRow(place, { store, key: name, value }))?.value;
      }),

    rows: async (address, store, after, limit) =>
      (await ofPlace(address, (place) => rowsInOrder(place, store, after, limit))) ?? [],

    sessions: async (page = {}) => pageOf(await listSessions(inner, await keyOf()), page),

    remove: (address, basis) => places.remove(address, basis),

    ...(trim && {
      trim: async (address, rows, upTo) =>
        ofPlace(address, async (place) => {
          const names = await Promise.all(
            rows.map(async ({ store, key }) => ({ store, key: await sealedKey(place, { store, key }) })),
          );
          await trim.call(inner, place.at, names, upTo);
        }),
    }),

    ...(flush && { flush: async (address) => ofPlace(address, (place) => flush.call(inner, place.at)) }),

    journal: async (address, from, limit) =>
      (await ofPlace(address, async (place) => openEntries(place, await inner.journal(place.at, from, limit)))) ?? [],

    close: () => inner.close(),
  };
  if (storage === 'indexeddb') giveToWorkers(whole, keyOf);
  if (inner.kind === 'indexeddb') givePageSentinels(whole);
  return whole;
}

/**
 * Replaces the names of sentinels by hashes without a key, because they are read before a key is at hand. Their texts
 * hold only random names and numbers.
 */
const underOpenNames = (sentinels: Sentinels): Sentinels => ({
  read: async (name) => sentinels.read(await openName(name)),
  write: async (name, text) => sentinels.write(await openName(name), text),
});
