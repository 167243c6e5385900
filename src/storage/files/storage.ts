/// <reference types="node" />
// Storage as a tree of readable files, one folder per session, for several processes at once.
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { sessionBusy } from '../../errors.ts';
import { MOST_ATTEMPTS } from '../../options/policy.ts';
import { checkOptions, required, text } from '../../options/rules.ts';
import { isRemovable, refuseDeleted } from '../basis.ts';
import { FOLDERS } from '../../tree/paths.ts';
import { sentinelsBeside } from '../sentinels/beside-folder.ts';
import {
  addressKey,
  type Basis,
  type Batch,
  type CommitOutcome,
  type RowChange,
  type SessionAddress,
  type Storage,
  type StoredSession,
} from '../port.ts';
import { pageOf } from '../session-page.ts';
import { SessionQueues } from '../session-queues.ts';
import { carryOut, type KnownLogs, type PendingFile, pendingOf, putPending } from './batch.ts';
import { prepareDocuments } from './documents.ts';
import { translateFileError } from './errors.ts';
import { refuseLostName, setMetaAside } from './lost-meta.ts';
import { type SessionFolder, sessionFolder } from './layout.ts';
import { acquireLock, type FileLock, KeptLocks, type LockPatience, PATIENCE } from './lock.ts';
import { type FileOperations, nodeFiles } from './operations.ts';
import { RelaxedFiles } from './relaxed.ts';
import {
  changesSince,
  entriesAfter,
  LastLog,
  refuseLinks,
  rowsOf,
  type SessionView,
  storedSession,
  viewSession,
} from './view.ts';
import { REMOVED, Workspaces } from './workspaces.ts';

/** Options of `fileStorage`. */
export interface FileStorageOptions {
  /** Folder of all sessions, such as `/home/me/.ai/sessions`; created when missing. `~` is not expanded. */
  readonly root: string;
}

/** Attempts to read a session without its lock before waiting for it. */
const MOST_LOOKS = 8;

/**
 * Keeps sessions as files in a folder, in Node, Deno and Bun. docs/storage-format.md describes the layout.
 * @throws invalid-option
 * @example const storage = fileStorage({ root: './memory' });
 */
