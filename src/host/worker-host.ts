// Keeps a session in the page's worker. If the worker is lost or does not answer, opens the session in the next one and
// repeats there the calls that are safe to repeat.
import type { Runtime } from '../api/memory.ts';
import type { Placed } from '../client/calls/calls.ts';
import { isWorkingMemoryError, memoryClosed } from '../errors.ts';
import { deadline } from '../ports/deadline.ts';
import type { Limits } from '../items/limits.ts';
import type { EngineConnection } from '../boundary/connect.ts';
import type { Engine } from '../boundary/engine.ts';
import { mapMethods } from '../boundary/engine-methods.ts';
import type { Repeat } from '../boundary/repeats.ts';
import type { LiveWorker } from '../boundary/workers/live-worker.ts';
import type { PageWorker } from './page-worker.ts';

export type WorkerKind = NonNullable<Runtime['worker']>;

/** Longest wait of `reopen` for an answer from a worker's storage, in ms; half the deadline where that is shorter. */
const LONGEST_PING_MS = 2000;

/** A session in a worker, and its engine, which lasts as long as that worker. */
interface OpenSession extends EngineConnection {
  readonly worker: LiveWorker;
  /** Engine that repeats safe calls in the next worker when this one is lost. */
  readonly engine: Engine;
}

/**
 * Opens the session in the page's worker.
 * @param open opens it in a worker, with these limits instead of those in the options
 * @param kind reported as `runtime.worker`
 * @param failed reasons why earlier kinds of worker did not start
 * @throws worker-lost when the worker does not start, or is lost twice on the way; or as `open`
 */
export async function workerHost(
  page: Pick<PageWorker, 'join' | 'leave' | 'living' | 'deadlineMs'>,
  open: (worker: LiveWorker, limits?: Limits) => Promise<EngineConnection>,
  kind: WorkerKind,
  failed: readonly string[],
): Promise<Placed> {
  const { deadlineMs } = page;
  let isEnded = false;
  let opening: Promise<OpenSession> | undefined;
  let restarts = 0;
  let limits: Limits | undefined;
  let current!: OpenSession;

  const openIn = async (worker: LiveWorker): Promise<OpenSession> => {
    const fresh = await open(worker, limits);
    if (!isEnded) return { ...fresh, worker, engine: repeating(fresh) };
    fresh.end();
    throw memoryClosed();
  };
  const openNow = async (): Promise<OpenSession> => {
    const worker = await page.living();
    return openIn(worker).catch(async (error: unknown) => {
      // Another session may have ended the worker; opening changes nothing, so it can be repeated.
      if (isEnded || worker.lost() === undefined) throw error;
      return openIn(await page.living());
    });
  };
  /** Returns the session. Concurrent calls after a loss share one opening; after a failed one the next tries again. */
  const living = async (): Promise<OpenSession> => {
    // A call that has timed out may still ask for an engine.
    if (isEnded) throw memoryClosed();
    if (!current.isLost()) return current;
    opening ??= openNow()
      .then((fresh) => {
        restarts++;
        return (current = fresh);
      })
      .finally(() => (opening = undefined));
    return opening;
  };
  const repeating = ({ ask, repeats }: EngineConnection): Engine =>
    mapMethods(repeats, (method, repeat: Repeat) => async (...args) => {
      const asked = performance.now();
      try {
        return await ask(method, args);
      } catch (error) {
        const isSafe =
          isWorkingMemoryError(error, 'worker-lost') &&
          (repeat === 'always' || (repeat === 'unsent' && error.details.applied === 'no'));
        // A call that waited longer has already timed out for the app.
        if (!isSafe || isEnded || performance.now() - asked > deadlineMs) throw error;
        return (await living()).ask(method, args);
      }
    });

  const reopen = (): void => {
    // The first opening tries the new worker by itself; the next call reports a failure here, and tries again.
    if (current) living().catch(() => undefined);
  };
  const end = (): void => {
    isEnded = true;
    current.end();
    page.leave(reopen);
  };
  page.join(reopen);
  try {
    current = await openNow();
  } catch (error) {
    page.leave(reopen);
    throw error;
  }
  return {
    engine: async () => (await living()).engine,
    runtime: () => {
      const reasons = restarts > 0 ? [...failed, `the worker was lost and started again ${restarts} times`] : failed;
      const { reach, storage, quarantined, heldBack } = current.status;
      return {
        place: 'worker',
        worker: kind,
        reach,
        storage,
        quarantined,
        ...(heldBack && { heldBack }),
        ...(reasons.length > 0 && { reason: reasons.join('; ') }),
      };
    },
    status: () => current.status,
    restarts: () => restarts,
    async reopen() {
      if (!current.isLost() && !(await answers(current, Math.min(LONGEST_PING_MS, deadlineMs / 2)))) {
        current.worker.end('it did not answer when it was reopened');
      }
      await living();
    },
    keepLimits: (kept) => (limits = kept),
    close: async () => {
      await opening?.catch(() => undefined);
      try {
        if (!current.isLost()) await current.ask('close', []);
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
async function answers({ ask }: EngineConnection, ms: number): Promise<boolean> {
  const read = ask('journal', [Number.MAX_SAFE_INTEGER, 1]);
  return deadline(
    () => read.then(() => true),
    ms,
    () => new Error('no answer'),
  ).catch(() => false);
}
