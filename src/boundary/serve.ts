// The worker's side of the boundary.
import { type Endpoint, expose } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine } from './engine.ts';
import { WorkingMemoryError } from '../errors.ts';
import { holdLock } from './life-lock.ts';
import { ENGINE_METHODS, type Exposed, READY, sendErrorsWhole } from './protocol.ts';

/** Starts an engine when the page asks for one. */
export type StartEngine = (
  request: Parameters<Exposed['open']>[0],
  onCommit: (commit: Commit) => void,
) => Promise<Engine>;

export function serve(endpoint: Endpoint, start: StartEngine): void {
  sendErrorsWhole();
  let engine: Engine | undefined;
  // Without a prototype and frozen: nothing but these names can be read, called or replaced from the page.
  const table: Record<string, unknown> = Object.create(null);
  for (const method of ENGINE_METHODS) {
    table[method] = (...args: unknown[]) => {
      if (!engine) throw new WorkingMemoryError('closed', 'No session is open in this worker.', {});
      return (engine[method] as (...args: unknown[]) => Promise<unknown>)(...args);
    };
  }
  const open: Exposed['open'] = async (request, onCommit) => {
    await holdLock(request.lifeLock);
    engine = await start(request, (commit) => void onCommit(commit));
    return engine.status();
  };
  table['open'] = open;
  expose(Object.freeze(table), endpoint);
  endpoint.postMessage(READY);
}
