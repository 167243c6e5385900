// Opens a memory: in a worker of the page if possible, otherwise on the calling thread, and reports the reason.
import type { Commit, WorkingMemory } from '../api/memory.ts';
import type { Placed } from '../client/calls/calls.ts';
import { createClient, type EngineHost } from '../client/client.ts';
import { lazy } from '../client/lazy.ts';
import type { ContextPorts } from '../client/context/context-host.ts';
import type { PortOptions } from './compose.ts';
import type { EmbedderChoice } from '../client/embedding/choice.ts';
import { isWorkingMemoryError, timedOut } from '../errors.ts';
import type { Engine } from '../boundary/engine.ts';
import type { CompilableKernel } from '../kernel/load.ts';
import type { KernelSource } from '../kernel/source.ts';
import type { Limits } from '../items/limits.ts';
import { Listeners } from '../client/listeners.ts';
import { chineseOverviewPart, embeddingPart, statePart, warmWhenIdle } from '../client/parts.ts';
import { deadline } from '../ports/deadline.ts';
import { rule, withMethods } from '../options/rules.ts';
import { AT_THE_EDGE, resolveSettings, type Settings, type SettingsInput } from '../options/options.ts';
import type { Storage } from '../storage/port.ts';
import { keyForWorkers } from '../storage/encrypted/keys-for-workers.ts';
import { pageSentinelsOf } from '../storage/encrypted/page-sentinels.ts';
import { refuseReserved, SHARED } from '../tree/session-name.ts';
import { connect } from '../boundary/connect.ts';
import type { LiveWorker } from '../boundary/workers/live-worker.ts';
import { overviewTemplate as englishOverview } from '../tree/overview/words/en.ts';
import type { Companions } from './companions.ts';
import { gateOf, HOOKS, type HookOptions, observerOf } from './hooks.ts';
import { pageWorker, type StartWorker } from './page-worker.ts';
import type { Rest, StartAgain } from './resting.ts';
import type { Obstacle } from './same-thread.ts';
import { type WorkerKind, workerHost } from './worker-host.ts';

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

/** Share of the deadline for the start of each of the library's workers; the rest is for the calling thread. */
const START_SHARE = 1 / 3;

const PORT_NAMES = ['clock', 'ids', 'tokenizer', 'peers'] as const;

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

/**
 * Creates `openWorkingMemory` for an entry that knows how to get the kernel.
 * @param companions absent in an entry of one file, which has no worker file and loads no model
 * @param ofWorkspace replaces defaults of the options `recall.workspace`
 * @param rest releases the engines of idle sessions; default: none rests
 */
export function createOpen(
  defaultKernel: () => Promise<CompilableKernel>,
  companions?: Companions,
  ofWorkspace?: Partial<Settings['recall']['workspace']>,
  rest?: Rest,
) {
  return openWorkingMemory;

  async function openWorkingMemory(options: OpenOptions): Promise<WorkingMemory> {
    const settings = inTimeZone(resolveSettings(options, OPEN_OPTIONS));
    refuseReserved(settings.session);
    if (!ofWorkspace) return openWith(options, settings);
    const { recall } = settings;
    const workspace = { ...recall.workspace, ...ofWorkspace, ...options.recall?.workspace };
    return openWith(options, { ...settings, recall: { ...recall, workspace } });
  }

  function openWith(options: OpenOptions, settings: Settings): Promise<WorkingMemory> {
    const { deadlineMs } = settings;
    // The app's peers announce heads of its session, which mean nothing in another.
    const ofOthers = { ...options, peers: undefined };
    const others = {
      openSession: (session: string) => openWorkingMemory({ ...options, session }),
      openShared: () => openWith(ofOthers, sharedSettings(settings)),
      engineOf: async <T>(session: string, use: (engine: Engine) => Promise<T>): Promise<T> => {
        const stored = { ...settings, ...AS_STORED, session };
        const none = new AbortController().signal;
        const ask = await gateOf(options, settings);
        const placed = await startHost(ofOthers, stored, defaultKernel, companions, () => {}, none);
        try {
          return await use(ask(await placed.engine()));
        } finally {
          await placed.close();
        }
      },
    };
    const givenUp = new AbortController();
    const opening = open(options, settings, others, givenUp.signal);
    return deadline(
      () => opening,
      deadlineMs,
      () => {
        givenUp.abort();
        // A memory that opens after the deadline must not stay open.
        opening.then((memory) => memory.close()).catch(() => undefined);
        const advice = 'try again, or close other pages of this site; one may hang';
        return timedOut('openWorkingMemory', deadlineMs, `Stored data are as they were; ${advice}`);
      },
    );
  }

  async function open(
    options: OpenOptions,
    settings: Settings,
    others: Pick<EngineHost, 'openSession' | 'openShared' | 'engineOf'>,
    givenUp: AbortSignal,
  ): Promise<WorkingMemory> {
    const { embedder = 'none' } = options;
    const embedding =
      embedder === 'none' ? undefined : await (await embeddingPart()).embeddingOf(embedder, settings, companions);
    const listeners = new Listeners<Commit>();
    const ask = await gateOf(options, settings);
    const start: StartAgain = (limits, resumes = false) => {
      const current = { ...settings, limits: { ...settings.limits, ...limits }, resumes };
      return startHost(options, current, defaultKernel, companions, listeners.notify, givenUp);
    };
    const placed = await (rest ?? ((begin) => begin()))(start);
    try {
      if (settings.template === 'yaml' && !settings.readOnly && settings.session !== SHARED)
        await (await statePart()).ensureState(await placed.engine());
    } catch (error) {
      void placed.close().catch(() => undefined);
      throw error;
    }
    const { summarize, onFile, tokenizer, ids, clock } = options;
    const ofContext = { settings, summarize, onFile, tokenizer, ids, clock };
    const { storage } = options;
    const sentinels = placed.sentinels ?? (typeof storage === 'object' ? pageSentinelsOf(storage) : undefined);
    const host = {
      ...placed,
      ...others,
      ...(sentinels && { sentinels }),
      engine: async () => ask(await placed.engine()),
    };
    const memory = createClient(host, listeners, ofContext, embedding, await observerOf(options, settings));
    // Asks the engine that runs now: loading ahead must not start another worker.
    const engine = await placed.engine();
    if (settings.preload) warmWhenIdle(settings.locale, () => engine.warm());
    return memory;
  }
}

