// Lists all encrypted sessions of the workspaces that a key opens.
import { isWorkingMemoryError } from '../../errors.ts';
import type { SessionAddress, Storage, StoredSession } from '../port.ts';
import { openRing, placesOf, RING, type Ring } from './key-ring.ts';
import { openManifest, openRow } from './sealed-session.ts';

/** Lists sessions, without those of workspaces under other keys. @throws storage-key if the key opens none */
export async function listSessions(storage: Storage, key: CryptoKey): Promise<StoredSession[]> {
  const stored = await storage.sessions();
  const rings = await ringsUnder(storage, stored, key);
  const found: StoredSession[] = [];
  for (const ring of rings) {
    const places = new Map((await placesOf(storage, ring, key)).map((place) => [place.at.session, place]));
    for (const { workspace, session, manifest, row } of stored) {
      const place = workspace === ring.at.workspace ? places.get(session) : undefined;
      if (!place) continue;
      const about = row && (await openRow(place, { store: 'sessions', key: 'session', value: row }));
      found.push({ ...place.address, manifest: await openManifest(place, manifest), row: about?.value });
    }
  }
  return found;
}

/** Returns the rings that a key opens. @throws storage-key if there are rings and it opens none */
export async function ringsUnder(
  storage: Storage,
  stored: readonly SessionAddress[],
  key: CryptoKey,
): Promise<readonly Ring[]> {
  const opened: Ring[] = [];
  let failure: unknown;
  for (const { workspace, session } of stored) {
    if (session !== RING) continue;
    try {
      const ring = await openRing(storage, { workspace, session }, key);
      if (ring) opened.push(ring);
    } catch (error) {
      if (!isWorkingMemoryError(error, 'storage-key')) throw error;
      failure = error;
    }
  }
  if (opened.length === 0 && failure !== undefined) throw failure;
  return opened;
}
