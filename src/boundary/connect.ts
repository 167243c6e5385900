// The page's side of one session in a worker: opens it over a port of its own, and rejects its pending calls when the
// worker is gone.
import { releaseProxy, wrap } from 'comlink';
import type { Commit } from '../api/memory.ts';
import { invalidInput, WorkingMemoryError } from '../errors.ts';
import { type LiveWorker, workerLost } from './workers/live-worker.ts';
import { type Exposed, type Opened, type OpenRequest, receiveErrorsWhole, type Riding } from './protocol.ts';

export interface EngineConnection extends Opened {
  /** Calls a method of the engine. */
  ask(method: string, args: readonly unknown[]): Promise<unknown>;
  /** Whether the session was released, or its worker is gone. */
  isLost(): boolean;
  /** Releases the session, not its worker; pending calls reject with `worker-lost`. */
  end(): void;
}

/**
 * Opens a session in a worker.
 * @throws worker-lost when the worker ends; or as `open`
 */
export async function connect(
  worker: LiveWorker,
  request: OpenRequest,
  onCommit: (commit: Commit) => void,
): Promise<EngineConnection> {
  receiveErrorsWhole();
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<Riding>) => data.commits?.forEach(onCommit));
  // Held by the worker's list of members: Comlink closes an endpoint whose proxy is garbage-collected.
  const remote = wrap<Exposed>(port1);
  const { silence } = worker;
  const pending = new Set<(error: Error) => void>();
  let lost = worker.lost();

  const lose = (reason: string): void => {
    lost ??= reason;
    for (const reject of pending) {
      reject(workerLost(reason, 'unknown'));
      silence.forgotten();
    }
    pending.clear();
  };
  const call = <T>(send: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (lost !== undefined) return reject(workerLost(lost, 'no'));
      pending.add(reject);
      silence.sent();
      send()
        .then(resolve, (error: unknown) => reject(uncloneable(error) ?? error))
        .finally(() => pending.delete(reject) && silence.answered());
    });
  const member = { lose, ask: () => void call(() => remote.status()).catch(() => undefined) };
  const end = (): void => {
    if (lost !== undefined) return;
    lose('the memory was closed');
    remote[releaseProxy]();
    worker.release(member);
  };

  if (lost === undefined) worker.take(member, port2);
  try {
    const opened = await call(() => remote.open(request));
    const methods = remote as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
    const ask = (method: string, args: readonly unknown[]) => {
      const send = async () => methods[method]?.(...args);
      return opened.repeats[method] === 'quiet' ? send() : call(send);
    };
    return { ...opened, ask, isLost: () => lost !== undefined, end };
  } catch (error) {
    end();
    throw error;
  }
}

function uncloneable(error: unknown): WorkingMemoryError | undefined {
  if (!(error instanceof DOMException) || error.name !== 'DataCloneError') return undefined;
  return invalidInput('arguments', 'plain data', error.message);
}
