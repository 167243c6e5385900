/// <reference types="node" />
// What the file-system storage asks of a disk, in steps between any two of which a process may be killed.
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export type FileKind = 'file' | 'folder' | 'other';

export interface FileOperations {
  /** Undefined when there is no such file. Rejects with ELOOP when it is a link or anything else. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Of the thing itself: a link counts as `other`. Undefined when there is nothing. */
  status(
    path: string,
  ): Promise<{ readonly kind: FileKind; readonly size: number; readonly modified: number } | undefined>;
  /** Empty when there is no such folder. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileKind }[]>;
  /** With the folders above it. */
  makeFolder(path: string): Promise<void>;
  /** Rejects with EEXIST when there is something already; not on the disk yet when it resolves. */
  create(path: string, content: Uint8Array): Promise<void>;
  /** A new file, on the disk when it resolves. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Creates the file when it is missing; on the disk when it resolves. Rejects with ELOOP as `read` does. */
  append(path: string, content: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Nothing happens when it is missing. */
  removeFile(path: string): Promise<void>;
  removeEmptyFolder(path: string): Promise<void>;
  removeTree(path: string): Promise<void>;
  /** Puts the names in a folder on the disk, where the system can do that. */
  syncFolder(path: string): Promise<void>;
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
      // Windows and some network file systems cannot open or sync a folder; there its names are synced by themselves.
      if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF', 'ENOTSUP'].includes(codeOf(error))) throw error;
    }
  },
};

/** The whole content under its final name, or nothing: a reader never sees half of it. */
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
    // On a full disk its half would keep the space that the next try needs. The first error is the one to tell.
    await files.removeFile(temporary).catch(() => undefined);
    throw error;
  }
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A byte-order mark is kept, as it has to be written back. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** The system's name of an error, such as `ENOENT`; empty when it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): FileKind {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
}

/** Nothing that lies in a session's folder may lead out of it, or never end. */
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
    // A lock without content would make others wait, half a file keep room on a full disk. The first error is told.
    if (flag === 'wx') await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}
