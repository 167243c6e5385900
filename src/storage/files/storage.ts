/// <reference types="node" />
// Storage as a tree of readable files, one folder per session, for several processes at once.
import { dirname, resolve } from 'node:path';
import { sessionBusy } from '../../errors.ts';
import { MOST_ATTEMPTS } from '../../options/policy.ts';
import { checkOptions, required, text } from '../../options/rules.ts';
import { refuseDeleted } from '../basis.ts';
import { sentinelsBeside } from '../sentinels/beside-folder.ts';
import { addressKey, type RowChange, type SessionAddress, type Storage, type StoredSession } from '../port.ts';
import { pageOf } from '../session-page.ts';
import { SessionQueues } from '../session-queues.ts';
import { pendingOf } from './batch.ts';
import { translateFileError } from './errors.ts';
import { type LockPatience, PATIENCE } from './lock.ts';
import { type FileOperations, nodeFiles } from './operations.ts';
import { RelaxedFiles } from './relaxed.ts';
import { putAside, writeBatch } from './sessions/locked-changes.ts';
import { findFolder, foldersIn, makeFolder, unlessGone } from './sessions/session-folders.ts';
import { SessionLocks } from './sessions/session-locks.ts';
import { readSteadily } from './sessions/steady-read.ts';
import { changesSince, entriesAfter, LastLog, rowsOf, type SessionView, storedSession } from './view.ts';
import { Workspaces } from './workspaces.ts';

/** Options of `fileStorage`. */
export interface FileStorageOptions {
  /** Folder of all sessions, such as `/home/me/.ai/sessions`; created when missing. `~` is not expanded. */
  readonly root: string;
}

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
  const locks = new SessionLocks(files, patience);
  const queues = new SessionQueues();
  const relaxed = new RelaxedFiles(files);
  const last = new LastLog(files);

  /** Runs one operation per session at a time, which is cheaper than waiting for the lock. */
  async function inTurn<T>(address: SessionAddress, work: () => Promise<T>): Promise<T> {
    try {
      return await queues.run(addressKey(address), work);
    } catch (error) {
      throw translateFileError(error);
    }
  }

  const read = <T>(address: SessionAddress, work: (view: SessionView) => Promise<T>): Promise<T | undefined> =>
    inTurn(address, async () => {
      const folder = await findFolder(files, workspaces, address);
      return folder && readSteadily(files, locks, folder, address, work);
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
      // Before its turn: the caller may change the batch meanwhile.
      const pending = pendingOf(address, batch);
      const { durability = 'strict' } = batch;
      return inTurn(address, async () => {
        for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
          const folder = await makeFolder(files, workspaces, address);
          const writing = durability === 'relaxed' ? relaxed.operations() : files;
          // A commit must not reach the disk before its predecessors.
          if (durability === 'strict') await relaxed.flush();
          const outcome =
            folder &&
            (await locks
              .run(folder, address, (session) => writeBatch(files, writing, session, basis, pending))
              .catch(unlessGone(files, folder, undefined)));
          if (outcome) return outcome;
          // Deleted meanwhile: a session that begins makes its folder anew.
          refuseDeleted(basis, address.session);
        }
        throw sessionBusy(MOST_ATTEMPTS);
      });
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
        const folder = await findFolder(files, workspaces, address);
        if (!folder) return true;
        const workspace = dirname(folder.path);
        if (await files.status(folder.hidden)) {
          const isRemoved = await locks
            .run(folder, address, (session) => putAside(files, session, basis))
            .catch(unlessGone(files, folder, true));
          if (!isRemoved) return false;
          locks.forget(folder);
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
      await locks.release();
    },
  };
}
