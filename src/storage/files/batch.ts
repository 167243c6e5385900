/// <reference types="node" />
// Writes a batch into the files. It counts once `pending.json` is in place; the writes after that may be interrupted at
// any point and repeated.
import { randomUUID } from 'node:crypto';
import { WorkingMemoryError } from '../../errors.ts';
import { storageFailed } from '../failures.ts';
import type { Batch, StoredManifest, Row, RowChange, RowStore, SessionAddress } from '../port.ts';
import { documentLine, writeDocuments } from './documents.ts';
import { damaged } from './errors.ts';
import type { SessionFolder } from './layout.ts';
import { changeLog, fieldsOf, type KnownLog, readLog } from './log.ts';
import { bytesOf, type FileOperations, textOf, writeAtomically } from './operations.ts';
import { decode, encode, lineOf } from '../row-json.ts';

/** Version of the layout; a newer one is refused and left unchanged. */
export const LAYOUT = 1;
/** Excess of dropped over kept entries above which the journal file is rewritten. */
const MOST_DROPPED_ENTRIES = 256;

/** Content of `meta.json`: everything of the session that has bounded size. */
export interface MetaFile extends SessionAddress {
  readonly layout: number;
  /** Unique id of the latest commit, unlike the head, which starts over after a deletion. */
  readonly commit: string;
  /** Heads: `first` is the oldest entry in the file; entries up to `dropped` no longer count. */
  readonly journal: { readonly first: number; readonly dropped: number };
  readonly manifest: StoredManifest;
  /** The rows of the store `sessions`. */
  readonly rows: Readonly<Record<string, Row>>;
}

/** Content of `pending.json`. */
export interface PendingFile extends SessionAddress, Batch {
  readonly layout: number;
  readonly commit: string;
  /** Id of the commit before it; empty for the first. */
  readonly after: string;
}

/** Prefix of the row names under which broken lines of the journal are reported. */
export const BROKEN_ENTRY = 'journal line ';

/** Whether the batch dismisses broken lines. */
export const takesBrokenOut = ({ rows }: Batch): boolean =>
  rows.some(({ store, key, value }) => store === 'sessions' && key.startsWith(BROKEN_ENTRY) && !value);

/** Cached keys and sizes of the logs, valid for one commit. */
export interface KnownLogs {
  commit: string;
  readonly logs: Map<RowStore | 'journal', KnownLog>;
}

const json = (value: object): Uint8Array => bytesOf(`${JSON.stringify(encode(value), null, 2)}\n`);

/** @throws storage-unavailable if JSON cannot hold the batch */
export function pendingOf({ workspace, session }: SessionAddress, batch: Batch): PendingFile {
  const { manifest, entry, rows, dropJournalUpTo, erases } = batch;
  const ours = { layout: LAYOUT, workspace, session, commit: randomUUID(), after: '' };
  try {
    return decode(
      encode({ ...ours, manifest, entry, rows, dropJournalUpTo, ...(erases && { erases }) }),
    ) as PendingFile;
  } catch (error) {
    throw storageFailed('A row cannot be stored as JSON', 'The command had no effect', error);
  }
}

/** Whether the batch is still to be carried out; a power cut can bring back the file of one that already was. */
export const isDue = ({ after, commit }: PendingFile, stored: MetaFile | undefined): boolean =>
  stored === undefined ? after === '' : stored.commit === after || stored.commit === commit;

export function parseState<State extends { readonly layout: number }>(bytes: Uint8Array, path: string): State {
  let state: State;
  try {
    state = decode(JSON.parse(textOf(bytes))) as State;
  } catch (error) {
    throw damaged(path, 'is no longer valid JSON', error);
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

/** Stores the batch: once this resolves, it counts and survives a power cut. */
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

/** Returns the content of `meta.json` after `pending`. */
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

/** Carries `pending` out and removes its file. @param redo whether an earlier attempt may have done a part of it */
export async function carryOut(
  files: FileOperations,
  folder: SessionFolder,
  meta: MetaFile | undefined,
  pending: PendingFile,
  known: KnownLogs,
  { redo = false }: { readonly redo?: boolean } = {},
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
  // A replaced text may contain words that this batch forgets for good, and a damaged meta.json the beginning of a
  // message.
  const written = meta?.manifest.messages ?? 0;
  const forgets = ({ store, key, value }: RowChange): boolean =>
    (store === 'tombstones' && value !== undefined) || (store === 'messages' && Number(key) < written);
  if (pending.erases || pending.rows.some(forgets)) await files.removeTree(folder.replaced);
  const first = await writeEntry(files, folder, after, pending, known, redo);
  if (!meta) await files.append(folder.messages, new Uint8Array());
  await writeAtomically(files, folder.temporary, folder.meta, json({ ...after, journal: { ...after.journal, first } }));
  for (const path of touched) await files.syncFolder(path);
  await files.removeFile(folder.pending);
  known.commit = pending.commit;
}

/**
 * Appends the entry, or rewrites the journal if most entries are dropped or broken lines were dismissed. Returns the
 * oldest head in the file.
 */
async function writeEntry(
  files: FileOperations,
  folder: SessionFolder,
  { journal: { first, dropped }, manifest }: MetaFile,
  pending: PendingFile,
  known: KnownLogs,
  redo: boolean,
): Promise<number> {
  const { entry } = pending;
  const isMended = takesBrokenOut(pending);
  const text = lineOf(entry);
  const size = (await files.status(folder.journal))?.size ?? 0;
  if (!redo && !isMended && dropped - first < manifest.head - dropped + MOST_DROPPED_ENTRIES) {
    // Another process may have left a torn last line: start a new line, so that this entry does not become part of it.
    const isOurs = size === 0 || known.logs.get('journal')?.size === size;
    const added = bytesOf(isOurs ? text : `\n${text}`);
    await files.append(folder.journal, added);
    known.logs.set('journal', { size: size + added.length, keys: new Set() });
    return first;
  }
  const { lines } = await readLog(files, folder.journal);
  const kept = lines.filter((line) => {
    const head = fieldsOf(line)?.head;
    return typeof head === 'number' ? head > dropped && head < entry.head : !isMended && line !== lines.at(-1);
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
