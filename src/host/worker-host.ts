// Keeps a memory in a worker, and starts a new worker when the old one is lost or does not answer.
import type { Runtime } from '../api/memory.ts';
import type { Placed } from '../client/calls.ts';
import { isWorkingMemoryError, memoryClosed } from '../errors.ts';
import { deadline } from '../ports/deadline.ts';
import type { Limits } from '../items/limits.ts';
import type { EngineConnection } from '../boundary/connect.ts';

export type WorkerKind = NonNullable<Runtime['worker']>;

/** How long `reopen` waits for the storage of a worker to answer, ms; half the deadline where that is shorter. */
const LONGEST_PING_MS = 2000;
const CLOSED = 'the memory was closed';

/**
 * @param deadlineMs the option
 * @param start opens the session in a new worker, with these limits in place of those of the options
 * @param failed reasons why earlier kinds of worker did not start
 */
export function workerHost(
  first: EngineConnection,
  start: (limits?: Limits) => Promise<EngineConnection>,
  worker: WorkerKind,
  failed: readonly string[],
  deadlineMs: number,
): Placed {
  let current = first;
  let isEnded = false;
  let restarting: Promise<EngineConnection> | undefined;
  let restarts = 0;
  let limits: Limits | undefined;

  /** Concurrent calls after a loss share one restart; after a failed restart the next call tries again. */
  const living = async (): Promise<EngineConnection> => {
    // A call that was given up may still ask for an engine.
    if (isEnded) throw memoryClosed();
    if (current.lost() === undefined) return current;
    restarting ??= start(limits)
      .then((fresh) => {
        if (isEnded) {
          fresh.end(CLOSED);
          throw memoryClosed();
        }
        restarts++;
        current = fresh;
        return fresh;
      })
      .finally(() => (restarting = undefined));
    return restarting;
  };
  const end = (): void => {
    isEnded = true;
    current.end(CLOSED);
  };
  return {
    engine: async () => (await living()).engine,
    runtime: () => {
      const reasons = restarts > 0 ? [...failed, `the worker was lost and started again ${restarts} times`] : failed;
      return {
        place: 'worker',
        worker,
        storage: current.status.storage,
        quarantined: current.status.quarantined,
        ...(current.status.heldBack && { heldBack: current.status.heldBack }),
        ...(reasons.length > 0 && { reason: reasons.join('; ') }),
      };
    },
    status: () => current.status,
    restarts: () => restarts,
    async reopen() {
      if (current.lost() === undefined && !(await answers(current, Math.min(LONGEST_PING_MS, deadlineMs / 2)))) {
        current.end('it did not answer when it was reopened');
      }
      await living();
    },
    keepLimits: (kept) => (limits = kept),
    close: async () => {
      await restarting?.catch(() => undefined);
      try {
        if (current.lost() === undefined) await current.engine.close();
      } catch (error) {
        // The worker is gone: acknowledged changes are safe, and nothing is left to close.
        if (!isWorkingMemoryError(error, 'worker-lost')) throw error;
      } finally {
        end();
      }
    },
    end,
  };
}

/** Whether a worker can read its storage: its thread is free, and no transaction is in the way. */
async function answers({ engine }: EngineConnection, ms: number): Promise<boolean> {
  const read = engine.journal(Number.MAX_SAFE_INTEGER, 1);
  return deadline(
    () => read.then(() => true),
    ms,
    () => new Error('no answer'),
  ).catch(() => false);
}
