// Starts an engine on the current thread, inside a worker or without one.
import type { Commit } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import { composeEngine, type Host, type PortOptions } from './compose.ts';
import { boundedStorage } from '../engine/session/stored/bounded-storage.ts';
import { type CompilableKernel, compileKernel } from '../kernel/load.ts';
import type { Settings } from '../options.ts';
import type { Storage } from '../storage/port.ts';

export interface LocalEngineRequest extends PortOptions, Pick<Host, 'adoptEdits' | 'newOverview' | 'pool'> {
  readonly settings: Settings;
  readonly kernel: CompilableKernel;
  readonly storage: Storage;
  /** Whether closing the engine also closes the storage. */
  readonly ownsStorage: boolean;
}

export async function startLocalEngine(
  { settings, kernel, storage, ownsStorage, ...host }: LocalEngineRequest,
  onCommit: (commit: Commit) => void,
): Promise<Engine> {
  const bounded = boundedStorage(storage, settings.deadlineMs);
  try {
    const module = await compileKernel(kernel);
    const engine = await composeEngine(settings, { ...host, storage: bounded, kernel: module, onCommit });
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
