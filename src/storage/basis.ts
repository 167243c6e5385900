// Comparisons of a commit and a catch-up, the same in every adapter. A head alone is no identity: a session that was
// deleted, wiped or restored from a copy reaches any head again.
import { sessionDeleted, WorkingMemoryError } from '../errors.ts';
import {
  type Basis,
  type Moved,
  type RowChange,
  type RowKey,
  type RowStore,
  STORAGE_VERSION,
  type StoredEntry,
  type StoredManifest,
} from './port.ts';

/** Whether the stored session is still the one of `basis`, without a later commit. */
const isUnchanged = (stored: StoredManifest, basis: Basis): boolean =>
  // A damaged head may be NaN, which equals only itself.
  Object.is(stored.head, basis.head) && Object.is(stored.commit, basis.commit);

/** Whether a removal may proceed: always without `basis`; with it, if the session is gone or unchanged since. */
export const isRemovable = (stored: StoredManifest | undefined, basis: Basis | undefined): boolean =>
  !stored || !basis || (!(stored.version > STORAGE_VERSION) && isUnchanged(stored, basis));

/** @throws not-found: nothing is stored any more of a session that had commits */
export function refuseDeleted(basis: Basis, session: string): void {
  if (basis.head > 0) throw sessionDeleted(session);
}

/**
 * Returns the stored manifest if others have committed since `basis`.
 * @throws not-found: the session was deleted · storage-version: a newer library writes it now
 */
export function laterManifest(
  stored: StoredManifest | undefined,
  basis: Basis,
  session: string,
): StoredManifest | undefined {
  if (stored) refuseNewer(stored);
  else refuseDeleted(basis, session);
  return stored && isUnchanged(stored, basis) ? undefined : stored;
}

/** Whether the entries lead from `basis` to the stored commit without a gap, in one history. */
export const leadsFrom = (basis: Basis, manifest: StoredManifest, entries: readonly StoredEntry[]): boolean =>
  entries.length > 0 && entries.length === manifest.head - basis.head && Object.is(entries[0]?.after, basis.commit);

/**
 * Tells an owner at `basis` what the later commits changed, or that it has to load again.
 * @param entries the stored entries after `basis`, oldest first
 * @param presentRows reads the named rows as they are now; without a value where they were deleted
 */
export async function movedSince(
  basis: Basis,
  manifest: StoredManifest,
  entries: readonly StoredEntry[],
  presentRows: (keys: readonly RowKey[]) => Promise<readonly RowChange[]>,
): Promise<Moved> {
  if (!leadsFrom(basis, manifest, entries)) return { manifest, rows: [], entries: undefined };
  const touched = new Map(entries.flatMap(touchedRows).map((row) => [`${row.store} ${row.key}`, row]));
  return { manifest, rows: await presentRows([...touched.values()]), entries };
}

/** Returns the rows that a commit wrote or deleted, whatever the form of its entry. */
export function touchedRows({ touched, rows = [] }: StoredEntry): readonly RowKey[] {
  if (touched) return touched;
  const stores = (Array.isArray(rows) ? { items: rows } : rows) as Partial<
    Record<RowStore, readonly (string | number)[]>
  >;
  return (Object.entries(stores) as [RowStore, readonly (string | number)[]][]).flatMap(([store, keys]) =>
    keys.map((key) => ({ store, key: typeof key === 'number' ? String(stores.items?.[key]) : key })),
  );
}

/**
 * Rejects a newer format: its rows may mean something else, which writing them back in this format would destroy.
 * @throws storage-version
 */
export function refuseNewer({ version }: StoredManifest): void {
  if (!(version > STORAGE_VERSION)) return;
  throw new WorkingMemoryError(
    'storage-version',
    `This session was written in storage format ${version}; this version of working-memory knows ` +
      `${STORAGE_VERSION}. Update it. Nothing was changed.`,
    { stored: version, supported: STORAGE_VERSION },
  );
}

/**
 * Rejects an encrypted session opened without its key: it looks damaged, and counting it anew would destroy it.
 * @throws storage-key
 */
export function refuseSealed(manifest: StoredManifest | undefined): void {
  if (typeof manifest !== 'object' || !('sealed' in manifest)) return;
  throw new WorkingMemoryError(
    'storage-key',
    'This session is encrypted. Nothing was changed; open it with `encrypted(storage, { key })` and its key.',
    { reason: 'encrypted' },
  );
}
