/// <reference types="node" />
// File operations of the file-system storage; a process may be killed between any two of them.
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export type FileKind = 'file' | 'folder' | 'other';

export interface FileOperations {
  /** Reads a file; undefined if there is none. Rejects with ELOOP for a link or anything else that is not a file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Returns the status without following links: a link counts as `other`. Undefined if nothing exists there. */
  status(
    path: string,
  ): Promise<{ readonly kind: FileKind; readonly size: number; readonly modified: number } | undefined>;
  /** Returns names and kinds of a folder's entries; empty if there is no such folder. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileKind }[]>;
  /** Creates a folder and its parents. */
  makeFolder(path: string): Promise<void>;
  /** Creates a file without syncing it to disk. Rejects with EEXIST if something exists there. */
  create(path: string, content: Uint8Array): Promise<void>;
  /** Creates a file; resolves when it is on disk. Rejects with EEXIST if something exists there. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Appends to a file, created if missing; resolves when the data are on disk. Rejects with ELOOP like `read`. */
  append(path: string, content: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; does nothing if it is missing. */
  removeFile(path: string): Promise<void>;
  removeEmptyFolder(path: string): Promise<void>;
  removeTree(path: string): Promise<void>;
  /** Syncs a folder's entries to disk, if the system supports it. */
  syncFolder(path: string): Promise<void>;
  /** Appends without waiting for the disk. */
  appendSoon(path: string, content: Uint8Array): Promise<void>;
  /** Syncs a file's content to disk; does nothing if it is missing. */
  syncFile(path: string): Promise<void>;
}

export const nodeFiles: FileOperations = {
  async read(path) {
    await refuseLink(path);
    return readFile(path).catch(unlessMissing);
  },
  async status(path) {
    const found = await lstat(path).catch(unlessMissing);
    return found && { kind: kindOf(found), size: found.size, modified: found.mtimeMs };
  },
  async list(path) {
    const entries = (await readdir(path, { withFileTypes: true }).catch(unlessMissing)) ?? [];
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  },
  async makeFolder(path) {
    await mkdir(path, { recursive: true });
  },
  create: (path, content) => writeWhole(path, 'wx', content, false),
  write: (path, content) => writeWhole(path, 'wx', content, true),
  async append(path, content) {
    await refuseLink(path);
    await writeWhole(path, 'a', content, true);
  },
  async appendSoon(path, content) {
    await refuseLink(path);
    await writeWhole(path, 'a', content, false);
  },
  async syncFile(path) {
    const file = await open(path, 'r+').catch(unlessMissing);
    await file?.sync().finally(() => file.close());
  },
  rename,
  async removeFile(path) {
    await unlink(path).catch(unlessMissing);
  },
  removeEmptyFolder: rmdir,
  removeTree: (path) => rm(path, { recursive: true, force: true }),
  async syncFolder(path) {
    try {
      const folder = await open(path, 'r');
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      // Windows and some network file systems cannot open or sync a folder, and sync its entries themselves.
      if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF', 'ENOTSUP'].includes(codeOf(error))) throw error;
    }
  },
};

/** Writes a temporary file and renames it, so that a reader never sees a part of the content. */
export async function writeAtomically(
  files: FileOperations,
  temporaryFolder: string,
  path: string,
  content: Uint8Array,
  beforeItCounts?: () => Promise<void>,
): Promise<void> {
  const temporary = join(temporaryFolder, randomUUID());
  try {
    await files.write(temporary, content);
    await beforeItCounts?.();
    await files.rename(temporary, path);
  } catch (error) {
    // On a full disk the partial file would take the space that the next attempt needs. Report the first error.
    await files.removeFile(temporary).catch(() => undefined);
    throw error;
  }
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Decodes UTF-8, keeping a byte-order mark, which a rewrite must preserve. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Returns the system's code of an error, such as `ENOENT`; empty without one. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): FileKind {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
}

/** Rejects links, which may lead out of the session's folder, and devices, which may never end. */
async function refuseLink(path: string): Promise<void> {
  const found = await lstat(path).catch(unlessMissing);
  if (!found || found.isFile()) return;
  throw Object.assign(new Error(`ELOOP: ${path} is a link, a folder or a device and not a file`), {
    code: 'ELOOP',
    path,
  });
}

async function writeWhole(path: string, flag: 'wx' | 'a', content: Uint8Array, sync: boolean): Promise<void> {
  const file = await open(path, flag);
  try {
    await file.writeFile(content);
    if (sync) await file.sync();
  } catch (error) {
    // An empty lock would block other processes; a partial file would use space on a full disk. Report the first error.
    if (flag === 'wx') await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
