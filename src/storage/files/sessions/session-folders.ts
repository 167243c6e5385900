/// <reference types="node" />
// Finds and makes the folder of a session, which another owner may delete at any moment.
import { dirname, join } from 'node:path';
import { FOLDERS } from '../../../tree/paths.ts';
import type { SessionAddress } from '../../port.ts';
import { type SessionFolder, sessionFolder } from '../layout.ts';
import { refuseLostName } from '../lost-meta.ts';
import { codeOf, type FileOperations } from '../operations.ts';
import { refuseLinks } from '../view.ts';
import type { Workspaces } from '../workspaces.ts';

/** Returns the session's folder, which need not exist; undefined if its workspace has none. */
export async function findFolder(
  files: FileOperations,
  workspaces: Workspaces,
  { workspace, session }: SessionAddress,
): Promise<SessionFolder | undefined> {
  const found = await workspaces.find(workspace);
  return found === undefined ? undefined : folderOf(files, found, session);
}

/** Makes the session's folders; undefined if another owner deletes the session meanwhile. */
export async function makeFolder(
  files: FileOperations,
  workspaces: Workspaces,
  { workspace, session }: SessionAddress,
): Promise<SessionFolder | undefined> {
  const folder = await folderOf(files, await workspaces.claim(workspace), session);
  if (await files.status(folder.temporary)) return folder;
  await refuseLinks(files, folder);
  const made = async (): Promise<SessionFolder> => {
    // The folder checked above is created last: its existence implies the others.
    for (const path of [...FOLDERS.map((name) => join(folder.documents, name)), folder.temporary]) {
      await files.makeFolder(path);
    }
    for (const path of [folder.documents, folder.path, dirname(folder.path)]) await files.syncFolder(path);
    return folder;
  };
  return made().catch(unlessGone(files, folder, undefined));
}

/** Returns an error handler that resolves to `then` if another owner deleted the session and its lock meanwhile. */
export const unlessGone =
  <T>(files: FileOperations, folder: SessionFolder, then: T) =>
  async (error: unknown): Promise<T> => {
    if (codeOf(error) !== 'ENOENT' || (await files.status(folder.hidden))) throw error;
    return then;
  };

/** Returns the paths of the folders inside a folder, without hidden ones. */
export async function foldersIn(files: FileOperations, path: string): Promise<string[]> {
  const entries = await files.list(path);
  return entries
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
    .map(({ name }) => join(path, name));
}

async function folderOf(files: FileOperations, workspace: string, session: string): Promise<SessionFolder> {
  await refuseLostName(files, workspace, session);
  return sessionFolder(workspace, session);
}
