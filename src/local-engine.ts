// An engine on this thread: inside the worker, and wherever there is none.
import type { Commit, Engine } from './api.ts';
import { idbStorage } from './adapters/idb-storage.ts';
import { memoryStorage } from './adapters/memory-storage.ts';
import { composeEngine, type PortOptions } from './compose.ts';
import { compileKernel, type KernelSource } from './kernel/load.ts';
import type { Settings } from './options.ts';
import type { Storage } from './ports/storage.ts';

export interface LocalEngineRequest extends PortOptions {
  readonly settings: Settings;
  readonly kernel: KernelSource;
  readonly storage: 'indexeddb' | 'memory' | Storage;
}

export async function startLocalEngine(
  { settings, kernel, storage: choice, ...ports }: LocalEngineRequest,
  onCommit: (commit: Commit) => void,
): Promise<Engine> {
  const own = typeof choice === 'string';
  const storage = choice === 'indexeddb' ? idbStorage() : choice === 'memory' ? memoryStorage() : choice;
  const engine = await composeEngine(settings, { ...ports, storage, kernel: await compileKernel(kernel), onCommit });
  if (!own) return engine;
  const closeEngine = engine.close.bind(engine);
  engine.close = async () => {
    await closeEngine();
    await storage.close();
  };
  return engine;
}
