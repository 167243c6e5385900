/// <reference types="node" />
// Runs work on a session under its lock, after any batch that an earlier owner left.
import { join } from 'node:path';
import type { SessionAddress } from '../../port.ts';
import { carryOut, type KnownLogs } from '../batch.ts';
import type { SessionFolder } from '../layout.ts';
import { acquireLock, type FileLock, KeptLocks, type LockPatience } from '../lock.ts';
import type { FileOperations } from '../operations.ts';
import { type SessionView, viewSession } from '../view.ts';

/** A session whose lock this owner holds, without a pending batch. */
export interface LockedSession {
  readonly view: SessionView;
  readonly lock: FileLock;
  readonly logs: KnownLogs;
  /** Records that another owner committed first: an owner that often loses keeps the lock until its next commit. */
  loseRace(): void;
}

export class SessionLocks {
  readonly #files: FileOperations;
  readonly #patience: LockPatience;
  readonly #kept = new KeptLocks();
  /** Keys and sizes of the logs, by path of the session's folder. */
  readonly #logs = new Map<string, KnownLogs>();

  constructor(files: FileOperations, patience: LockPatience) {
    this.#files = files;
    this.#patience = patience;
  }

  /**
   * Runs `work` under the lock. All writes happen here.
   * @param patience default: that of the storage
   * @throws storage-unavailable · ENOENT if the folder is gone
   */
  run<T>(
    folder: SessionFolder,
    address: SessionAddress,
    work: (session: LockedSession) => Promise<T>,
    patience = this.#patience,
  ): Promise<T> {
    return this.#locked(folder, patience, async (lock, loseRace) => {
      const logs = this.#logs.get(folder.path) ?? { commit: '', logs: new Map() };
      if (!this.#logs.has(folder.path)) await this.#removeLeftovers(folder);
      this.#logs.set(folder.path, logs);
      const view = await viewSession(this.#files, folder, address);
      if (!view.pending) return work({ view, lock, logs, loseRace });
      await lock.confirm();
      await carryOut(this.#files, folder, view.stored, view.pending, logs, { redo: true });
      return work({ view: await viewSession(this.#files, folder, address), lock, logs, loseRace });
    });
  }

  /** Carries out a pending batch, for people who look at the files. Reads give the same result without it. */
  async tryToFinish(folder: SessionFolder, address: SessionAddress): Promise<void> {
    const atOnce = { ...this.#patience, waitMs: 0 };
    await this.run(folder, address, async () => undefined, atOnce).catch(() => undefined);
  }

  /** Forgets what is known of a session's logs: its folder was removed. */
  forget(folder: SessionFolder): void {
    this.#logs.delete(folder.path);
  }

  /** Releases the locks that were kept. */
  async release(): Promise<void> {
    await this.#kept.release();
  }

  async #locked<T>(
    folder: SessionFolder,
    patience: LockPatience,
    work: (lock: FileLock, loseRace: () => void) => Promise<T>,
  ): Promise<T> {
    const lock = this.#kept.take(folder.lock) ?? (await acquireLock(this.#files, folder.lock, patience));
    let isRaceLost = false;
    try {
      return await work(lock, () => (isRaceLost = true));
    } finally {
      await this.#kept.end(folder.lock, lock, isRaceLost);
    }
  }

  async #removeLeftovers({ temporary }: SessionFolder): Promise<void> {
    for (const { name } of await this.#files.list(temporary)) await this.#files.removeFile(join(temporary, name));
  }
}
