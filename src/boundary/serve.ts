// The worker's side of the boundary: one port per session, which exposes `open` and then the methods of the engine that
// `open` started.
import { expose, finalizer } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine } from './engine.ts';
import { randomIds } from '../ports/system.ts';
import { holdLock } from './workers/life-lock.ts';
import { type Exposed, type OpenRequest, PACKAGE_VERSION, READY, sendErrorsWhole, SESSION } from './protocol.ts';
import { repeatsOf } from './repeats.ts';

/** Starts an engine when the page asks for one. */
export type StartEngine = (request: OpenRequest, onCommit: (commit: Commit) => void) => Promise<Engine>;

/** The scope of a worker, as far as this file needs it. */
export interface MemoryScope extends EventTarget {
  postMessage(message: string): void;
}

export async function serve(scope: MemoryScope, start: StartEngine): Promise<void> {
  sendErrorsWhole();
  scope.addEventListener('unhandledrejection', tellPage as (event: Event) => void);
  scope.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent;
    if (data === SESSION) serveSession(ports[0] as MessagePort, start);
  });
  // The worker announces itself once it holds its life lock, which has the name of that message.
  const ready = `${READY}${PACKAGE_VERSION} ${randomIds()}`;
  await holdLock(ready);
  scope.postMessage(ready);
}

function serveSession(port: MessagePort, start: StartEngine): void {
  let starting: Promise<Engine> | undefined;
  // No prototype, and frozen when complete: the page can call only `open` and the engine's methods.
  const table: Record<PropertyKey, unknown> = Object.create(null);
  const open: Exposed['open'] = async (request) => {
    starting = start(request, carryCommits(port));
    const engine = await starting;
    Object.freeze(Object.assign(table, engine));
    return { status: await engine.status(), repeats: repeatsOf(engine) };
  };
  table['open'] = open;
  // The page released a session without closing it, or while it was being opened.
  table[finalizer] = () => void starting?.then((engine) => engine.close()).catch(() => undefined);
  expose(table, port);
}

/**
 * Sends commits along with the answer to their call, because each message wakes the page's thread: the page receives a
 * commit before its result, and a commit that no call made in a message of its own.
 */
function carryCommits(port: MessagePort): (commit: Commit) => void {
  const post = port.postMessage.bind(port);
  let commits: Commit[] = [];
  port.postMessage = (message: object, moved?: StructuredSerializeOptions | Transferable[]) => {
    post(commits.length > 0 ? { ...message, commits } : message, moved as StructuredSerializeOptions);
    commits = [];
  };
  return (commit) => {
    // The answer, if any, is posted in the task of its commit.
    if (commits.push(commit) === 1) setTimeout(() => commits.length > 0 && port.postMessage({}));
  };
}

/** Turns a rejection into an error by throwing it in a task of its own: a page is told of its workers' errors only. */
function tellPage(event: PromiseRejectionEvent): void {
  event.preventDefault();
  setTimeout(() => {
    throw event.reason;
  });
}
