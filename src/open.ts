// Where a memory runs: in a worker of a page, else on the calling thread, with the reason said.
import type { Commit, Runtime, WorkingMemory } from './api.ts';
import type { Engine, EngineStatus } from './engine-api.ts';
import { CommitListeners, createClient, type EngineHost } from './client.ts';
import type { ContextPorts } from './context-client/context-client.ts';
import type { PortOptions } from './compose.ts';
import { isWorkingMemoryError, WorkingMemoryError } from './errors.ts';
import type { KernelSource } from './kernel/load.ts';
import { refuseUnknown, resolveSettings, SETTING_NAMES, type Settings, type SettingsInput } from './options.ts';
import type { Storage } from './ports/storage.ts';
import { type Connection, connect } from './rpc/connect.ts';
import { startDefaultWorker } from './rpc/default-worker.ts';

export interface OpenOptions extends SettingsInput, PortOptions, ContextPorts {
  /**
   * `'auto'` (default): the library's own worker in a page, the calling thread elsewhere · `false`: the calling thread ·
   * a function: the app's own worker, whose file is `working-memory/worker`.
   */
  readonly worker?: 'auto' | false | (() => Worker);
  /** Default: `'indexeddb'` where it exists, else `'memory'`, which ends with this process. */
  readonly storage?: 'indexeddb' | 'memory' | Storage;
  /** The kernel's wasm where the built-in copy cannot be used: a compiled Module, its bytes, or a URL. */
  readonly kernel?: KernelSource;
}

/** An engine somewhere; which session it holds is settled. */
type Placed = Omit<EngineHost, 'openSession'>;

const PORT_NAMES = ['clock', 'ids', 'tokenizer', 'peers'] as const;
/** The context engine's own: they stay on the app's thread, and so does it. */
const CONTEXT_NAMES = ['summarize', 'onFile'] as const;
const OWN_NAMES = [...PORT_NAMES, ...CONTEXT_NAMES, 'worker', 'storage', 'kernel'];

/** Makes `openWorkingMemory` for an entry that knows how to get the kernel. */
export function createOpen(defaultKernel: () => Promise<KernelSource>) {
  /**
   * Opens a session, creating it when it is new. The same line works in a page, in Node and at the edge.
   * @throws invalid-option, storage-unavailable, storage-version, kernel-unavailable, worker-lost (own `worker` only)
   */
  return async function openWorkingMemory(options: OpenOptions): Promise<WorkingMemory> {
    const settings = settingsOf(options);
    const listeners = new CommitListeners();
    const placed = await startHost(options, settings, defaultKernel, listeners.notify);
    const openSession = (session: string): Promise<WorkingMemory> => openWorkingMemory({ ...options, session });
    if (settings.template === 'yaml') await (await import('./state-access.ts')).ensureState(await placed.engine());
    const { summarize, onFile, tokenizer, ids } = options;
    return createClient({ ...placed, openSession }, listeners, { settings, summarize, onFile, tokenizer, ids });
  };
}

function settingsOf(options: OpenOptions): Settings {
  refuseUnknown(Object.keys(options ?? {}), [...SETTING_NAMES, ...OWN_NAMES], '');
  const {
    worker,
    storage,
    kernel: _kernel,
    clock: _clock,
    ids: _ids,
    tokenizer: _tokenizer,
    peers: _peers,
    summarize,
    onFile,
    ...plain
  } = options ?? {};
  if (worker !== undefined && worker !== 'auto' && worker !== false && typeof worker !== 'function') {
    throw invalidOption('worker', "'auto', false, or a function that returns a Worker");
  }
  if (summarize !== undefined && typeof summarize !== 'function') throw invalidOption('summarize', 'a function');
  if (onFile !== undefined && typeof onFile !== 'function') throw invalidOption('onFile', 'a function');
  if (storage !== undefined && typeof storage !== 'object' && storage !== 'indexeddb' && storage !== 'memory') {
    throw invalidOption('storage', "'indexeddb', 'memory', or a storage adapter");
  }
  return resolveSettings(plain);
}

