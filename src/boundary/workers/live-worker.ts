// A worker of the page from its handshake to its end, for all sessions in it. Comlink alone would wait forever for a
// worker that died or hangs.
import { WorkingMemoryError } from '../../errors.ts';
import { deadline } from '../../ports/deadline.ts';
import { whenGone } from './life-lock.ts';
import { PACKAGE_VERSION, READY, SESSION } from '../protocol.ts';
import { Silence } from './silence.ts';

/** A session as seen by its worker. */
interface Member {
  /** Makes the worker answer if it can. */
  ask(): void;
  lose(reason: string): void;
}

export interface LiveWorker {
  /** Watches the silence of all its sessions together: an answer to one is a sign of life for all. */
  readonly silence: Silence;
  /** Returns why the worker is gone; undefined while it lives. */
  lost(): string | undefined;
  /** Hands the worker the port of one more session. */
  take(member: Member, port: MessagePort): void;
  release(member: Member): void;
  /** Terminates the worker; every session in it is lost. */
  end(reason: string): void;
}

/**
 * Starts a worker.
 * @param startMs longest time until its script listens
 * @throws worker-lost if the script cannot be loaded, fails, does not answer in time, or has another version
 */
export async function startWorker(
  start: () => Worker | Promise<Worker>,
  deadlineMs: number,
  startMs: number = deadlineMs,
): Promise<LiveWorker> {
  let worker: Worker;
  try {
    worker = await start();
  } catch (error) {
    throw workerLost(`it could not be started: ${(error as Error).message}`, 'no');
  }
  const lifeLock = await ready(worker, startMs);
  const members = new Set<Member>();
  let lost: string | undefined;
  const end = (reason: string): void => {
    if (lost !== undefined) return;
    lost = reason;
    silence.stop();
    worker.terminate();
    for (const member of members) member.lose(reason);
    members.clear();
  };
  const silence = new Silence(
    deadlineMs,
    () => members.values().next().value?.ask(),
    () => end(`it did not answer for ${2 * deadlineMs} ms`),
  );
  whenGone(lifeLock, () => end('it ended'));
  return {
    silence,
    lost: () => lost,
    take(member, port) {
      members.add(member);
      worker.postMessage(SESSION, [port]);
    },
    release: (member) => members.delete(member),
    end,
  };
}

/** Resolves with the worker's first message. */
function ready(worker: Worker, startMs: number): Promise<string> {
  const listening = new AbortController();
  const { signal } = listening;
  const answered = new Promise<string>((resolve, reject) => {
    const greeted = ({ data }: MessageEvent): void => {
      if (typeof data !== 'string' || !data.startsWith(READY.trimEnd())) return;
      const [version] = data.slice(READY.length).split(' ');
      if (version === PACKAGE_VERSION) return resolve(data);
      const versions = `it has version ${version || 'unknown'} of working-memory, the page ${PACKAGE_VERSION}`;
      reject(workerLost(`${versions}; serve the worker's file and the page's code from one release`, 'no'));
    };
    worker.addEventListener('message', greeted, { signal });
    const failed = (event: ErrorEvent): void => {
      event.preventDefault();
      reject(workerLost(event.message || 'its script is missing or blocked by worker-src', 'no'));
    };
    worker.addEventListener('error', failed, { signal });
  });
  // Errors after the start are the app's to see.
  const late = () => workerLost(`it did not start within ${startMs} ms`, 'unknown');
  return deadline(() => answered, startMs, late)
    .catch((error: unknown) => {
      worker.terminate();
      throw error;
    })
    .finally(() => listening.abort());
}

export const workerLost = (reason: string, applied: 'no' | 'unknown'): WorkingMemoryError =>
  new WorkingMemoryError(
    'worker-lost',
    `The memory's worker is gone: ${reason}. Acknowledged changes are safe; the next call, or reopen(), starts a new worker.`,
    { reason, applied },
  );
