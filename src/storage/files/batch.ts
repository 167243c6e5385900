/// <reference types="node" />
// A batch on its way into the files. It counts from the moment `pending.json` is in place; carrying it out may be
// interrupted anywhere and done again.
import { randomUUID } from 'node:crypto';
import { WorkingMemoryError } from '../../errors.ts';
import type { Batch, JournalEntry, Manifest, Row, RowChange, RowStore, SessionAddress } from '../port.ts';
import { documentLine, writeDocuments } from './documents.ts';
import { damaged, unavailable } from './errors.ts';
import type { SessionFolder } from './layout.ts';
import { changeLog, fieldsOf, type KnownLog, readLog } from './log.ts';
import { bytesOf, type FileOperations, textOf, writeAtomically } from './operations.ts';
import { decode, encode, lineOf } from '../row-json.ts';

/** Version of the tree; a newer one is refused untouched. */
const LAYOUT = 1;
/** Dropped journal entries stay in the file up to this many beyond those that are kept. */
const MOST_DROPPED_ENTRIES = 256;

/** Content of `meta.json`: the session without anything that grows. */
export interface MetaFile extends SessionAddress {
  readonly layout: number;
  /** New with every commit, unlike the head, which starts again when a session was deleted. */
  readonly commit: string;
  /** Entries up to `dropped` do not count any more; `first` is the oldest that is still in the file. */
  readonly journal: { readonly first: number; readonly dropped: number };
  readonly manifest: Manifest;
  /** The rows of the store `sessions`. */
  readonly rows: Readonly<Record<string, Row>>;
}

/** Content of `pending.json`. */
export interface PendingFile extends SessionAddress, Batch {
  readonly layout: number;
  readonly commit: string;
  /** The commit it builds on; empty when it is the first. */
  readonly after: string;
}

/** What the logs are known to hold as of one commit. */
export interface KnownLogs {
  commit: string;
  readonly logs: Map<RowStore | 'journal', KnownLog>;
}

const json = (value: object): Uint8Array => bytesOf(`${JSON.stringify(encode(value), null, 2)}\n`);

/** @throws storage-unavailable when the batch holds what cannot be stored */
export function pendingOf({ workspace, session }: SessionAddress, batch: Batch): PendingFile {
  const { manifest, entry, rows, dropJournalUpTo } = batch;
  const ours = { layout: LAYOUT, workspace, session, commit: randomUUID(), after: '' };
  try {
    return decode(encode({ ...ours, manifest, entry, rows, dropJournalUpTo })) as PendingFile;
  } catch (error) {
    throw unavailable(
      `A row cannot be written to a file (${String(error)}). Nothing of this command was kept.`,
      String(error),
      error,
    );
  }
}

/** Whether it still has to be carried out, or may have been in part: a power cut can bring back one that is long done. */
export const isDue = ({ after, commit }: PendingFile, stored: MetaFile | undefined): boolean =>
  stored === undefined ? after === '' : stored.commit === after || stored.commit === commit;

export function parseState<State extends { readonly layout: number }>(bytes: Uint8Array, path: string): State {
  let state: State;
  try {
    state = decode(JSON.parse(textOf(bytes))) as State;
  } catch (error) {
    throw damaged(path, 'is not the JSON it was written as', error);
  }
  if (!Number.isSafeInteger(state?.layout)) throw damaged(path, 'was not written by this library');
  if (state.layout > LAYOUT) {
    throw new WorkingMemoryError(
      'storage-version',
      `${path} has layout ${state.layout}; this version knows up to ${LAYOUT}. Update working-memory; nothing was changed.`,
      { stored: state.layout, supported: LAYOUT },
    );
  }
  return state;
}

/** When this resolves the batch counts, and outlasts a power cut. */
export async function putPending(
  files: FileOperations,
  folder: SessionFolder,
  pending: PendingFile,
  beforeItCounts: () => Promise<void>,
): Promise<void> {
  await writeAtomically(files, folder.temporary, folder.pending, json(pending), beforeItCounts);
  try {
    await files.syncFolder(folder.hidden);
  } catch (error) {
    await files.removeFile(folder.pending);
    throw error;
  }
}

