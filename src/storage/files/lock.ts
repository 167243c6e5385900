/// <reference types="node" />
// A lock between processes: a file that only one process can create. A process breaks the lock of a dead owner under a
// second lock, so that it cannot remove a successor's lock by mistake.
import { randomUUID } from 'node:crypto';
import { hostname, uptime } from 'node:os';
import { storageUnavailable } from '../failures.ts';
import { bytesOf, codeOf, type FileOperations, textOf } from './operations.ts';

export interface LockPatience {
  /** Longest wait for a live owner. */
  readonly waitMs: number;
  /** Age from which an unreadable lock counts as abandoned by a process that was killed while creating it. */
  readonly tornAfterMs: number;
  /** Age from which a lock counts as abandoned if its process runs on another host and cannot be checked from here. */
  readonly foreignAfterMs: number;
}

export const PATIENCE: LockPatience = { waitMs: 10_000, tornAfterMs: 5_000, foreignAfterMs: 60_000 };

export interface FileLock {
  /** @throws storage-unavailable if another process broke the lock because it took this one for dead */
  confirm(): Promise<void>;
  /** Releases the lock. Never rejects: the next process that needs the lock breaks it if this removal failed. */
  release(): Promise<void>;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly realm: string;
  readonly id: string;
  readonly time: number;
}

/** Locks held by this thread. A lock with this name that is not in `held` was abandoned by a former adapter. */
interface Realm {
  readonly name: string;
  readonly held: Set<string>;
}

