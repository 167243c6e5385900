// Reads a session: its files, overlaid with the pending batch of `pending.json`. Writes nothing.
import { laterManifest, movedSince } from '../basis.ts';
import type { Basis, StoredEntry, Moved, Row, RowChange, RowStore, SessionAddress, StoredSession } from '../port.ts';
import { countedMeta, lostName, metaLost, newestEntry, parseMeta } from './lost-meta.ts';
import {
  BROKEN_ENTRY,
  isDue,
  type MetaFile,
  metaAfter,
  parseState,
  type PendingFile,
  takesBrokenOut,
} from './batch.ts';
import { documentPaths, readDocument } from './documents.ts';
import { damaged } from './errors.ts';
import { folderAt, type SessionFolder } from './layout.ts';
import { brokenRow, fieldsOf, type LogLine, nameOf, readLog, rowOf } from './log.ts';
import type { FileOperations } from './operations.ts';
import { decode } from '../row-json.ts';

export interface SessionView {
  readonly folder: SessionFolder;
  /** Content of `meta.json`. */
  readonly stored: MetaFile | undefined;
  /** Batch that counts but is not carried out yet. */
  readonly pending: PendingFile | undefined;
  /** `stored` after the pending batch, or its stand-in; undefined if nothing was ever committed. */
  readonly meta: MetaFile | undefined;
  /** Whether `meta.json` is missing or damaged although the session has rows, from which `meta` is counted. */
  readonly isLost: boolean;
  /** Ids of the commits seen; differs after any commit. */
  readonly stamp: string;
}

export async function viewSession(
  files: FileOperations,
  folder: SessionFolder,
  address: SessionAddress,
): Promise<SessionView> {
  await refuseLinks(files, folder);
  return look(files, folder, address);
}

async function look(files: FileOperations, folder: SessionFolder, address: SessionAddress): Promise<SessionView> {
  // In this order: a commit that begins in between shows in the second read.
  const waiting = await files.read(folder.pending);
  const written = await files.read(folder.meta);
  const stored = written && parseMeta(written, folder.meta);
  const found = waiting && parseState<PendingFile>(waiting, folder.pending);
  const newest = stored ? undefined : (await newestEntry(files, folder))?.head;
  const isNewest = newest === undefined ? found && isDue(found, stored) : found && found.entry.head >= newest;
  const pending = isNewest ? found : undefined;
  const known = pending ? metaAfter(stored, pending) : stored;
  // The first commit creates the transcript, even an empty one.
  const isLost = !known && (newest !== undefined || written !== undefined || !!(await files.status(folder.messages)));
  const meta = isLost ? await countedMeta(files, folder, address) : known;
  if (meta && (meta.workspace !== address.workspace || meta.session !== address.session)) {
    throw damaged(
      folder.meta,
      `belongs to session ${meta.session} of ${meta.workspace}, not to ${address.session} of ${address.workspace}`,
    );
  }
  return { folder, stored, pending, meta, isLost, stamp: `${found?.commit} ${stored?.commit}` };
}

/** Returns the list entry of the session in a folder; undefined if there is none. */
export async function storedSession(
  files: FileOperations,
  path: string,
  workspaceOf: () => Promise<string | undefined>,
): Promise<StoredSession | undefined> {
  const folder = folderAt(path);
  const written = await files.read(folder.meta);
  const found = (await files.status(folder.pending)) && (await files.read(folder.pending));
  const stored = written && parseMeta(written, folder.meta);
  const pending = found && parseState<PendingFile>(found, folder.pending);
  const known = pending && isDue(pending, stored) ? metaAfter(stored, pending) : stored;
  const now = known ?? (await lostSession(files, folder, workspaceOf));
  return now && { workspace: now.workspace, session: now.session, manifest: now.manifest, row: now.rows.session };
}

async function lostSession(
  files: FileOperations,
  folder: SessionFolder,
  workspaceOf: () => Promise<string | undefined>,
): Promise<MetaFile | undefined> {
  if ((await files.status(folder.hidden))?.kind !== 'folder') return undefined;
  const session = await lostName(files, folder);
  const workspace = await workspaceOf();
  if (session === undefined || workspace === undefined) return undefined;
  const first = await look(files, folder, { workspace, session });
  // Another process may have made or deleted it between two reads: only a session seen lost twice is lost.
  const again = await look(files, folder, { workspace, session });
  return again.stamp === first.stamp ? again.meta : lostSession(files, folder, workspaceOf);
}

export async function refuseLinks(files: FileOperations, folder: SessionFolder): Promise<void> {
  for (const path of [folder.path, folder.hidden, folder.documents]) {
    if ((await files.status(path))?.kind === 'other') throw damaged(path, 'is a link and not a folder');
  }
}

export interface StoreView {
  readonly keys: readonly string[];
  value(key: string): Promise<Row | undefined>;
}

export async function viewStore(files: FileOperations, view: SessionView, store: RowStore): Promise<StoreView> {
  const { meta, pending } = view;
  const { rows = {} } = meta ?? {};
  if (store === 'sessions') return { keys: Object.keys(rows), value: async (key) => rows[key] };
  const base = await viewLog(files, view, store);
  const changes = new Map(pending?.rows.filter((row) => row.store === store).map(({ key, value }) => [key, value]));
  if (changes.size === 0) return base;
  const keys = new Set(base.keys);
  for (const [key, value] of changes) {
    if (value) keys.add(key);
    else keys.delete(key);
  }
  return { keys: [...keys], value: async (key) => (changes.has(key) ? changes.get(key) : base.value(key)) };
}

