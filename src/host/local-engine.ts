// Starts an engine on the current thread, inside a worker or without one.
import type { Commit } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import { composeEngine, type Host, type PortOptions } from './compose.ts';
import { OpenWorkspaces } from '../engine/workspace/open-workspaces.ts';
import { boundedStorage } from '../engine/session/stored/bounded-storage.ts';
import { type CompilableKernel, compileKernel } from '../kernel/load.ts';
import type { Settings } from '../options/options.ts';
import type { Storage } from '../storage/port.ts';

export interface LocalEngineRequest extends PortOptions, Pick<Host, 'adoptEdits' | 'newOverview' | 'pool'> {
  readonly settings: Settings;
  readonly kernel: CompilableKernel;
  readonly storage: Storage;
  /** Whether closing the engine also closes the storage. */
  readonly ownsStorage: boolean;
}

/** Workspaces by storage, for all sessions of this thread. */
const workspaces = new WeakMap<object, OpenWorkspaces>();
/**
 * Identity of the database by kind: sessions over IndexedDB each have a connection to one database, encrypted ones
 * apart.
 */
const DATABASES: Readonly<Record<string, object>> = { indexeddb: {}, 'indexeddb, encrypted': {} };

function workspacesOver(place: object): OpenWorkspaces {
  const known = workspaces.get(place) ?? new OpenWorkspaces();
  workspaces.set(place, known);
  return known;
}

export async function startLocalEngine(
  { settings, kernel, storage, ownsStorage, ...host }: LocalEngineRequest,
  onCommit: (commit: Commit) => void,
): Promise<Engine> {
  const bounded = boundedStorage(storage, settings.deadlineMs);
  const shared = workspacesOver((ownsStorage && DATABASES[storage.kind]) || storage);
  try {
    const module = await compileKernel(kernel);
    const ports = { ...host, workspaces: shared, storage: bounded, kernel: module, onCommit };
    const engine = await composeEngine(settings, ports);
    if (!ownsStorage) return engine;
    return {
      ...engine,
      async close() {
        await engine.close();
        await bounded.close();
      },
    };
  } catch (error) {
    if (ownsStorage) bounded.close().catch(() => undefined);
    throw error;
  }
}
