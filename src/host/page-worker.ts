// The workers of a page: sessions that start the same worker, with the same deadline, share one. It is started with the
// first of them, replaced once for all when it is lost, and released with the last.
import { type LiveWorker, startWorker } from '../boundary/workers/live-worker.ts';
import { memoryClosed } from '../errors.ts';
import { leaving, shown } from './page-cache/left-page.ts';

export type StartWorker = () => Worker | Promise<Worker>;

/** Reopens a session of the worker. Contract: must not throw. */
type Reopen = () => void;

const UNUSED = 'its last session was closed';
const LEFT = 'the page was left';

const inUse = new Set<PageWorker>();

export interface PageWorker {
  readonly start: StartWorker;
  readonly deadlineMs: number;
  /** Adds a session. @param reopen called when another worker has replaced the former one */
  join(reopen: Reopen): void;
  /** Removes a session; the last one to leave ends the worker. */
  leave(reopen: Reopen): void;
  /** Returns the worker, starting one if none is alive; concurrent callers share the start. @throws worker-lost */
  living(): Promise<LiveWorker>;
}

/**
 * Returns the worker that the next session shares; it is kept from `join` on.
 * @param start sessions with the same function share its worker
 * @param deadlineMs the option; a session that waits longer must not lose its worker to one that does not
 * @param startMs longest time until its script listens
 */
export function pageWorker(start: StartWorker, deadlineMs: number, startMs: number): PageWorker {
  for (const page of inUse) if (page.start === start && page.deadlineMs === deadlineMs) return page;
  const sessions = new Set<Reopen>();
  let live: LiveWorker | undefined;
  let starting: Promise<LiveWorker> | undefined;

  const take = (fresh: LiveWorker): LiveWorker => {
    if (sessions.size === 0) {
      fresh.end(UNUSED);
      throw memoryClosed();
    }
    const isReplacement = live !== undefined;
    live = fresh;
    if (isReplacement) for (const reopen of sessions) reopen();
    return fresh;
  };
  const letGo = (): void => {
    live?.end(LEFT);
    // The next worker reads commits that others make meanwhile as soon as the page is back.
    page.living().catch(() => undefined);
  };
  const page: PageWorker = {
    start,
    deadlineMs,
    join(reopen) {
      inUse.add(page);
      leaving.add(letGo);
      sessions.add(reopen);
    },
    leave(reopen) {
      sessions.delete(reopen);
      if (sessions.size > 0) return;
      inUse.delete(page);
      leaving.delete(letGo);
      live?.end(UNUSED);
    },
    async living() {
      await shown();
      if (live && live.lost() === undefined) return live;
      return (starting ??= startWorker(start, deadlineMs, startMs)
        .then(take)
        .finally(() => (starting = undefined)));
    },
  };
  return page;
}
