// The key ring: data that the app's key opens. Each workspace has one, a session of its own in the storage below, with
// a row for every encrypted session: its keys and the random name under which it is stored. Without its row a session
// is noise, so deleting the row erases it, and a new key of the app rewrites only these rows.
import { sessionBusy } from '../../errors.ts';
import { MOST_ATTEMPTS } from '../../options/policy.ts';
import { type Row, type RowChange, type SessionAddress, type Storage, STORAGE_VERSION } from '../port.ts';
import { storageKey } from './key-failures.ts';
import {
  boundTo,
  hexOf,
  hmacKey,
  KEY_BYTES,
  keyedName,
  openName,
  type OwnBytes,
  randomBytes,
  seal,
  type SealingKeys,
  sealingKeys,
  unseal,
} from './seals.ts';

/** Stored name of the session that holds the ring of its workspace. No session of an app has this form. */
export const RING = '*keys';
const STORE = 'items';
/** Key of the row about the ring itself. */
const ABOUT = 'ring';
const NAMES_BYTES = 32;

export interface Ring {
  readonly at: SessionAddress;
  /** The workspace as the app named it. */
  readonly workspace: string;
  /** Key from which the names of its rows are computed. */
  readonly names: CryptoKey;
}

/** Place of an encrypted session, and the keys that open it. */
export interface SealedPlace {
  /** The address that the app knows. */
  readonly address: SessionAddress;
  /** The address in the storage below. */
  readonly at: SessionAddress;
  readonly keys: SealingKeys;
  /** Damaged rows whose keys are lost, by store and name: their names stand in for the keys. */
  readonly unopened: Set<string>;
}

interface AboutRing {
  readonly workspace: string;
  readonly names: OwnBytes;
}

interface RingRow {
  readonly session: string;
  readonly place: string;
  readonly keys: OwnBytes;
}

const ringAt = async (workspace: string): Promise<SessionAddress> => ({
  workspace: await openName(workspace),
  session: RING,
});

const boundIn = ({ workspace }: SessionAddress, key: string): string => boundTo(workspace, RING, STORE, key);

/** Returns the ring under this address; undefined if there is none. @throws storage-key */
export async function openRing(storage: Storage, at: SessionAddress, key: CryptoKey): Promise<Ring | undefined> {
  const row = await storage.row(at, STORE, ABOUT);
  if (!row) return undefined;
  if (!(row['sealed'] instanceof Uint8Array)) throw storageKey('lost');
  const about = await unseal(key, boundIn(at, ABOUT), row['sealed']).catch((error: unknown) => {
    throw storageKey('wrong', undefined, error);
  });
  const { workspace, names } = about as AboutRing;
  return { at, workspace, names: await hmacKey(names) };
}

/** Returns the ring of a workspace. @throws storage-key */
export const ringOf = async (storage: Storage, workspace: string, key: CryptoKey): Promise<Ring | undefined> =>
  openRing(storage, await ringAt(workspace), key);

/** Makes the ring of a workspace, unless another owner has made it meanwhile. @throws storage-key */
export async function makeRing(storage: Storage, workspace: string, key: CryptoKey): Promise<Ring> {
  const at = await ringAt(workspace);
  const others = await storage.sessions();
  if (others.some((other) => other.workspace === at.workspace && other.session !== RING)) throw storageKey('lost');
  const about: AboutRing = { workspace, names: randomBytes(NAMES_BYTES) };
  await changeRing(storage, at, async () => {
    if (await storage.row(at, STORE, ABOUT)) return [];
    return [{ store: STORE, key: ABOUT, value: await sealedRow(key, at, ABOUT, about) }];
  });
  const ring = await openRing(storage, at, key);
  if (!ring) throw storageKey('lost');
  return ring;
}

/** Returns the place of a session; undefined if the ring has no row for it. @throws storage-key */
export async function placeOf(
  storage: Storage,
  ring: Ring,
  session: string,
  key: CryptoKey,
): Promise<SealedPlace | undefined> {
  const name = await keyedName(ring.names, session);
  const row = await storage.row(ring.at, STORE, name);
  if (!row) return undefined;
  try {
    return await opened(ring, name, row['sealed'], key);
  } catch (error) {
    // After a change of keys all rows are under the new one: report a wrong key.
    await openRing(storage, ring.at, key);
    throw error;
  }
}

/** Gives a session keys, unless another owner has done so meanwhile. @throws storage-key */
export async function makePlace(
  storage: Storage,
  ring: Ring,
  session: string,
  key: CryptoKey,
): Promise<SealedPlace | undefined> {
  const name = await keyedName(ring.names, session);
  const row: RingRow = { session, place: hexOf(randomBytes(KEY_BYTES)), keys: randomBytes(KEY_BYTES) };
  const value = await sealedRow(key, ring.at, name, row);
  await changeRing(storage, ring.at, async () => {
    // Not under a key that was exchanged meanwhile.
    await openRing(storage, ring.at, key);
    return (await storage.row(ring.at, STORE, name)) ? [] : [{ store: STORE, key: name, value }];
  });
  return placeOf(storage, ring, session, key);
}

