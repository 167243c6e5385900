// The page's side of the boundary: starts a worker, opens a session in it, and rejects every pending call when it dies, or
// hangs. Comlink alone waits forever for a dead worker.
import { proxy, type Remote, wrap } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine, EngineStatus } from './engine.ts';
import { invalidInput, WorkingMemoryError } from '../errors.ts';
import { randomIds } from '../ports/system.ts';
import { deadline } from '../ports/deadline.ts';
import { whenGone } from './life-lock.ts';
import { type Exposed, type OpenRequest, PACKAGE_VERSION, READY, receiveErrorsWhole } from './protocol.ts';
import { Silence } from './silence.ts';

export interface EngineConnection {
  readonly engine: Engine;
  readonly status: EngineStatus;
  /** Why the worker is gone; undefined while it lives. */
  readonly lost: () => string | undefined;
  /** Terminates the worker; pending calls reject with `worker-lost`. */
  end(reason: string): void;
}

/** Comlink closes the worker's endpoint when its proxy is collected as garbage; pinned proxies stay. */
const pinned = new Set<Remote<Exposed>>();

/**
 * Starts a worker and opens the session in it.
 * @param startMs how long its script may take until it listens
 * @throws worker-lost when the script cannot be loaded, fails, or does not answer in time; or as `open`
 */
export async function connect(
  startWorker: () => Worker | Promise<Worker>,
  request: Omit<OpenRequest, 'lifeLock'>,
  onCommit: (commit: Commit) => void,
  startMs: number = request.settings.deadlineMs,
): Promise<EngineConnection> {
  receiveErrorsWhole();
  const { settings } = request;
  const worker = await start(startWorker);
  await ready(worker, startMs);
  const remote = wrap<Exposed>(worker);
  pinned.add(remote);

  const pending = new Set<(error: Error) => void>();
  let lost: string | undefined;
  const end = (reason: string): void => {
    if (lost !== undefined) return;
    lost = reason;
    silence.stop();
    worker.terminate();
    pinned.delete(remote);
    for (const reject of pending) reject(workerLost(reason, 'unknown'));
    pending.clear();
  };
  const call = <T>(send: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (lost !== undefined) return reject(workerLost(lost, 'no'));
      pending.add(reject);
      silence.sent();
      send()
        .then(resolve, (error: unknown) => reject(uncloneable(error) ?? error))
        .finally(() => {
          pending.delete(reject);
          if (lost === undefined) silence.answered();
        });
    });
  const silence = new Silence(
    settings.deadlineMs,
    () => call(() => remote.status()).catch(() => undefined),
    () => end(`it answered nothing for ${2 * settings.deadlineMs} ms`),
  );

  const lifeLock = `working-memory worker ${randomIds()}`;
  try {
    const opened = call(() => remote.open({ ...request, lifeLock }, proxy(onCommit)));
    const { status, methods } = await within(opened, settings.deadlineMs, 'open the session');
    whenGone(lifeLock, () => end('it ended'));
    return { engine: engineOver(remote, methods, call), status, lost: () => lost, end };
  } catch (error) {
    end('the session could not be opened');
    throw error;
  }
}

const otherVersion = (version: string): string =>
  `it is of version ${version || 'unknown'} of working-memory, and the page of ${PACKAGE_VERSION}`;

async function start(startWorker: () => Worker | Promise<Worker>): Promise<Worker> {
  try {
    return await startWorker();
  } catch (error) {
    throw workerLost(`it could not be started: ${(error as Error).message}`, 'no');
  }
}

function ready(worker: Worker, deadlineMs: number): Promise<void> {
  const listening = new AbortController();
  const { signal } = listening;
  const answered = new Promise<void>((resolve, reject) => {
    const greeted = ({ data }: MessageEvent): void => {
      if (typeof data !== 'string' || !data.startsWith(READY.trimEnd())) return;
      const version = data.slice(READY.length);
      if (version === PACKAGE_VERSION) return resolve();
      reject(
        workerLost(`${otherVersion(version)}; serve the worker's file and the page's code from one release`, 'no'),
      );
    };
    worker.addEventListener('message', greeted, { signal });
    const failed = (event: ErrorEvent): void => {
      event.preventDefault();
      reject(workerLost(event.message || 'its script is missing or refused by worker-src', 'no'));
    };
    worker.addEventListener('error', failed, { signal });
  });
  // Errors after the start are the app's to see.
  return within(answered, deadlineMs, 'start')
    .catch((error: unknown) => {
      worker.terminate();
      throw error;
    })
    .finally(() => listening.abort());
}

const within = <T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> =>
  deadline(
    () => work,
    deadlineMs,
    () => workerLost(`it did not ${what} within ${deadlineMs} ms`, 'unknown'),
  );

function engineOver(
  remote: Remote<Exposed>,
  methods: readonly (keyof Engine)[],
  call: <T>(send: () => Promise<T>) => Promise<T>,
): Engine {
  const entries = methods.map((method) => {
    const send = remote[method] as (...args: unknown[]) => Promise<unknown>;
    return [method, (...args: unknown[]) => call(() => send(...args))] as const;
  });
  return Object.fromEntries(entries) as unknown as Engine;
}

const workerLost = (reason: string, applied: 'no' | 'unknown'): WorkingMemoryError =>
  new WorkingMemoryError(
    'worker-lost',
    `The memory's worker is gone: ${reason}. Acknowledged changes are safe; the next call, or reopen(), starts a new worker.`,
    { reason, applied },
  );

function uncloneable(error: unknown): WorkingMemoryError | undefined {
  if (!(error instanceof DOMException) || error.name !== 'DataCloneError') return undefined;
  return invalidInput('arguments', 'plain data', error.message);
}
