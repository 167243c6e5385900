/// <reference types="node" />
// Keeps the texts of `files` rows as real files, which people and editors change, too. Reads show such edits; a command
// that overwrites one first moves it to the folder `replaced`.
import { createHash } from 'node:crypto';
import { dirname, join, resolve, sep } from 'node:path';
import { WorkingMemoryError } from '../../errors.ts';
import { storageUnavailable } from '../failures.ts';
import { FOLDERS, OVERVIEW } from '../../tree/paths.ts';
import type { Row, RowChange } from '../port.ts';
import type { SessionFolder } from './layout.ts';
import { brokenRow, fieldsOf, type LogLine, rowOf } from './log.ts';
import { bytesOf, codeOf, type FileOperations, writeAtomically } from './operations.ts';
import { lineOf } from '../row-json.ts';

/** Largest file, in bytes, that is read if no commit wrote it. */
const LARGEST_FOUND = 1_048_576;
/** Largest file, in bytes, that is read if a commit wrote it: the most that `files.maxFileBytes` allows. */
const LARGEST_WRITTEN = 16_777_216;
const DEEPEST = 4;

type TextRow = Row & { readonly text: string };

/** Whether a row has a text; the row of a deleted file has none. */
const hasText = (value: Row | undefined): value is TextRow => typeof value?.text === 'string';

/** Returns the log line of a row, with a digest in place of its text. */
export function documentLine(key: string, value: Row): string {
  if (!hasText(value)) return lineOf(value, { $key: key });
  const { text, ...rest } = value;
  return lineOf(rest, { $key: key, $sha256: sha256(bytesOf(text)) });
}

/** Returns every path with a log line or a file, under any name except hidden ones. */
export async function documentPaths(
  files: FileOperations,
  folder: SessionFolder,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  const search = async (path: string, depth: number): Promise<void> => {
    const listed = await files.list(join(folder.documents, ...path.split('/')));
    const names = new Set(listed.map(({ name }) => name));
    for (const { name, kind } of listed) {
      const inner = `${path}/${name}`;
      const composed = name.normalize('NFC');
      // Some file systems decompose names: such a file is the one that was written.
      const isKnown = !names.has(composed) && known.has(`${path}/${composed}`);
      if (isKnown || isHidden(inner)) continue;
      if (kind === 'folder' && depth < DEEPEST) await search(inner, depth + 1);
      if (kind === 'file') found.push(inner);
    }
  };
  if ((await files.status(join(folder.documents, OVERVIEW)))?.kind === 'file') found.push(OVERVIEW);
  for (const top of FOLDERS) {
    if ((await files.status(join(folder.documents, top)))?.kind === 'folder') await search(top, 2);
  }
  return [...new Set([...known, ...found])];
}

/** Returns the row with the file's present text; undefined if there is neither a log line nor a file. */
export async function readDocument(
  files: FileOperations,
  folder: SessionFolder,
  key: string,
  line: LogLine | undefined,
): Promise<Row | undefined> {
  const fields = line?.key === undefined ? undefined : fieldsOf(line);
  if (line && !fields) return brokenRow(line, folder.log('files'));
  const expected = fields?.$sha256;
  if (!line && !mayBeDocument(key)) return misnamedFile(files, folder, key);
  const size = await sizeOf(files, folder, key);
  if (size === undefined) {
    if (!fields || expected === undefined) return fields && rowOf(fields);
    return { ...rowOf(fields), text: null, externallyEdited: true };
  }
  const known = fields ? rowOf(fields) : { check: '' };
  const unreadable = (reason: string): Row => ({
    ...known,
    text: null,
    externallyEdited: true,
    unreadable: { bytes: size, reason },
  });
  const most = fields ? LARGEST_WRITTEN : LARGEST_FOUND;
  if (size > most) return unreadable(`it is larger than ${most} bytes`);
  const bytes = await readBytes(files, folder, key);
  const text = bytes && strictText(bytes);
  if (text === undefined) return unreadable('it is not UTF-8 text');
  if (bytes && sha256(bytes) === expected) return { ...known, text };
  return { ...known, text, externallyEdited: true };
}