/** The session's state outside its logs once `pending` is carried out. */
export function metaAfter(meta: MetaFile | undefined, pending: PendingFile): MetaFile {
  const { workspace, session, commit, manifest, entry, dropJournalUpTo } = pending;
  const first = meta?.journal.first ?? entry.head;
  const dropped = Math.max(meta?.journal.dropped ?? 0, dropJournalUpTo);
  const rows = new Map(Object.entries(meta?.rows ?? {}));
  for (const { store, key, value } of pending.rows) {
    if (store !== 'sessions') continue;
    if (value) rows.set(key, value);
    else rows.delete(key);
  }
  return {
    layout: LAYOUT,
    workspace,
    session,
    commit,
    journal: { first, dropped },
    manifest,
    rows: Object.fromEntries(rows),
  };
}

/** Carries `pending` out and takes it away. `redo`: part of it may have been done before. */
export async function carryOut(
  files: FileOperations,
  folder: SessionFolder,
  meta: MetaFile | undefined,
  pending: PendingFile,
  known: KnownLogs,
  redo: boolean,
): Promise<void> {
  const after = metaAfter(meta, pending);
  if (known.commit !== meta?.commit || redo) known.logs.clear();
  known.commit = '';
  const touched = new Set([folder.hidden, folder.path]);
  for (const [store, changes] of byStore(pending.rows)) {
    if (store === 'sessions') continue;
    if (store === 'files') {
      const { lines } = await readLog(files, folder.log('files'));
      const present = new Map(lines.flatMap((line) => (line.key === undefined ? [] : [[line.key, line]])));
      for (const path of await writeDocuments(files, folder, pending.manifest.head, [...changes.values()], present))
        touched.add(path);
    }
    const texts = new Map([...changes].map(([key, { value }]) => [key, value && lineFor(store, key, value)]));
    known.logs.set(
      store,
      await changeLog(files, folder.temporary, folder.log(store), texts, { known: known.logs.get(store), redo }),
    );
  }
  // What was forgotten for good may stand in a text that was moved aside.
  if (pending.rows.some(({ store, value }) => store === 'tombstones' && value)) await files.removeTree(folder.replaced);
  const first = await writeEntry(files, folder, after, pending.entry, known, redo);
  if (!meta) await files.append(folder.messages, new Uint8Array());
  await writeAtomically(files, folder.temporary, folder.meta, json({ ...after, journal: { ...after.journal, first } }));
  for (const path of touched) await files.syncFolder(path);
  await files.removeFile(folder.pending);
  known.commit = pending.commit;
}

/** Appends the entry, or writes the journal anew when most of it is dropped. Returns the oldest entry in the file. */
async function writeEntry(
  files: FileOperations,
  folder: SessionFolder,
  { journal: { first, dropped }, manifest }: MetaFile,
  entry: JournalEntry,
  known: KnownLogs,
  redo: boolean,
): Promise<number> {
  const text = lineOf(entry);
  const size = (await files.status(folder.journal))?.size ?? 0;
  if (!redo && dropped - first < manifest.head - dropped + MOST_DROPPED_ENTRIES) {
    // Another process wrote there since: should its last line lack an end, this one must not be lost with it.
    const isOurs = size === 0 || known.logs.get('journal')?.size === size;
    const added = bytesOf(isOurs ? text : `\n${text}`);
    await files.append(folder.journal, added);
    known.logs.set('journal', { size: size + added.length, keys: new Set() });
    return first;
  }
  const { lines } = await readLog(files, folder.journal);
  const kept = lines.filter((line) => {
    const head = fieldsOf(line)?.head;
    return typeof head === 'number' ? head > dropped && head < entry.head : line !== lines.at(-1);
  });
  const content = [...kept.map((line) => `${line.text}\n`), text].join('');
  await writeAtomically(files, folder.temporary, folder.journal, bytesOf(content));
  known.logs.delete('journal');
  return Math.max(first, dropped + 1);
}

function byStore(rows: readonly RowChange[]): Map<RowStore, Map<string, RowChange>> {
  const stores = new Map<RowStore, Map<string, RowChange>>();
  for (const change of rows) {
    const changes = stores.get(change.store) ?? new Map<string, RowChange>();
    stores.set(change.store, changes.set(change.key, change));
  }
  return stores;
}

const lineFor = (store: RowStore, key: string, value: Row): string =>
  store === 'files' ? documentLine(key, value) : lineOf(value, { $key: key });
