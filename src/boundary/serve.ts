// The worker's side of the boundary: exposes `open`, then the methods of the engine it started.
import { type Endpoint, expose } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine } from './engine.ts';
import { holdLock } from './life-lock.ts';
import { type Exposed, PACKAGE_VERSION, READY, sendErrorsWhole } from './protocol.ts';

/** Starts an engine when the page asks for one. */
export type StartEngine = (
  request: Parameters<Exposed['open']>[0],
  onCommit: (commit: Commit) => void,
) => Promise<Engine>;

export function serve(endpoint: Endpoint, start: StartEngine): void {
  sendErrorsWhole();
  endpoint.addEventListener('unhandledrejection', tellPage as (event: Event) => void);
  // No prototype, and frozen when complete: the page can call only `open` and the engine's methods.
  const table: Record<string, unknown> = Object.create(null);
  const open: Exposed['open'] = async (request, onCommit) => {
    await holdLock(request.lifeLock);
    const engine = await start(request, (commit) => void onCommit(commit));
    Object.freeze(Object.assign(table, engine));
    return { status: await engine.status(), methods: Object.keys(engine) as (keyof Engine)[] };
  };
  table['open'] = open;
  expose(table, endpoint);
  endpoint.postMessage(READY + PACKAGE_VERSION);
}

/** A page hears of errors in its workers, but not of rejections: thrown in a task of its own, this one becomes an error. */
function tellPage(event: PromiseRejectionEvent): void {
  event.preventDefault();
  setTimeout(() => {
    throw event.reason;
  });
}
