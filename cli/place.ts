// Finds the workspace and session in a folder that a command means.
import {
  memoryStorage,
  openWorkingMemory,
  type OpenOptions,
  type SessionEntry,
  type WorkingMemory,
} from 'working-memory';
import { fileStorage } from 'working-memory/file-storage';
import { existsSync } from 'node:fs';
import { type Call, UsageError } from './command.ts';
import { found } from './named-file.ts';
import { didYouMean } from './nearest.ts';

const NEW_WORKSPACE = 'memory';
const NEW_SESSION = 'main';

/** Lists all sessions of a folder without opening any. @throws UsageError */
export async function sessionsIn(folder: string): Promise<readonly SessionEntry[]> {
  if (!existsSync(folder)) return [];
  if (!(await found(folder)).isDirectory())
    throw new UsageError(`${folder} is a file. Name the folder of a memory; a new one is made if there is none.`);
  const files = fileStorage({ root: folder });
  // An empty memory that borrows only the list of sessions leaves no trace in the folder.
  const list = Object.assign(memoryStorage(), { sessions: files.sessions.bind(files) });
  const memory = await openWorkingMemory({ session: 'list', storage: list, worker: false });
  try {
    return await memory.sessions.list({ everywhere: true });
  } finally {
    await memory.close();
    await files.close();
  }
}

/** Returns the workspace that the command names, or the only one, with its sessions. @throws UsageError */
export function chosen(
  sessions: readonly SessionEntry[],
  { folder, values }: Pick<Call, 'folder' | 'values'>,
): { readonly workspace: string; readonly sessions: readonly SessionEntry[] } {
  const names = [...new Set(sessions.map(({ workspace }) => workspace))];
  const workspace = values.workspace ?? (names.length <= 1 ? (names[0] ?? NEW_WORKSPACE) : undefined);
  if (workspace === undefined)
    throw new UsageError(`${folder} holds ${names.length} workspaces; name one with --workspace: ${names.join(', ')}.`);
  return { workspace, sessions: sessions.filter((one) => one.workspace === workspace) };
}

/** Returns the message for a session that the folder does not have, with the nearest name that it has. */
export function noneMeant(
  all: readonly SessionEntry[],
  { folder, values: { workspace, session } }: Pick<Call, 'folder' | 'values'>,
): string {
  const within = all.filter((one) => workspace === undefined || one.workspace === workspace);
  const nearest =
    within.length === 0 && workspace !== undefined
      ? didYouMean(workspace, [...new Set(all.map((one) => one.workspace))])
      : session !== undefined && didYouMean(session, [...new Set(within.map((one) => one.session))]);
  const named = session === undefined ? 'session' : `session ${session}`;
  return `${folder} holds no ${named}${workspace === undefined ? '' : ` of the workspace ${workspace}`}.${nearest || ''}`;
}

/**
 * Runs `use` with an open memory and the name of its session: the named one, else the one used last. A command that
 * writes
 * creates a session where there is none.
 * @throws UsageError
 */
export async function withMemory<Result>(
  call: Pick<Call, 'folder' | 'values'>,
  options: Pick<OpenOptions, 'readOnly' | 'recall'>,
  use: (memory: WorkingMemory, session: string) => Promise<Result>,
): Promise<Result> {
  const { folder, values } = call;
  const { workspace, sessions } = chosen(await sessionsIn(folder), call);
  const [newest] = [...sessions].sort((one, other) => other.updatedAt - one.updatedAt);
  const session = values.session ?? newest?.session ?? (options.readOnly ? undefined : NEW_SESSION);
  if (session === undefined) throw new UsageError(`${folder} holds no session of the workspace ${workspace}.`);
  const storage = fileStorage({ root: folder });
  try {
    const memory = await openWorkingMemory({ session, workspace, storage, worker: false, ...options });
    try {
      return await use(memory, session);
    } finally {
      await memory.close();
    }
  } finally {
    await storage.close();
  }
}
