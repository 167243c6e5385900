/// <reference types="node" />
// What the file-system storage asks of a disk, in steps between any two of which a process may be killed.
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export type FileKind = 'file' | 'folder' | 'other';

export interface FileOperations {
  /** Undefined when there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Of the thing itself: a link counts as `other`. Undefined when there is nothing. */
  status(path: string): Promise<{ readonly kind: FileKind; readonly size: number; readonly modified: number } | undefined>;
  /** Empty when there is no such folder. */
  list(path: string): Promise<readonly { readonly name: string; readonly kind: FileKind }[]>;
  /** With the folders above it. */
  makeFolder(path: string): Promise<void>;
  /** Rejects with EEXIST when there is something already; not on the disk yet when it resolves. */
  create(path: string, content: Uint8Array): Promise<void>;
  /** A new file, on the disk when it resolves. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Creates the file when it is missing; on the disk when it resolves. */
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
  read: (path) => readFile(path).catch(unlessMissing),
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
  append: (path, content) => writeWhole(path, 'a', content, true),
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

/** The system's name of an error, such as `ENOENT`; empty when it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): FileKind {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
}

async function writeWhole(path: string, flag: 'wx' | 'a', content: Uint8Array, sync: boolean): Promise<void> {
  const file = await open(path, flag);
  try {
    await file.writeFile(content);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}
