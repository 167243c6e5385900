/// <reference types="node" />
// Paths of a session's files, under `<root>/--<cwd>--/<session>/`.
import { join } from 'node:path';
import { distinctFolder, sessionFolder as folderOfSession, workspaceFolder } from '../../tree/folder-names.ts';
import type { RowStore } from '../port.ts';

export interface SessionFolder {
  readonly path: string;
  readonly meta: string;
  readonly messages: string;
  /** Folder of the model's files: overview.md, detail/, archive/. */
  readonly documents: string;
  /** Folder of this library's internal files. */
  readonly hidden: string;
  readonly pending: string;
  readonly journal: string;
  readonly lock: string;
  readonly temporary: string;
  /** Folder of external edits that a command overwrote. */
  readonly replaced: string;
  log(store: RowStore): string;
}

export const sessionFolder = (workspace: string, session: string): SessionFolder =>
  folderAt(join(workspace, folderOfSession(session)));

export function folderAt(path: string): SessionFolder {
  const hidden = join(path, '.working-memory');
  const messages = join(path, 'messages.jsonl');
  return {
    path,
    meta: join(path, 'meta.json'),
    messages,
    documents: join(path, 'working-memory'),
    hidden,
    pending: join(hidden, 'pending.json'),
    journal: join(hidden, 'journal.jsonl'),
    lock: join(hidden, 'lock'),
    temporary: join(hidden, 'temporary'),
    replaced: join(hidden, 'replaced'),
    log: (store) => (store === 'messages' ? messages : join(hidden, `${store}.jsonl`)),
  };
}

/** Returns the folder names of a workspace, preferred one first: `/a/b` and `/a-b` share it; the second is unique. */
export function workspaceNames(workspace: string): readonly [string, string] {
  const name = workspaceFolder(workspace);
  return [name, distinctFolder(name, workspace)];
}
