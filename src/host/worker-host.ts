// Keeps a memory in a worker, and restarts it in a new worker when the old one is lost.
import type { Runtime } from '../api/memory.ts';
import type { Placed } from '../client/calls.ts';
import { isWorkingMemoryError } from '../errors.ts';
import type { Limits } from '../items/limits.ts';
import type { EngineConnection } from '../boundary/connect.ts';

export type WorkerKind = NonNullable<Runtime['worker']>;

/**
 * @param start opens the session in a new worker, with these limits in place of those of the options
 * @param failed reasons why earlier kinds of worker did not start
 */
export function workerHost(
  first: EngineConnection,
  start: (limits?: Limits) => Promise<EngineConnection>,
  worker: WorkerKind,
  failed: readonly string[],
): Placed {
  let current = first;
  let restarting: Promise<EngineConnection> | undefined;
  let restarts = 0;
  let limits: Limits | undefined;

  /** Concurrent calls after a loss share one restart; after a failed restart the next call tries again. */
  const living = async (): Promise<EngineConnection> => {
    if (current.lost() === undefined) return current;
    restarting ??= start(limits)
      .then((fresh) => {
        restarts++;
        current = fresh;
        return fresh;
      })
      .finally(() => (restarting = undefined));
    return restarting;
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
    reopen: async () => void (await living()),
    keepLimits: (kept) => (limits = kept),
    close: async () => {
      await restarting?.catch(() => undefined);
      try {
        if (current.lost() === undefined) await current.engine.close();
      } catch (error) {
        // The worker is gone: acknowledged changes are safe, and nothing is left to close.
        if (!isWorkingMemoryError(error, 'worker-lost')) throw error;
      } finally {
        current.end('the memory was closed');
      }
    },
  };
}
