// A new key of the app for sessions that are encrypted already.
import { invalidOption, isWorkingMemoryError } from '../../errors.ts';
import type { Storage } from '../port.ts';
import { rewrapRing } from './key-ring.ts';
import { ringsUnder } from './list-sessions.ts';
import { storageBelow } from './storage.ts';
import { keyGiver, type WorkspaceKey } from './workspace-key.ts';

/** Options of `rotateKey`. */
export interface RotateKeyOptions {
  /** The key so far. */
  readonly from: WorkspaceKey;
  /** The key from now on. */
  readonly to: WorkspaceKey;
}

/** How many workspaces and sessions were put under the new key; those under neither key are left as they were. */
export interface RotatedKey {
  readonly workspaces: number;
  readonly sessions: number;
}

/**
 * Puts the keys of all sessions under another key, a workspace at a time in one commit. No row is written again. Memories
 * that are open go on; whoever opens needs the new key. Interrupted, it is called again.
 *
 * @param storage the one below `encrypted`
 * @throws invalid-option, storage-key (no workspace is under either key), storage-*
 */
export async function rotateKey(storage: Storage | 'indexeddb', { from, to }: RotateKeyOptions): Promise<RotatedKey> {
  const inner = storageBelow(storage, 'rotateKey');
  // It lists no ring: nothing would be put under the new key, without a word.
  if (inner.kind.endsWith(', encrypted'))
    throw invalidOption('rotateKey.storage', 'the storage that `encrypted` wraps', inner.kind);
  const [former, next] = await Promise.all([keyGiver(from, 'rotateKey.from')(), keyGiver(to, 'rotateKey.to')()]);
  const stored = await inner.sessions();
  const rings = await ringsUnder(inner, stored, former).catch(async (error: unknown) => {
    // Where all was done before, there is nothing left to do.
    if (!isWorkingMemoryError(error, 'storage-key')) throw error;
    await ringsUnder(inner, stored, next);
    return [];
  });
  let sessions = 0;
  for (const { at } of rings) sessions += await rewrapRing(inner, at, former, next);
  if (storage === 'indexeddb') await inner.close();
  return { workspaces: rings.length, sessions };
}
