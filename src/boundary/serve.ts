// The worker's side of the boundary: for each session a port, which exposes `open`, then the methods of the engine that it
// started.
import { expose, finalizer } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine } from './engine.ts';
import { randomIds } from '../ports/system.ts';
import { holdLock } from './workers/life-lock.ts';
import { type Exposed, type OpenRequest, PACKAGE_VERSION, READY, sendErrorsWhole, SESSION } from './protocol.ts';
import { repeatsOf } from './repeats.ts';

/** Starts an engine when the page asks for one. */
export type StartEngine = (request: OpenRequest, onCommit: (commit: Commit) => void) => Promise<Engine>;

/** The scope of a worker, as far as it is needed here. */
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
  // The worker says that it listens when it holds its sign of life, which has the name of that message.
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
  // The page let go of a session that it did not close, or that was being opened.
  table[finalizer] = () => void starting?.then((engine) => engine.close()).catch(() => undefined);
  expose(table, port);
}

/**
 * Lets commits ride with the answer to their call, because each message wakes the page's thread: it hears of a commit
 * before its result, and of one that no call made in a message of its own.
 */
function carryCommits(port: MessagePort): (commit: Commit) => void {
  const post = port.postMessage.bind(port);
  let commits: Commit[] = [];
  port.postMessage = (message: object, moved?: StructuredSerializeOptions | Transferable[]) => {
    post(commits.length > 0 ? { ...message, commits } : message, moved as StructuredSerializeOptions);
    commits = [];
  };
  return (commit) => {
    // The answer, if there is one, is posted in the task of its commit.
    if (commits.push(commit) === 1) setTimeout(() => commits.length > 0 && port.postMessage({}));
  };
}

/** A page hears of errors in its workers, but not of rejections: thrown in a task of its own, this one becomes an error. */
function tellPage(event: PromiseRejectionEvent): void {
  event.preventDefault();
  setTimeout(() => {
    throw event.reason;
  });
}
