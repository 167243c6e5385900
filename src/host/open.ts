// Where a memory runs: in a worker of a page, else on the calling thread, with the reason said.
import type { Commit, WorkingMemory } from '../api/memory.ts';
import type { Placed } from '../client/calls.ts';
import { createClient } from '../client/client.ts';
import { lazy } from '../client/lazy.ts';
import type { ContextPorts } from '../client/context/context-client.ts';
import type { PortOptions } from './compose.ts';
import type { EmbedderChoice } from '../client/embedding/choice.ts';
import { isWorkingMemoryError } from '../errors.ts';
import type { CompilableKernel } from '../kernel/load.ts';
import type { KernelSource } from '../kernel/source.ts';
import { Listeners } from '../client/listeners.ts';
import { embeddingPart, statePart, warmWhenIdle } from '../client/parts.ts';
import { rule } from '../option-rules.ts';
import { resolveSettings, type Settings, type SettingsInput } from '../options.ts';
import type { Storage } from '../storage/port.ts';
import { connect } from '../boundary/connect.ts';
import type { Companions } from './companions.ts';
import type { Obstacle } from './same-thread.ts';
import { type WorkerKind, workerHost } from './worker-host.ts';

export interface OpenOptions extends SettingsInput, PortOptions, ContextPorts {
  /**
   * `'auto'` (default): the library's own worker in a page, from its file or else from a blob; the calling thread
   * elsewhere and where neither can start · `'blob'`: the same without the file · `false`: the calling thread · a
   * function: the app's own worker, whose file is `working-memory/worker`.
   */
  readonly worker?: 'auto' | 'blob' | false | (() => Worker);
  /** Default: `'indexeddb'` where it exists, else `'memory'`, which ends with this process. */
  readonly storage?: 'indexeddb' | 'memory' | Storage;
  /** The kernel's wasm where the built-in copy cannot be used: a compiled Module, its bytes, or a URL. */
  readonly kernel?: KernelSource;
  /**
   * What makes vectors, so that recall finds by meaning too (docs/embeddings.md): a model of transformers.js, or an
   * embedder of the app's own. Sessions that are given the same object share its model. Default: `'none'`.
   */
  readonly embedder?: 'none' | EmbedderChoice;
}

const PORT_NAMES = ['clock', 'ids', 'tokenizer', 'peers'] as const;

const anything = rule<unknown>('anything', () => true);
const callback = rule<unknown>('a function', (value) => typeof value === 'function');

/** Options beside the plain ones: ports, callbacks, placement. The parts that use them check those left open here. */
export const OPEN_OPTIONS = {
  clock: anything,
  ids: anything,
  tokenizer: anything,
  peers: anything,
  kernel: anything,
  embedder: anything,
  summarize: callback,
  onFile: callback,
  worker: rule<unknown>(
    "'auto', 'blob', false, or a function that returns a Worker",
    (value) => value === 'auto' || value === 'blob' || value === false || typeof value === 'function',
  ),
  storage: rule<unknown>(
    "'indexeddb', 'memory', or a storage adapter",
    (value) => typeof value === 'object' || value === 'indexeddb' || value === 'memory',
  ),
};

/**
 * Makes `openWorkingMemory` for an entry that knows how to get the kernel.
 * @param companions absent in an entry of one file, which starts no worker of its own and loads no model
 */
export function createOpen(defaultKernel: () => Promise<CompilableKernel>, companions?: Companions) {
  /**
   * Opens a session, creating it when it is new. The same line works in a page, in Node and at the edge.
   * @throws invalid-option, storage-unavailable, storage-version, kernel-unavailable, worker-lost (own `worker` only)
   */
  return async function openWorkingMemory(options: OpenOptions): Promise<WorkingMemory> {
    const settings = resolveSettings(options, OPEN_OPTIONS);
    const { embedder = 'none' } = options;
    const embedding =
      embedder === 'none' ? undefined : await (await embeddingPart()).embeddingOf(embedder, settings, companions);
    const listeners = new Listeners<Commit>();
    const placed = await startHost(options, settings, defaultKernel, companions, listeners.notify);
    const openSession = (session: string): Promise<WorkingMemory> => openWorkingMemory({ ...options, session });
    if (settings.template === 'yaml') await (await statePart()).ensureState(await placed.engine());
    const { summarize, onFile, tokenizer, ids } = options;
    const ofContext = { settings, summarize, onFile, tokenizer, ids };
    const memory = createClient({ ...placed, openSession }, listeners, ofContext, embedding);
    warmWhenIdle();
    return memory;
  };
}

const kernelSourcePart = /* @__PURE__ */ lazy('a kernel of the app', 'readKernel', () => import('../kernel/source.ts'));
const sameThreadPart = /* @__PURE__ */ lazy('the calling thread', 'hostOnThisThread', () => import('./same-thread.ts'));

async function startHost(
  options: OpenOptions,
  settings: Settings,
  defaultKernel: () => Promise<CompilableKernel>,
  companions: Companions | undefined,
  onCommit: (commit: Commit) => void,
): Promise<Placed> {
  // Read here: a response cannot cross to a worker, and to a blob's worker an address means nothing.
  const chosen = options.kernel && (await (await kernelSourcePart()).readKernel(options.kernel));
  const obstacle = againstWorker(options, companions);
  const failed: string[] = [];
  for (const [kind, startWorker] of obstacle === undefined ? workersToTry(options.worker, companions) : []) {
    const start = () => connect(startWorker, { settings, kernel: chosen }, onCommit);
    try {
      return workerHost(await start(), start, kind, failed);
    } catch (error) {
      // An app's own worker is its business; for ours there is another way. Only a worker that did not come is a reason
      // to go on: what an opened one refuses, the next place refuses as well.
      if (kind === 'own' || !isWorkingMemoryError(error, 'worker-lost')) throw error;
      failed.push(`${kind} worker: ${error.details.reason}`);
    }
  }
  const { hostOnThisThread } = await sameThreadPart();
  const { clock, ids, tokenizer, peers, storage } = options;
  const kernel = chosen ?? (await defaultKernel());
  return hostOnThisThread({ clock, ids, tokenizer, peers, settings, kernel, storage }, onCommit, obstacle ?? failed);
}

function workersToTry(
  worker: OpenOptions['worker'],
  companions: Companions | undefined,
): (readonly [WorkerKind, () => Worker | Promise<Worker>])[] {
  if (typeof worker === 'function') return [['own', worker]];
  if (!companions) return [];
  const blob = ['blob', companions.blobWorker] as const;
  return worker === 'blob' ? [blob] : [['file', companions.fileWorker], blob];
}

/** Undefined when a worker should be tried. The words for it are loaded with the engine. */
function againstWorker(
  { worker, storage, ...options }: OpenOptions,
  companions: Companions | undefined,
): Obstacle | undefined {
  if (worker === false) return 'asked';
  if (typeof Worker === 'undefined') return 'no-worker';
  const port = PORT_NAMES.find((name) => options[name] !== undefined);
  if (port !== undefined) return port;
  if (typeof storage === 'object') return 'storage';
  if (storage === 'memory') return 'memory';
  if (typeof indexedDB === 'undefined') return 'no-indexeddb';
  return companions || typeof worker === 'function' ? undefined : 'standalone';
}
