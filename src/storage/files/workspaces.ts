/// <reference types="node" />
// Assigns folders to workspaces. Two workspaces may map to one folder name: the second gets a digest appended, and a
// file in each folder names its workspace.
import { dirname, join } from 'node:path';
import type { MetaFile } from './batch.ts';
import { damaged } from './errors.ts';
import { workspaceNames } from './layout.ts';
import { acquireLock, type LockPatience } from './lock.ts';
import { bytesOf, type FileOperations, textOf, writeAtomically } from './operations.ts';

const OWNER_FILE = '.workspace.json';
/** Prefix of a deleted session's folder until its removal is complete. */
export const REMOVED = '.removed-';

export class Workspaces {
  readonly #files: FileOperations;
  readonly #root: string;
  readonly #patience: LockPatience;
  readonly #claimed = new Map<string, string>();

  constructor(files: FileOperations, root: string, patience: LockPatience) {
    this.#files = files;
    this.#root = root;
    this.#patience = patience;
  }

  /** Returns the workspace's folder; undefined if there is none. */
  async find(workspace: string): Promise<string | undefined> {
    const claimed = this.#claimed.get(workspace);
    if (claimed !== undefined) return claimed;
    for (const name of workspaceNames(workspace)) {
      const path = join(this.#root, name);
      if ((await this.ownerOf(path)) === workspace) return path;
    }
    return undefined;
  }

  /** Returns the workspace's folder, created if missing. */
  async claim(workspace: string): Promise<string> {
    const claimed = this.#claimed.get(workspace);
    if (claimed !== undefined && (await this.#files.status(claimed))) return claimed;
    this.#claimed.delete(workspace);
    await this.#files.makeFolder(this.#root);
    const lock = await acquireLock(this.#files, join(this.#root, '.lock'), this.#patience);
    try {
      const path = (await this.find(workspace)) ?? (await this.#firstFree(workspace));
      await this.#files.makeFolder(path);
      const owner = bytesOf(`${JSON.stringify({ workspace })}\n`);
      if (!(await this.#files.status(join(path, OWNER_FILE)))) {
        await writeAtomically(this.#files, path, join(path, OWNER_FILE), owner);
        for (const made of [path, this.#root, dirname(this.#root)]) await this.#files.syncFolder(made);
      }
      // Fails if another process removes the same folders, which is fine.
      await this.sweep(path).catch(() => undefined);
      this.#claimed.set(workspace, path);
      return path;
    } finally {
      await lock.release();
    }
  }

  async #firstFree(workspace: string): Promise<string> {
    for (const name of workspaceNames(workspace)) {
      const path = join(this.#root, name);
      if ((await this.ownerOf(path)) === undefined) return path;
    }
    throw damaged(this.#root, `has two folders for ${workspace}, and both belong to other workspaces`);
  }

  /** Returns the workspace of a folder; undefined if nothing in it names one. */
  async ownerOf(path: string): Promise<string | undefined> {
    const status = await this.#files.status(path);
    if (!status) return undefined;
    if (status.kind !== 'folder') throw damaged(path, 'is not a folder');
    const named = workspaceIn(await this.#files.read(join(path, OWNER_FILE)));
    if (named !== undefined) return named;
    // A tree copied without hidden files lacks the owner file; every session names the workspace, too.
    for (const { name, kind } of await this.#files.list(path)) {
      const found = kind === 'folder' ? workspaceIn(await this.#files.read(join(path, name, 'meta.json'))) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Completes interrupted deletions in a workspace's folder. */
  async sweep(path: string): Promise<void> {
    const removed = (await this.#files.list(path)).filter(({ name }) => name.startsWith(REMOVED));
    for (const { name } of removed) await this.#files.removeTree(join(path, name));
  }
}

function workspaceIn(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined;
  try {
    const { workspace } = JSON.parse(textOf(bytes)) as Partial<MetaFile>;
    return typeof workspace === 'string' ? workspace : undefined;
  } catch {
    return undefined;
  }
}
