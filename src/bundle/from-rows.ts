// Builds the bundle of a session from its rows. Pure.
import { type Sliced, SliceMeter } from './reading/slices.ts';
import type { Document } from '../tree/files/document.ts';
import type { Bundle, BundleManifest, BundleMessage, BundlePart } from './form.ts';

/** The stored rows of a session; the manifest is undefined before the first commit. */
export interface SessionRows {
  readonly manifest: BundleManifest | undefined;
  /** Each `{ store, key, fields }` as JSON: texts cross from a worker in a fraction of the time that objects take. */
  readonly rows: readonly string[];
}

export function* bundleFromRows(
  { workspace, session, journal }: Pick<Bundle, 'workspace' | 'session' | 'journal'>,
  { manifest, rows }: SessionRows,
): Sliced<Bundle> {
  const meter = new SliceMeter();
  const stores: Record<string, { readonly key: string; readonly fields: object }[]> = {};
  for (const text of rows) {
    const { store, ...row } = JSON.parse(text);
    (stores[store] ??= []).push(row);
    if (meter.isFullAfterRecord(text.length)) yield;
  }
  const rowsOf = <T>(store: string, keyed: (key: string) => object): T[] =>
    (stores[store] ?? []).map(({ key, fields }) => ({ ...fields, ...keyed(key) }) as T);
  type About = Partial<Pick<Bundle, 'cwd' | 'createdAt' | 'title' | 'salt' | 'private'>>;
  const [{ cwd = workspace, createdAt = 0, title, salt, private: isPrivate } = {}] = rowsOf<About>(
    'sessions',
    () => ({}),
  );
  const isDeleted = (file: object): boolean => 'deleted' in file;
  // The list of former revisions follows from the history.
  const files = rowsOf<Document & { former?: unknown }>('files', (path) => ({ path })).map(
    ({ former: _, ...file }): Document => file,
  );
  const parts = rowsOf<BundlePart>('parts', (hash) => ({ hash }));
  const messages = rowsOf<BundleMessage>('messages', (key) => ({ index: Number(key) }));
  const { head = 0, time = 0, step = 0, nextSequence = 0 } = manifest ?? {};
  return {
    format: 'working-memory',
    version: 1,
    workspace,
    session,
    cwd,
    createdAt,
    ...(title !== undefined && { title }),
    ...(salt && messages.some(({ hash }) => hash) && { salt }),
    ...(isPrivate && { private: true }),
    manifest: { head, time, step, nextSequence },
    items: rowsOf('items', (id) => ({ id })),
    tail: rowsOf('tail', (id) => ({ id })),
    files: files.filter((file) => !isDeleted(file)),
    deleted: files.filter(isDeleted).map(({ path, revision }) => ({ path, revision })),
    history: rowsOf('fileHistory', () => ({})),
    messages,
    ...(parts.length > 0 && { parts }),
    tombstones: rowsOf('tombstones', (id) => ({ id })),
    journal,
  };
}