/**
 * Deletes the keys of a session, unless it has got others meanwhile: from then on nobody can read the data at this
 * place.
 * @returns the deleted row
 * @throws storage-key
 */
export async function dropPlace(
  storage: Storage,
  ring: Ring,
  { address, at }: SealedPlace,
  key: CryptoKey,
): Promise<RowChange | undefined> {
  const name = await keyedName(ring.names, address.session);
  let value: Row | undefined;
  await changeRing(storage, ring.at, async () => {
    const now = await placeOf(storage, ring, address.session, key);
    value = now?.at.session === at.session ? await storage.row(ring.at, STORE, name) : undefined;
    return value ? [{ store: STORE, key: name, value: undefined }] : [];
  });
  return value && { store: STORE, key: name, value };
}

/** Undoes `dropPlace`, unless the session has got other keys meanwhile. */
export const putPlaceBack = (storage: Storage, ring: Ring, dropped: RowChange): Promise<void> =>
  changeRing(storage, ring.at, async () => ((await storage.row(ring.at, STORE, dropped.key)) ? [] : [dropped]));

/** Returns all places of a ring, without rows that do not open. */
export async function placesOf(storage: Storage, ring: Ring, key: CryptoKey): Promise<SealedPlace[]> {
  const { rows } = await storage.load(ring.at, [STORE]);
  const places = await Promise.all(
    rows.map(async ({ key: name, value }) =>
      name === ABOUT ? undefined : opened(ring, name, value?.['sealed'], key).catch(() => undefined),
    ),
  );
  return places.filter((place) => place !== undefined);
}

/** Seals every row of a ring under another key, in one commit; the keys inside stay. Returns the number of sessions. */
export async function rewrapRing(
  storage: Storage,
  at: SessionAddress,
  from: CryptoKey,
  to: CryptoKey,
): Promise<number> {
  let sessions = 0;
  await changeRing(storage, at, async () => {
    const { rows } = await storage.load(at, [STORE]);
    const rewrapped = await Promise.all(
      rows.map(async ({ key, value }): Promise<RowChange | undefined> => {
        const sealed = value?.['sealed'];
        // A damaged row stays as it is.
        const inside =
          sealed instanceof Uint8Array && (await unseal(from, boundIn(at, key), sealed).catch(() => false));
        return inside ? { store: STORE, key, value: await sealedRow(to, at, key, inside) } : undefined;
      }),
    );
    const changes = rewrapped.filter((row) => row !== undefined);
    sessions = changes.filter(({ key }) => key !== ABOUT).length;
    return changes;
  });
  return sessions;
}

async function opened(ring: Ring, name: string, sealed: unknown, key: CryptoKey): Promise<SealedPlace> {
  if (!(sealed instanceof Uint8Array)) throw storageKey('lost');
  const inside = await unseal(key, boundIn(ring.at, name), sealed).catch((error: unknown) => {
    throw storageKey('lost', undefined, error);
  });
  const { session, place, keys } = inside as RingRow;
  return {
    address: { workspace: ring.workspace, session },
    at: { workspace: ring.at.workspace, session: place },
    keys: await sealingKeys(keys),
    unopened: new Set(),
  };
}

const sealedRow = async (key: CryptoKey, at: SessionAddress, name: string, inside: unknown) => ({
  check: '',
  sealed: await seal(key, boundIn(at, name), inside),
});

/** Commits the changes that `decide` returns, on the state that it read. The ring keeps no journal. */
async function changeRing(
  storage: Storage,
  at: SessionAddress,
  decide: () => Promise<readonly RowChange[]>,
): Promise<void> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const { manifest } = await storage.load(at, []);
    const rows = await decide();
    if (rows.length === 0) return;
    const { head, commit } = manifest ?? { head: 0 };
    const next = { version: STORAGE_VERSION, head: head + 1, messages: 0, commit: hexOf(randomBytes(KEY_BYTES)) };
    const touched = { [STORE]: rows.map(({ key }) => key) };
    const entry = { head: next.head, ...(commit !== undefined && { after: commit }), rows: touched };
    const basis = { head, ...(commit !== undefined && { commit }) };
    const outcome = await storage.commit(at, basis, { manifest: next, entry, rows, dropJournalUpTo: head });
    if (outcome.status === 'done') return;
  }
  throw sessionBusy(MOST_ATTEMPTS);
}
