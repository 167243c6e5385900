// The options of `openWorkingMemory`, with the rules of those that are no plain values.
import type { ContextPorts } from '../../client/context/context-host.ts';
import type { EmbedderChoice } from '../../client/embedding/choice.ts';
import type { KernelSource } from '../../kernel/source.ts';
import type { SettingsInput } from '../../options/options.ts';
import { rule, withMethods } from '../../options/rules.ts';
import type { Storage } from '../../storage/port.ts';
import type { PortOptions } from '../compose.ts';
import { HOOKS, type HookOptions } from '../hooks.ts';

/**
 * Options of `openWorkingMemory`; only `session` is required. docs/options.md lists all with their ranges and defaults.
 * @example const memory = await openWorkingMemory({ session: 'chat-42', workspace: 'ann', context: { window: 32_000 } });
 */
export interface OpenOptions extends SettingsInput, PortOptions, ContextPorts, HookOptions {
  /**
   * `'auto'` (default): the library's own worker in a page, from its file or else from a blob; the calling thread
   * elsewhere and where neither can start · `'blob'`: the same without the file · `false`: the calling thread · a
   * function: the app's own worker, whose file imports `working-memory/worker`. Sessions with the same function, and the
   * same `deadlineMs`, share one worker.
   * @example const worker = () => new Worker(new URL('./memory-worker.js', import.meta.url), { type: 'module' });
   */
  readonly worker?: 'auto' | 'blob' | false | (() => Worker);
  /** Default: `'indexeddb'` where there is one, else `'memory'`, which all memories of a process share until it ends. */
  readonly storage?: 'indexeddb' | 'memory' | Storage;
  /** The kernel's wasm, for environments that cannot use the built-in copy: a compiled Module, its bytes, or a URL. */
  readonly kernel?: KernelSource;
  /**
   * Computes vectors, so that recall also finds by meaning (docs/embeddings.md): a model of transformers.js, or an
   * embedder of the app. Sessions that receive the same object share its model. Default: `'none'`.
   * @example const embedder = { transformers: { model: 'Xenova/all-MiniLM-L6-v2' } };
   */
  readonly embedder?: 'none' | EmbedderChoice;
}

const anything = rule<unknown>('anything', () => true);
const STORAGE_METHODS = ['load', 'commit', 'since', 'row', 'rows', 'sessions', 'remove', 'journal', 'close'];
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isWorker = (value: unknown): boolean =>
  value === 'auto' || value === 'blob' || value === false || isFunction(value);
const callback = rule<unknown>('a function', isFunction);

/** Options beside the plain ones: ports, callbacks, placement. `anything` leaves the check to the part that uses it. */
export const OPEN_OPTIONS = {
  clock: rule<unknown>('a function that returns milliseconds since 1970', isFunction),
  ids: rule<unknown>('a function that returns a new id', isFunction),
  tokenizer: withMethods('an object with the method count', ['count']),
  peers: withMethods('an object with the methods announce, listen, close', ['announce', 'listen', 'close']),
  kernel: anything,
  embedder: anything,
  summarize: callback,
  onFile: callback,
  ...HOOKS,
  worker: {
    ...rule<unknown>("'auto', 'blob', false, or a function that returns a Worker", isWorker),
    values: ['auto', 'blob'],
  },
  storage: withMethods<unknown>("'indexeddb', 'memory', or a storage adapter", STORAGE_METHODS, [
    'indexeddb',
    'memory',
  ]),
};