async function viewLog(
  files: FileOperations,
  { folder, stored, pending }: SessionView,
  store: RowStore,
): Promise<StoreView> {
  const path = folder.log(store);
  const log = await readLog(files, path);
  const last = log.lines.at(-1);
  const interrupted = last && log.torn && !fieldsOf(last);
  const isMessages = store === 'messages';
  const isBeyond = pending !== undefined || (isMessages && log.lines.length > (stored?.manifest.messages ?? 0));
  const lines = interrupted && isBeyond ? log.lines.slice(0, -1) : log.lines;
  const byKey = new Map(lines.map((line) => [nameOf(line), line]));
  if (store === 'files') {
    return {
      keys: await documentPaths(files, folder, new Set(byKey.keys())),
      value: (key) => readDocument(files, folder, key, byKey.get(key)),
    };
  }
  return {
    keys: [...byKey.keys()],
    value: async (key) => {
      const line = byKey.get(key);
      const fields = line && fieldsOf(line);
      return fields ? rowOf(fields) : line && brokenRow(line, path);
    },
  };
}

/** Cache of the latest log: a recall reads row after row, and would read and split the whole log for each. */
export class LastLog {
  readonly #files: FileOperations;
  #read: { readonly state: string; readonly rows: StoreView } | undefined;

  constructor(files: FileOperations) {
    this.#files = files;
  }

  async view(session: SessionView, store: RowStore): Promise<StoreView> {
    // Documents are files of their own, which people edit.
    if (store === 'files' || store === 'sessions') return viewStore(this.#files, session, store);
    const log = session.folder.log(store);
    const { size, modified } = (await this.#files.status(log)) ?? {};
    const state = [log, session.stamp, size, modified].join('\0');
    const read =
      this.#read?.state === state ? this.#read : { state, rows: await viewStore(this.#files, session, store) };
    this.#read = read;
    return read.rows;
  }
}

/**
 * Returns all rows of a store in any order, for `sessions` also the broken lines of the journal; with `page`, the rows
 * after `page.after`, in order of key, at most `page.limit`.
 */
export async function rowsOf(
  files: FileOperations,
  view: SessionView,
  store: RowStore,
  page?: { readonly after: string; readonly limit: number },
): Promise<RowChange[]> {
  const { keys, value } = await viewStore(files, view, store);
  const asked = page ? keys.filter((key) => key > page.after).sort((one, other) => (one < other ? -1 : 1)) : keys;
  const rows: RowChange[] = [];
  for (const key of asked) {
    if (rows.length === page?.limit) break;
    const row = await value(key);
    if (row) rows.push({ store, key, value: row });
  }
  if (store === 'sessions' && !page) rows.push(...(await brokenEntries(files, view)));
  return rows;
}

/** Returns entries after `head`, oldest first, without broken ones: only the record depends on them. */
export async function entriesAfter(files: FileOperations, view: SessionView, head: number): Promise<StoredEntry[]> {
  const { pending } = view;
  const after = Math.max(head, view.meta?.journal.dropped ?? 0);
  const { sound } = await journalOf(files, view, after);
  const entries = sound
    .filter((fields) => fields.head > after && fields.head !== pending?.entry.head)
    .map((fields) => decode(fields) as unknown as StoredEntry);
  if (pending && pending.entry.head > after) entries.push(pending.entry);
  return entries.sort((one, other) => one.head - other.head);
}

/** Returns broken lines as rows kept aside, so that the owner reports them; a batch that deletes one removes them. */
async function brokenEntries(files: FileOperations, view: SessionView): Promise<RowChange[]> {
  if (view.pending && takesBrokenOut(view.pending)) return [];
  const { broken } = await journalOf(files, view, view.meta?.journal.dropped ?? 0);
  return broken.map((line) => ({
    store: 'sessions',
    key: `${BROKEN_ENTRY}${line.number}`,
    value: { damaged: brokenRow(line, view.folder.journal), check: '' },
  }));
}

type EntryFields = Readonly<Record<string, unknown>> & { readonly head: number };

/** Returns the lines after a head, newest first; undecoded, because most readers only need the broken ones. */
async function journalOf(
  files: FileOperations,
  { folder, stored, pending }: SessionView,
  after: number,
): Promise<{ readonly sound: readonly EntryFields[]; readonly broken: readonly LogLine[] }> {
  const { lines, torn } = await readLog(files, folder.journal);
  const sound: EntryFields[] = [];
  const broken: LogLine[] = [];
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] as LogLine;
    const fields = fieldsOf(line);
    if (!Number.isSafeInteger(fields?.head)) {
      const former = lines[index - 1];
      const isBeyond = !stored || former === undefined || fieldsOf(former)?.head === stored?.manifest.head;
      if (!(torn && index === lines.length - 1 && (pending || isBeyond))) broken.unshift(line);
      continue;
    }
    sound.push(fields as EntryFields);
    if ((fields as EntryFields).head <= after + 1) break;
  }
  return { sound, broken };
}

/** @throws not-found, storage-version */
export async function changesSince(
  files: FileOperations,
  view: SessionView,
  basis: Basis,
  session: string,
): Promise<Moved | undefined> {
  const manifest = laterManifest(view.meta?.manifest, basis, session);
  if (!manifest) return undefined;
  // Only an owner that counted the rows continues with them; a new session must not begin over them.
  if (view.isLost) throw metaLost(view.folder);
  const entries = await entriesAfter(files, view, basis.head);
  return movedSince(basis, manifest, entries, async (keys) => {
    const stores = new Map<RowStore, StoreView>();
    const rows: RowChange[] = [];
    for (const { store, key } of keys) {
      const source = stores.get(store) ?? (await viewStore(files, view, store));
      stores.set(store, source);
      rows.push({ store, key, value: await source.value(key) });
    }
    return rows;
  });
}