/** Returns a row for an external file whose name no document may have: it is never read, only reported to its owner. */
async function misnamedFile(files: FileOperations, folder: SessionFolder, key: string): Promise<Row | undefined> {
  if (isHidden(key)) return undefined;
  const bytes = await bytesAt(files, folder, key, join(folder.documents, ...key.split('/')));
  if (bytes === undefined) return undefined;
  const reason = 'its name is not allowed for a document';
  return { check: '', text: null, externallyEdited: true, unreadable: { bytes, reason } };
}

/**
 * Prepares a batch before it counts: makes the folders and rejects names and texts that a file system cannot hold,
 * since a batch that counts must be writable.
 */
export async function prepareDocuments(
  files: FileOperations,
  folder: SessionFolder,
  changes: readonly RowChange[],
): Promise<void> {
  const written = changes.filter(({ value }) => hasText(value)).map(({ key }) => key);
  const leaving = new Set(
    changes.flatMap(({ key, value }) => (hasText(value) || !mayBeDocument(key) ? [] : documentPath(folder, key))),
  );
  for (const { key, value } of changes) {
    if (!hasText(value)) continue;
    const path = documentPath(folder, key);
    if (!value.text.isWellFormed())
      throw storageUnavailable(
        'half-surrogate',
        `The text of ${key} holds half of a surrogate pair, which a file cannot hold. Nothing was written.`,
      );
    const below = written.filter((other) => other.toLowerCase().startsWith(`${key.toLowerCase()}/`));
    for (const other of below) if (!(await areApart(files, folder, key, other))) throw isBoth(key);
    await makeFolders(files, folder, key, leaving);
    if ((await files.status(path))?.kind === 'folder' && !(await willBeEmpty(files, path, leaving))) throw isBoth(key);
  }
}

/** Whether a folder holds nothing but folders, and files that leave. */
async function willBeEmpty(files: FileOperations, path: string, leaving: ReadonlySet<string>): Promise<boolean> {
  for (const { name, kind } of await files.list(path)) {
    const inner = join(path, name);
    if (!(kind === 'folder' ? await willBeEmpty(files, inner, leaving) : leaving.has(inner))) return false;
  }
  return true;
}

/** Removes a folder that holds nothing but folders; returns all removed folders. */
async function removeFolders(files: FileOperations, path: string): Promise<string[]> {
  const removed = [path];
  for (const { name, kind } of await files.list(path))
    if (kind === 'folder') removed.push(...(await removeFolders(files, join(path, name))));
  await files.removeEmptyFolder(path);
  return removed;
}

/** Whether a file and a folder whose names differ only in case both exist, as some file systems allow. */
async function areApart(files: FileOperations, folder: SessionFolder, key: string, below: string): Promise<boolean> {
  const above = below.slice(0, key.length);
  const [file, other] = await Promise.all([
    files.status(documentPath(folder, key)),
    files.status(documentPath(folder, above)),
  ]);
  return file?.kind === 'file' && other?.kind === 'folder';
}

/** Writes and deletes the files; returns the folders whose entries changed. */
export async function writeDocuments(
  files: FileOperations,
  folder: SessionFolder,
  head: number,
  changes: readonly RowChange[],
  lines: ReadonlyMap<string, LogLine>,
): Promise<Set<string>> {
  const touched = new Set<string>();
  // Deletions first: on a case-insensitive file system a new name may equal a deleted one.
  const ordered = [...changes].sort((one, other) => Number(hasText(one.value)) - Number(hasText(other.value)));
  for (const { key, value } of ordered) {
    // A misnamed file stays as it is.
    if (!hasText(value) && !mayBeDocument(key)) continue;
    const path = documentPath(folder, key);
    const content = hasText(value) ? bytesOf(value.text) : undefined;
    const present = await readBytes(files, folder, key);
    if (content ? present && sha256(present) === sha256(content) : !present) continue;
    const line = lines.get(key);
    const last = line && fieldsOf(line)?.$sha256;
    const isOurs = present && sha256(present) === last;
    // The log already has this text, and texts are written before the log: the file was edited since.
    if (present && content && sha256(content) === last && strictText(present) !== undefined) continue;
    const isTakenOver = present && hasText(value) && contains(value.text, strictText(present));
    if (present && !isOurs && !isTakenOver) {
      await files.makeFolder(folder.replaced);
      touched.add(folder.replaced);
      await files.rename(path, join(folder.replaced, `${head}-${sha256(bytesOf(key)).slice(0, 16)}.txt`));
    }
    if (content) {
      await makeFolders(files, folder, key);
      // The folder's last file left, possibly in this batch.
      if (!present && (await files.status(path))?.kind === 'folder')
        for (const removed of await removeFolders(files, path)) touched.delete(removed);
      await writeAtomically(files, folder.temporary, path, content);
    } else {
      await files.removeFile(path);
    }
    touched.add(dirname(path));
  }
  return touched;
}

