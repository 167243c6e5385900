// Builds the bundle of a session from its rows. Pure.
import type { Document } from '../tree/files/document.ts';
import type { BundleManifest, BundlePart, Bundle } from './form.ts';

/** The stored rows of a session; the manifest is undefined before the first commit. */
export interface SessionRows {
  readonly manifest: BundleManifest | undefined;
  readonly rows: readonly { readonly store: string; readonly key: string; readonly fields: object }[];
}

export function bundleFromRows(
  { workspace, session, journal }: Pick<Bundle, 'workspace' | 'session' | 'journal'>,
  { manifest, rows }: SessionRows,
): Bundle {
  const rowsOf = <T>(store: string, keyed: (key: string) => object): T[] =>
    rows.filter((row) => row.store === store).map(({ key, fields }) => ({ ...fields, ...keyed(key) }) as T);
  const [about] = rowsOf<{ cwd: string; createdAt: number; title?: string; private?: true }>('sessions', () => ({}));
  const isDeleted = (file: object): boolean => 'deleted' in file;
  // The list of former revisions follows from the history.
  const files = rowsOf<Document & { former?: unknown }>('files', (path) => ({ path })).map(
    ({ former: _, ...file }): Document => file,
  );
  const parts = rowsOf<BundlePart>('parts', (hash) => ({ hash }));
  const { head = 0, time = 0, step = 0, nextSequence = 0 } = manifest ?? {};
  return {
    format: 'working-memory',
    version: 1,
    workspace,
    session,
    cwd: about?.cwd ?? workspace,
    createdAt: about?.createdAt ?? 0,
    ...(about?.title !== undefined && { title: about.title }),
    ...(about?.private && { private: true }),
    manifest: { head, time, step, nextSequence },
    items: rowsOf('items', (id) => ({ id })),
    tail: rowsOf('tail', (id) => ({ id })),
    files: files.filter((file) => !isDeleted(file)),
    deleted: files.filter(isDeleted).map(({ path, revision }) => ({ path, revision })),
    history: rowsOf('fileHistory', () => ({})),
    messages: rowsOf('messages', (key) => ({ index: Number(key) })),
    ...(parts.length > 0 && { parts }),
    tombstones: rowsOf('tombstones', (id) => ({ id })),
    journal,
  };
}
