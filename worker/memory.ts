// The memory worker: engines over IndexedDB behind Comlink, one for each session of the page.
import { idbStorage } from '../src/storage/indexeddb/storage.ts';
import { startLocalEngine } from '../src/host/local-engine.ts';
import { compileKernel } from '../src/kernel/load.ts';
import { KernelPool } from '../src/kernel/pool.ts';
import { once } from '../src/boundary/part.ts';
import { serve, type MemoryScope } from '../src/boundary/serve.ts';
import { workerParts } from './parts.ts';
// Last: a module as text has nothing in common with code, so both sides of it compress worse.
import { inlineWordsKernel } from '../src/kernel/inline-words.ts';

const pool = new KernelPool();
let compiled: Promise<WebAssembly.Module> | undefined;

const encryptionPart = once('encryption', () => import('./encryption.ts'));

void serve(self as unknown as MemoryScope, async ({ settings, kernel: chosen, newOverview, parts, key }, onCommit) => {
  workerParts.addresses = { ...workerParts.addresses, ...parts };
  const kernel = chosen ?? (await (compiled ??= compileKernel(inlineWordsKernel())));
  const storage = key ? (await encryptionPart()).encrypted('indexeddb', { key }) : idbStorage();
  return startLocalEngine({ settings, newOverview, kernel, pool, storage, ownsStorage: true }, onCommit);
});