const REALM = Symbol.for('working-memory.file-locks');
const CLOCK_SLACK_MS = 5_000;
const LONGEST_PAUSE_MS = 16;
/** Unit of times in `/proc`: a hundredth of a second on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** @throws storage-unavailable if another process holds it for too long; ENOENT if the folder is gone */
export async function acquireLock(files: FileOperations, path: string, patience: LockPatience): Promise<FileLock> {
  const realm = realmOfThisThread();
  const id = randomUUID();
  const started = performance.now();
  let watched = { content: '', since: started };
  realm.held.add(id);
  try {
    for (let attempt = 0; ; attempt++) {
      if (await created(files, path, { pid: process.pid, host: hostname(), realm: realm.name, id, time: Date.now() }))
        break;
      const found = await readLock(files, path);
      if (found && found.content !== watched.content) watched = { content: found.content, since: performance.now() };
      if (found && (await isLeftBehind(files, found, performance.now() - watched.since, patience))) {
        await breakLock(files, path, found.content, patience);
      } else if (performance.now() - started >= patience.waitMs) {
        throw heldTooLong(path, found?.owner);
      } else {
        const pause = Math.random() * Math.min(LONGEST_PAUSE_MS, 1 + attempt);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  } catch (error) {
    realm.held.delete(id);
    throw error;
  }
  const isOurs = async (): Promise<boolean> => (await readLock(files, path))?.owner?.id === id;
  return {
    async confirm() {
      if (!(await isOurs()))
        throw storageUnavailable(
          'lock lost',
          `The lock ${path} was taken away while it was held. Nothing was changed; retry.`,
        );
    },
    async release() {
      await isOurs()
        .then((ours) => (ours ? files.removeFile(path) : undefined))
        .catch(() => undefined);
      // Last: otherwise another adapter of this thread would count the lock as abandoned and break a successor's.
      realm.held.delete(id);
    },
  };
}

/** Commits in a row that an owner may lose to a faster one before it keeps the lock. */
const MOST_LOST = 3;
/** Longest time for which it keeps the lock until its next commit, while the faster owner waits. */
const KEPT_MS = 200;

/**
 * Locks that slower owners keep from a lost commit to the next one. The owner that has just committed decides again at
 * once, while the loser has to catch up first and would always lose.
 */
export class KeptLocks {
  /** Commits lost in a row, by path of the lock. */
  readonly #lost = new Map<string, number>();
  readonly #kept = new Map<string, { readonly lock: FileLock; readonly timer: ReturnType<typeof setTimeout> }>();

  /** Hands the kept lock to the caller. */
  take(path: string): FileLock | undefined {
    const kept = this.#kept.get(path);
    clearTimeout(kept?.timer);
    this.#kept.delete(path);
    return kept?.lock;
  }

  /** Ends a commit: releases its lock, or keeps it. */
  async end(path: string, lock: FileLock, isLost: boolean): Promise<void> {
    const lost = isLost ? (this.#lost.get(path) ?? 0) + 1 : 0;
    if (isLost) this.#lost.set(path, lost);
    else this.#lost.delete(path);
    if (lost < MOST_LOST) return lock.release();
    const timer = setTimeout(() => void this.take(path)?.release(), KEPT_MS);
    this.#kept.set(path, { lock, timer });
  }

  async release(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((path) => this.take(path)?.release()));
  }
}

async function created(files: FileOperations, path: string, owner: Owner): Promise<boolean> {
  try {
    await files.create(path, bytesOf(JSON.stringify(owner)));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

interface FoundLock {
  readonly content: string;
  readonly owner: Owner | undefined;
  readonly modified: number;
}

async function readLock(files: FileOperations, path: string): Promise<FoundLock | undefined> {
  const status = await files.status(path);
  const bytes = status && (await files.read(path));
  if (!bytes) return undefined;
  const content = textOf(bytes);
  let owner: Owner | undefined;
  try {
    const parsed: unknown = JSON.parse(content);
    if (isOwner(parsed)) owner = parsed;
  } catch {
    // The owner is writing it or was killed meanwhile; its age decides.
  }
  return { content, owner, modified: status.modified };
}

function isOwner(value: unknown): value is Owner {
  const { pid, host, realm, id, time } = (value ?? {}) as Partial<Record<keyof Owner, unknown>>;
  if (![host, realm, id].every((text) => typeof text === 'string')) return false;
  return (
    Number.isSafeInteger(pid) && (pid as number) > 0 && typeof time === 'number' && !isNaN(new Date(time).getTime())
  );
}

/** @param watchedMs time for which this lock was seen unchanged */
async function isLeftBehind(
  files: FileOperations,
  { owner, modified }: FoundLock,
  watchedMs: number,
  { waitMs, tornAfterMs, foreignAfterMs }: LockPatience,
): Promise<boolean> {
  const now = Date.now();
  if (!owner) return now - modified > tornAfterMs;
  if (owner.host !== hostname()) return now - modified > foreignAfterMs;
  const since = now - CLOCK_SLACK_MS - owner.time;
  // Process ids start over when a machine or container restarts, and are reused.
  if (since > uptime() * 1000) return true;
  if (owner.pid !== process.pid) {
    if (!isAlive(owner.pid)) return true;
    if (since <= 0) return false;
    const age = await ageOf(files, owner.pid);
    if (age !== undefined) return since > age;
    // A machine may have slept, so age alone proves nothing: a live owner would have moved meanwhile.
    return now - modified > foreignAfterMs && watchedMs >= waitMs / 2;
  }
  if (since > process.uptime() * 1000) return true;
  const realm = realmOfThisThread();
  return owner.realm === realm.name && !realm.held.has(owner.id);
}

/** Returns the age of a process in ms; undefined without `/proc`. */
async function ageOf(files: FileOperations, pid: number): Promise<number | undefined> {
  const bytes = await files.read(`/proc/${pid}/stat`).catch(() => undefined);
  if (!bytes) return undefined;
  // The name of the program is in brackets and may contain anything; the start is the 20th field after it.
  const fields = textOf(bytes).split(') ').at(-1)?.split(' ');
  const startedMs = Number(fields?.[19]) * MS_PER_TICK;
  return Number.isFinite(startedMs) ? uptime() * 1000 - startedMs : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

async function breakLock(files: FileOperations, path: string, content: string, patience: LockPatience): Promise<void> {
  const breaking = await acquireLock(files, `${path}.breaking`, patience);
  try {
    if ((await readLock(files, path))?.content === content) await files.removeFile(path);
  } finally {
    await breaking.release();
  }
}

function realmOfThisThread(): Realm {
  const place = globalThis as { [REALM]?: Realm };
  return (place[REALM] ??= { name: randomUUID(), held: new Set() });
}

function heldTooLong(path: string, owner: Owner | undefined): Error {
  const who = owner
    ? `process ${owner.pid} on ${owner.host} since ${new Date(owner.time).toISOString()}`
    : 'an unknown process';
  return storageUnavailable(
    `locked by ${who}`,
    `${path} is held by ${who}. Retry; if that process does not use this memory, delete the file.`,
  );
}
