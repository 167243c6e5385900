// Exchanges the app's key for sessions that are already encrypted.
import { invalidOption, isWorkingMemoryError } from '../../errors.ts';
import type { Storage } from '../port.ts';
import { rewrapRing } from './key-ring.ts';
import { ringsUnder } from './list-sessions.ts';
import { storageBelow } from './storage.ts';
import { keyGiver, type WorkspaceKey } from './workspace-key.ts';

/** Options of `rotateKey`. */
export interface RotateKeyOptions {
  /** The present key. */
  readonly from: WorkspaceKey;
  /** The new key. */
  readonly to: WorkspaceKey;
}

/** Numbers of workspaces and sessions put under the new key; those under neither key are left as they were. */
export interface RotatedKey {
  readonly workspaces: number;
  readonly sessions: number;
}

/**
 * Puts the keys of all sessions under another key, one workspace at a time in one commit. Rewrites no row. Open
 * memories continue; later openings need the new key. After an interruption, call it again.
 *
 * @param storage the storage below `encrypted`
 * @throws invalid-option, storage-key (no workspace is under either key), storage-*
 */
export async function rotateKey(storage: Storage | 'indexeddb', { from, to }: RotateKeyOptions): Promise<RotatedKey> {
  const inner = storageBelow(storage, 'rotateKey');
  // It lists no ring: silently, nothing would be put under the new key.
  if (inner.kind.endsWith(', encrypted'))
    throw invalidOption('rotateKey.storage', 'the storage that `encrypted` wraps', inner.kind);
  const [former, next] = await Promise.all([keyGiver(from, 'rotateKey.from')(), keyGiver(to, 'rotateKey.to')()]);
  const stored = await inner.sessions();
  const rings = await ringsUnder(inner, stored, former).catch(async (error: unknown) => {
    // If all was done before, nothing is left to do.
    if (!isWorkingMemoryError(error, 'storage-key')) throw error;
    await ringsUnder(inner, stored, next);
    return [];
  });
  let sessions = 0;
  for (const { at } of rings) sessions += await rewrapRing(inner, at, former, next);
  if (storage === 'indexeddb') await inner.close();
  return { workspaces: rings.length, sessions };
}