export function fileStorage(
  options: FileStorageOptions,
  files: FileOperations = nodeFiles,
  patience: LockPatience = PATIENCE,
): Storage {
  checkOptions(
    options,
    { root: required(text(4096)) },
    'fileStorage',
    "an object such as { root: '/home/me/sessions' }",
  );
  const root = resolve(options.root);
  const workspaces = new Workspaces(files, root, patience);
  const relaxed = new RelaxedFiles(files);
  const known = new Map<string, KnownLogs>();
  const kept = new KeptLocks();
  const queues = new SessionQueues();
  const last = new LastLog(files);

  /** Runs one operation per session at a time, which is cheaper than waiting for the lock. */
  async function inTurn<T>(address: SessionAddress, work: () => Promise<T>): Promise<T> {
    try {
      return await queues.run(addressKey(address), work);
    } catch (error) {
      throw translateFileError(error);
    }
  }

  async function folderOf(workspace: string, session: string): Promise<SessionFolder> {
    await refuseLostName(files, workspace, session);
    return sessionFolder(workspace, session);
  }

  /** Repeats `work` until the session did not change meanwhile, so that it saw one state: other processes may write. */
  const read = <T>(address: SessionAddress, work: (view: SessionView) => Promise<T>): Promise<T | undefined> =>
    inTurn(address, async () => {
      const workspace = await workspaces.find(address.workspace);
      if (workspace === undefined) return undefined;
      const folder = await folderOf(workspace, address.session);
      for (let look = 1; look <= MOST_LOOKS; look++) {
        const view = await viewSession(files, folder, address);
        if (view.pending && look === 1) await tryToFinish(folder, address);
        const outcome = await work(view).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        const isSteady = (await viewSession(files, folder, address)).stamp === view.stamp;
        if (isSteady && 'value' in outcome) return outcome.value;
        if (isSteady && 'error' in outcome) throw outcome.error;
      }
      return exclusively(folder, address, patience, async (view) => work(view));
    });

  /** Runs `work` under the session's lock, after any batch that an earlier owner left. All writes happen here. */
  async function exclusively<T>(
    folder: SessionFolder,
    address: SessionAddress,
    wait: LockPatience,
    work: (view: SessionView, lock: FileLock, logs: KnownLogs, lost: () => void) => Promise<T>,
  ): Promise<T> {
    const lock = kept.take(folder.lock) ?? (await acquireLock(files, folder.lock, wait));
    let isLost = false;
    try {
      const logs = known.get(folder.path) ?? { commit: '', logs: new Map() };
      if (!known.has(folder.path)) await removeLeftovers(folder);
      known.set(folder.path, logs);
      const view = await viewSession(files, folder, address);
      const lost = (): void => void (isLost = true);
      if (!view.pending) return await work(view, lock, logs, lost);
      await lock.confirm();
      await carryOut(files, folder, view.stored, view.pending, logs, { redo: true });
      return await work(await viewSession(files, folder, address), lock, logs, lost);
    } finally {
      await kept.end(folder.lock, lock, isLost);
    }
  }

  /** Carries out a pending batch, for people who look at the files. Reads give the same result without it. */
  async function tryToFinish(folder: SessionFolder, address: SessionAddress): Promise<void> {
    await exclusively(folder, address, { ...patience, waitMs: 0 }, async () => undefined).catch(() => undefined);
  }

  async function removeLeftovers(folder: SessionFolder): Promise<void> {
    for (const { name } of await files.list(folder.temporary)) await files.removeFile(join(folder.temporary, name));
  }

  /** Makes the session's folders; undefined if another owner deletes the session meanwhile. */
  async function makeSession({ workspace, session }: SessionAddress): Promise<SessionFolder | undefined> {
    const folder = await folderOf(await workspaces.claim(workspace), session);
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
    return made().catch(unlessGone(folder, undefined));
  }

  /** Returns an error handler that resolves to `then` if another owner deleted the session and its lock meanwhile. */
  const unlessGone =
    <T>(folder: SessionFolder, then: T) =>
    async (error: unknown): Promise<T> => {
      const isMissing = (error as { code?: unknown } | undefined)?.code === 'ENOENT';
      if (!isMissing || (await files.status(folder.hidden))) throw error;
      return then;
    };

  const commit = (
    address: SessionAddress,
    basis: Basis,
    prepared: PendingFile,
    durability: Batch['durability'] = 'strict',
  ): Promise<CommitOutcome> =>
    inTurn(address, async () => {
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
        const folder = await makeSession(address);
        const using = durability === 'relaxed' ? relaxed.operations() : files;
        // A commit must not reach the disk before its predecessors.
        if (durability === 'strict') await relaxed.flush();
        const outcome =
          folder &&
          (await exclusively(folder, address, patience, async (view, lock, logs, lost) => {
            const moved = await changesSince(files, view, basis, address.session);
            if (moved) {
              lost();
              return { status: 'moved', moved } as const;
            }
            if (view.isLost) await setMetaAside(files, folder);
            const pending = { ...prepared, after: view.meta?.commit ?? '' };
            await prepareDocuments(
              using,
              folder,
              pending.rows.filter(({ store }) => store === 'files'),
            );
            await putPending(using, folder, pending, () => lock.confirm());
            // The batch counts already: after a failure here reads see it, and the next owner carries it out.
            await carryOut(using, folder, view.stored, pending, logs).catch(() => undefined);
            return { status: 'done' } as const;
          }).catch(unlessGone(folder, undefined)));
        if (outcome) return outcome;
        // Deleted meanwhile: a session that begins makes its folder anew.
        refuseDeleted(basis, address.session);
      }
      throw sessionBusy(MOST_ATTEMPTS);
    });

  return {
    kind: 'file-system',
    externallyEditable: true,
    sentinels: sentinelsBeside(root, files),

    async load(address, stores) {
      const loaded = await read(address, async (view) => {
        const rows: RowChange[][] = [];
        for (const store of stores) rows.push(await rowsOf(files, view, store));
        return { manifest: view.meta?.manifest, rows: rows.flat() };
      });
      return loaded ?? { manifest: undefined, rows: [] };
    },

    async commit(address, basis, batch) {
      let pending: PendingFile;
      try {
        pending = pendingOf(address, batch);
      } catch (error) {
        throw translateFileError(error);
      }
      return commit(address, basis, pending, batch.durability);
    },

    async since(address, basis) {
      const found = await read(address, async (view) => ({
        moved: await changesSince(files, view, basis, address.session),
      }));
      if (!found) refuseDeleted(basis, address.session);
      return found?.moved;
    },

    row: (address, store, key) => read(address, async (view) => (await last.view(view, store)).value(key)),

    rows: async (address, store, after, limit) =>
      (await read(address, (view) => rowsOf(files, view, store, { after, limit }))) ?? [],

    async sessions(page = {}) {
      const found: StoredSession[] = [];
      try {
        for (const workspace of await foldersIn(files, root)) {
          for (const session of await foldersIn(files, workspace)) {
            const stored = await storedSession(files, session, () => workspaces.ownerOf(workspace));
            if (stored) found.push(stored);
          }
        }
      } catch (error) {
        throw translateFileError(error);
      }
      return pageOf(found, page);
    },

    remove: (address, basis) =>
      inTurn(address, async () => {
        const workspace = await workspaces.find(address.workspace);
        if (workspace === undefined) return true;
        const folder = await folderOf(workspace, address.session);
        if (await files.status(folder.hidden)) {
          const isMeant = await exclusively(folder, address, patience, async ({ meta }, lock) => {
            if (!isRemovable(meta?.manifest, basis)) return false;
            await lock.confirm();
            await files.rename(folder.path, join(workspace, REMOVED + randomUUID()));
            known.delete(folder.path);
            return true;
          }).catch(unlessGone(folder, true));
          if (!isMeant) return false;
          await files.syncFolder(workspace);
        }
        await workspaces.sweep(workspace);
        return true;
      }),

    flush: (address) => inTurn(address, () => relaxed.flush()),

    journal: async (address, from, limit) =>
      (await read(address, async (view) => (await entriesAfter(files, view, from)).slice(0, limit))) ?? [],

    async close() {
      await queues.ended();
      await kept.release();
    },
  };
}

async function foldersIn(files: FileOperations, path: string): Promise<string[]> {
  const entries = await files.list(path);
  return entries
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
    .map(({ name }) => join(path, name));
}