async function startHost(
  options: OpenOptions,
  settings: Settings,
  defaultKernel: () => Promise<KernelSource>,
  onCommit: (commit: Commit) => void,
): Promise<Placed> {
  const { worker = 'auto' } = options;
  let reason = whyNoWorker(options);
  if (reason === undefined) {
    const startWorker = typeof worker === 'function' ? worker : startDefaultWorker;
    const start = () => connect(startWorker, { settings, kernel: options.kernel }, onCommit);
    try {
      return workerHost(await start(), start);
    } catch (error) {
      // An app's own worker is its business; for ours there is another way.
      if (typeof worker === 'function' || !isWorkingMemoryError(error, 'worker-lost')) throw error;
      reason = error.details.reason;
    }
  }
  const { startOnThisThread } = await import('./same-thread.ts');
  const storage = options.storage ?? (typeof indexedDB === 'undefined' ? 'memory' : 'indexeddb');
  const ports = Object.fromEntries(PORT_NAMES.flatMap((name) => (options[name] ? [[name, options[name]]] : [])));
  const kernel = options.kernel ?? (await defaultKernel());
  const engine = await startOnThisThread({ ...ports, settings, kernel, storage }, onCommit);
  return localHost(engine, await engine.status(), reason);
}

/** Undefined when a worker should be tried. */
function whyNoWorker(options: OpenOptions): string | undefined {
  if (options.worker === false) return 'worker: false was given';
  if (typeof Worker === 'undefined') return 'this runtime has no Worker';
  const port = PORT_NAMES.find((name) => options[name] !== undefined);
  if (port !== undefined) return `option ${port} is an object of this thread and cannot cross to a worker`;
  if (typeof options.storage === 'object')
    return 'option storage is an object of this thread and cannot cross to a worker';
  if (options.storage === 'memory') return "storage 'memory' stays on the calling thread, so that it outlives a worker";
  if (typeof indexedDB === 'undefined') return 'this runtime has no IndexedDB that a worker could use';
  return undefined;
}

function localHost(engine: Engine, { storage, quarantined }: EngineStatus, reason: string | undefined): Placed {
  const runtime: Runtime = { place: 'same-thread', storage, quarantined, ...(reason !== undefined && { reason }) };
  return {
    engine: async () => engine,
    runtime: () => runtime,
    reopen: async () => {},
    close: () => engine.close(),
  };
}

function workerHost(first: Connection, start: () => Promise<Connection>): Placed {
  let current = first;
  let restarting: Promise<Connection> | undefined;
  let restarts = 0;

  /** Calls that find the worker gone share one restart; when that fails, the next call tries again. */
  const living = async (): Promise<Connection> => {
    if (current.lost() === undefined) return current;
    restarting ??= start()
      .then((fresh) => {
        restarts++;
        current = fresh;
        return fresh;
      })
      .finally(() => (restarting = undefined));
    return restarting;
  };
  return {
    engine: async () => (await living()).engine,
    runtime: () => ({
      place: 'worker',
      storage: current.status.storage,
      quarantined: current.status.quarantined,
      ...(restarts > 0 && { reason: `the worker was lost and started again ${restarts} times` }),
    }),
    reopen: async () => void (await living()),
    close: async () => {
      await restarting?.catch(() => undefined);
      try {
        if (current.lost() === undefined) await current.engine.close();
      } catch (error) {
        // Gone already: what it had acknowledged is safe, and there is nothing left to close.
        if (!isWorkingMemoryError(error, 'worker-lost')) throw error;
      } finally {
        current.end('the memory was closed');
      }
    },
  };
}

const invalidOption = (option: string, expected: string): WorkingMemoryError =>
  new WorkingMemoryError('invalid-option', `Option ${option} must be ${expected}.`, { option, expected });