/** Creates `openWorkingMemory` for an isolate that lives for one request. */
/* @__NO_SIDE_EFFECTS__ */
export const createEdgeOpen = (kernel: () => Promise<CompilableKernel>, companions: Companions) =>
  createOpen(kernel, companions, AT_THE_EDGE);

/** Returns the settings that the shared memory is opened with. */
const sharedSettings = (settings: Settings): Settings => ({
  ...settings,
  session: SHARED,
  private: false,
  limits: { ...settings.limits, ...settings.shared },
});

/** Settings for the library's own opening of another session, which must neither evict from it nor make it private. */
const AS_STORED = {
  private: false,
  limits: { maxItems: Infinity, maxTokens: Infinity, maxTextLength: Infinity },
} as const;

/** Replaces the time zone `'auto'` by this thread's, which the worker then gets as a value. */
const inTimeZone = (settings: Settings): Settings =>
  settings.timeZone === 'auto'
    ? { ...settings, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
    : settings;

const kernelSourcePart = /* @__PURE__ */ lazy('kernel', 'readKernel', () => import('../kernel/source.ts'));
const sameThreadPart = /* @__PURE__ */ lazy('same-thread', 'hostOnThisThread', () => import('./same-thread.ts'));

async function startHost(
  options: OpenOptions,
  settings: Settings,
  defaultKernel: () => Promise<CompilableKernel>,
  companions: Companions | undefined,
  onCommit: (commit: Commit) => void,
  givenUp: AbortSignal,
): Promise<Placed> {
  // Read on this thread: a Response cannot cross to a worker, and a blob worker cannot resolve a relative URL.
  const given = options.kernel && (await (await kernelSourcePart()).readKernel(options.kernel));
  const obstacle = againstWorker(options, companions);
  const hasVectors = (options.embedder ?? 'none') !== 'none';
  // The worker itself carries only the kernel of words, without vectors.
  const chosen = given ?? (hasVectors && obstacle === undefined ? await defaultKernel() : undefined);
  const key =
    typeof options.storage === 'object' && obstacle === undefined
      ? await keyForWorkers(options.storage)?.()
      : undefined;
  const overview = newOverview(settings);
  const failed: string[] = [];
  for (const [kind, startWorker] of obstacle === undefined ? workersToTry(options.worker, companions) : []) {
    const { deadlineMs } = settings;
    const page = pageWorker(startWorker, deadlineMs, kind === 'own' ? deadlineMs : deadlineMs * START_SHARE);
    const open = async (worker: LiveWorker, limits?: Limits) => {
      const current = { ...settings, limits: { ...settings.limits, ...limits } };
      const parts = companions?.workerParts();
      const request = { settings: current, kernel: chosen, newOverview: await overview, parts, key };
      return connect(worker, request, onCommit);
    };
    try {
      return await workerHost(page, open, kind, failed);
    } catch (error) {
      // The app handles failures of its own worker. If one of the library's did not start, the next place is tried; an
      // error of `open` itself, such as `invalid-option`, would recur there.
      if (givenUp.aborted || kind === 'own' || !isWorkingMemoryError(error, 'worker-lost')) throw error;
      failed.push(`${kind} worker: ${error.details.reason}`);
    }
  }
  const { hostOnThisThread } = await sameThreadPart();
  const { clock, ids, tokenizer, peers, storage } = options;
  const kernel = chosen ?? (await defaultKernel());
  const engine = { clock, ids, tokenizer, peers, settings, kernel, storage, newOverview: await overview };
  return hostOnThisThread(engine, onCommit, obstacle ?? failed);
}

/** Returns the template of a new overview. Chinese is loaded while the worker starts; English comes with the page. */
function newOverview({ template, locale }: Settings): Promise<string> {
  if (locale === 'en') return Promise.resolve(englishOverview(template));
  const text = chineseOverviewPart().then(({ overviewTemplate }) => overviewTemplate(template));
  // Keeps a rejection from counting as unhandled if opening fails before anything waits for the text.
  text.catch(() => undefined);
  return text;
}

function workersToTry(
  worker: OpenOptions['worker'],
  companions: Companions | undefined,
): (readonly [WorkerKind, StartWorker])[] {
  if (typeof worker === 'function') return [['own', worker]];
  if (!companions) return [];
  const blob = ['blob', companions.blobWorker] as const;
  return worker === 'blob' ? [blob] : [['file', companions.fileWorker], blob];
}

/** Returns the obstacle to any worker; undefined if a worker may start. The same-thread engine words it. */
function againstWorker(
  { worker, storage, ...options }: OpenOptions,
  companions: Companions | undefined,
): Obstacle | undefined {
  if (worker === false) return 'asked';
  if (typeof Worker === 'undefined') return 'no-worker';
  const port = PORT_NAMES.find((name) => options[name] !== undefined);
  if (port !== undefined) return port;
  if (typeof storage === 'object' && !keyForWorkers(storage)) return 'storage';
  if (storage === 'memory') return 'memory';
  if (typeof indexedDB === 'undefined') return 'no-indexeddb';
  return companions || typeof worker === 'function' ? undefined : 'standalone';
}
