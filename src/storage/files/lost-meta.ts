/// <reference types="node" />
// A session whose meta.json is missing or damaged: it is listed, loaded and deleted like any other, and its owner
// counts it anew from its rows at the next opening.
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { isWorkingMemoryError, type WorkingMemoryError } from '../../errors.ts';
import { sessionFolder as folderName } from '../../tree/folder-names.ts';
import { storageUnavailable } from '../failures.ts';
import { type SessionAddress, STORAGE_VERSION, type StoredManifest } from '../port.ts';
import { LAYOUT, type MetaFile, parseState } from './batch.ts';
import { folderAt, type SessionFolder } from './layout.ts';
import { fieldsOf, readLog } from './log.ts';
import { type FileOperations, textOf } from './operations.ts';

/** Parses `meta.json`; undefined if it is damaged. @throws storage-version */
export function parseMeta(bytes: Uint8Array, path: string): MetaFile | undefined {
  try {
    const { manifest, journal, rows, ...meta } = parseState<MetaFile>(bytes, path);
    const isWhole = [manifest, journal, rows].every((part) => typeof part === 'object' && part !== null);
    return isWhole ? { ...meta, manifest, journal, rows } : undefined;
  } catch (error) {
    if (isWorkingMemoryError(error, 'storage-unavailable')) return undefined;
    throw error;
  }
}

/** Returns number and time of the newest readable entry; undefined if the journal has none. */
export async function newestEntry(
  files: FileOperations,
  folder: SessionFolder,
): Promise<Pick<StoredManifest, 'head' | 't' | 'time'> | undefined> {
  const { lines } = await readLog(files, folder.journal);
  return lines
    .map((line) => fieldsOf(line) as StoredManifest | undefined)
    .filter((entry) => typeof entry?.head === 'number')
    .at(-1);
}

/** Makes a stand-in for a lost meta.json. Its manifest matches no check, so the owner believes none of its numbers. */
export async function countedMeta(
  files: FileOperations,
  folder: SessionFolder,
  address: SessionAddress,
): Promise<MetaFile> {
  const { head = 1, t = undefined, time = t } = (await newestEntry(files, folder)) ?? {};
  const [messages, items] = await Promise.all(
    [folder.messages, folder.log('items')].map(async (path) => (await readLog(files, path)).lines.length),
  );
  const counts = { messages: messages ?? 0, items, ...(time !== undefined && { time }) };
  const manifest = { version: STORAGE_VERSION, head, ...counts, check: '' };
  return { layout: LAYOUT, ...address, commit: '', journal: { first: 1, dropped: 0 }, manifest, rows: {} };
}

/** Form of shortened folder names, from which the original name cannot be read. */
const SHORTENED = /^[\w.%-]+~\w+$/;

/**
 * Returns the name of the session in a folder without a sound meta.json: from the remains of that file, else from the
 * folder. If the name is lost, the session is named like its folder. Undefined if no session has this folder.
 */
export async function lostName(files: FileOperations, folder: SessionFolder): Promise<string | undefined> {
  const left = textOf((await files.read(folder.meta)) ?? new Uint8Array());
  const named = /"session": ("(?:[^"\\]|\\.)*")/.exec(left)?.[1] ?? '""';
  const called = basename(folder.path);
  const names = [() => JSON.parse(named) as string, () => decodeURIComponent(called)].map((read) => {
    try {
      return read();
    } catch {
      return '';
    }
  });
  return names.find((name) => folderName(name) === called) ?? (SHORTENED.test(called) ? called : undefined);
}

/** Refuses the folder name of a session with a lost name when it is used as that name. @throws storage-unavailable */
export async function refuseLostName(files: FileOperations, workspace: string, session: string): Promise<void> {
  if (!SHORTENED.test(session)) return;
  const folder = folderAt(join(workspace, session));
  if (!(await files.status(folder.hidden))) return;
  const written = await files.read(folder.meta);
  if (written && parseMeta(written, folder.meta)) return;
  throw storageUnavailable(
    'the name of the session is lost',
    `${folder.meta} is missing or damaged, and no other file names its session. Nothing was changed. ` +
      'Restore that file from a copy, open the session under its own name, or delete that folder.',
  );
}

/** Keeps a damaged meta.json before a commit writes a new one. */
export async function setMetaAside(files: FileOperations, folder: SessionFolder): Promise<void> {
  if (!(await files.status(folder.meta))) return;
  await files.makeFolder(folder.replaced);
  await files.rename(folder.meta, join(folder.replaced, `meta-${randomUUID()}.json`));
}

export const metaLost = ({ meta }: SessionFolder): WorkingMemoryError =>
  storageUnavailable(
    `${meta} is missing or damaged`,
    `${meta} is missing or damaged, but its session has rows. Nothing was changed. Restore that file from a copy, or ` +
      'open the session again, which rebuilds the file from the rows.',
  );