/** Returns the absolute path; rejects paths outside the folder, in case a caller missed the check. */
function documentPath(folder: SessionFolder, key: string): string {
  const path = resolve(folder.documents, key);
  const isInside = path.startsWith(folder.documents + sep);
  if (isInside && mayBeDocument(key) && path === join(folder.documents, ...key.split('/'))) return path;
  throw new WorkingMemoryError(
    'path-not-allowed',
    `Path ${JSON.stringify(key)} cannot be a file of a session. Nothing was written.`,
    {
      path: key,
      rule: 'outside',
    },
  );
}

/** Checks a path roughly; the owner applies the full grammar of virtual paths. */
const mayBeDocument = (key: string): boolean =>
  key.isWellFormed() &&
  key.normalize('NFC') === key &&
  !/[\p{Cc}\\:*?"<>|%#]/u.test(key) &&
  key
    .split('/')
    .every(
      (segment) => segment !== '' && !segment.startsWith('.') && segment.trim() === segment && !segment.endsWith('.'),
    );

const isHidden = (key: string): boolean => key.split('/').some((segment) => segment === '' || segment.startsWith('.'));

async function readBytes(files: FileOperations, folder: SessionFolder, key: string): Promise<Uint8Array | undefined> {
  return (await sizeOf(files, folder, key)) === undefined ? undefined : files.read(documentPath(folder, key));
}

/** Returns the bytes of a file; undefined without a file, with a link on its path, or for an impossible name. */
async function sizeOf(files: FileOperations, folder: SessionFolder, key: string): Promise<number | undefined> {
  return mayBeDocument(key) ? bytesAt(files, folder, key, documentPath(folder, key)) : undefined;
}

async function bytesAt(
  files: FileOperations,
  folder: SessionFolder,
  key: string,
  path: string,
): Promise<number | undefined> {
  for (const above of foldersAbove(folder, key)) {
    if ((await files.status(above))?.kind !== 'folder') return undefined;
  }
  const status = await files.status(path);
  return status?.kind === 'file' ? status.size : undefined;
}

/** @param leaving files deleted before this one is written, which makes its folders possible */
async function makeFolders(
  files: FileOperations,
  folder: SessionFolder,
  key: string,
  leaving?: ReadonlySet<string>,
): Promise<void> {
  for (const above of foldersAbove(folder, key)) {
    const kind = (await files.status(above))?.kind;
    if (kind === 'other')
      throw storageUnavailable(
        'link',
        `${above} is a link or a device; a session keeps its files in folders of its own. Replace it with a folder.`,
      );
    if (kind === 'file' && leaving?.has(above)) return;
    if (kind === 'file') throw isBoth(key);
    if (kind !== undefined) continue;
    await files.makeFolder(above).catch(ignoreExisting);
    await files.syncFolder(dirname(above));
  }
}

function foldersAbove(folder: SessionFolder, key: string): string[] {
  const above = key.split('/').slice(0, -1);
  return [folder.documents, ...above.map((_, index) => join(folder.documents, ...above.slice(0, index + 1)))];
}

const contains = (text: string, part: string | undefined): boolean => part !== undefined && text.includes(part);

/** Decodes UTF-8; undefined if the bytes are invalid. */
function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

const isBoth = (key: string): WorkingMemoryError =>
  new WorkingMemoryError(
    'path-not-allowed',
    `${key} cannot be written: one name cannot be both a file and a folder. Nothing was written; use another name.`,
    { path: key, rule: 'file-and-folder' },
  );
