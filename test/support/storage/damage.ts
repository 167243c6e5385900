// Storage in memory whose content a test changes in ways that no commit of the library does.
import { type KeptSession, storageIn } from '../../../src/storage/memory.ts';
import { wholeItem } from '../../../src/engine/session/stored/compact-items.ts';
import { wholeManifest } from '../../../src/engine/session/stored/compact-commits.ts';
import type { Manifest, Row, RowStore, Storage } from '../../../src/storage/port.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  /** Returns the only session, as stored. */
  session(): KeptSession;
  /** Returns its manifest as the engine reads it. */
  manifest(): Manifest | undefined;
  /** Replaces a row with the result of `change`; without it, deletes the row. */
  damage(store: RowStore, key: string, change?: (row: Row) => object): void;
  /** Deletes all rows of these stores. */
  lose(...stores: RowStore[]): void;
  /** Changes fields but not the check; undefined deletes the manifest. */
  damageManifest(change: Partial<Record<keyof Manifest, unknown>> | undefined): void;
  /** Takes a copy and returns a function that restores it. */
  copy(): () => void;
}

/** Changes one letter of a text, like a flipped bit. */
export const flipped = (row: Row): object => ({ ...row, text: `#${String(row['text']).slice(1)}` });

export function openedStorage(): OpenedStorage {
  const sessions = new Map<string, KeptSession>();
  const session = (): KeptSession => {
    const [only] = sessions.values();
    if (!only) throw new Error('no session is stored');
    return only;
  };
  return {
    storage: storageIn(sessions),
    session,
    manifest: () => {
      const { manifest } = session();
      return manifest && wholeManifest(manifest);
    },
    damage(store, key, change) {
      const { rows } = session();
      const row = rows.get(`${store} ${key}`);
      if (!row) throw new Error(`there is no row ${store} ${key}`);
      if (change) rows.set(`${store} ${key}`, change(wholeItem(structuredClone(row))) as Row);
      else rows.delete(`${store} ${key}`);
    },
    lose(...stores) {
      const { rows } = session();
      for (const id of rows.keys()) if (stores.some((store) => id.startsWith(`${store} `))) rows.delete(id);
    },
    damageManifest(change) {
      const kept = session();
      kept.manifest = change && ({ ...kept.manifest, ...change } as Manifest);
    },
    copy() {
      const kept = structuredClone([...sessions]);
      return () => {
        sessions.clear();
        for (const [id, one] of structuredClone(kept)) sessions.set(id, one);
      };
    },
  };
}
