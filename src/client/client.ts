// The grouped face that an app holds, in front of an engine wherever it runs. Deadlines and AbortSignals end here.
import type { CallOptions } from '../api/call-options.ts';
import type { AuditOptions, AuditRecord, Commit, Items, Runtime, WorkingMemory } from '../api/memory.ts';
import type { ContextClient, ContextHost } from './context/context-client.ts';
import type { EmbeddingClient } from './embedding/embedding.ts';
import type { Embedding } from '../api/embedding.ts';
import type { Engine } from '../boundary/engine.ts';
import { invalidInput, memoryClosed, WorkingMemoryError } from '../errors.ts';
import type { ItemEdit, UpdateResult } from '../items/editing.ts';
import type { NewItem } from '../items/item.ts';
import type { Listeners } from './listeners.ts';
import type { RecallResult } from '../api/recall.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { WriteResult, ShownWriteResult } from '../tree/files/document.ts';

/** Journal entries read at a time. */
const AUDIT_PAGE = 500;

/** An engine somewhere; which session it holds is settled. */
export interface Placed {
  /** The engine to ask now; starts a new one where the last was lost. */
  engine(): Promise<Engine>;
  runtime(): Runtime;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Where the engine runs. */
export interface EngineHost extends Placed {
  /** Another session with the same options. */
  openSession(session: string): Promise<WorkingMemory>;
}

/** Without an embedder. */
const NO_EMBEDDING: Embedding = {
  status: () => ({ state: 'off', waiting: 0, stored: 0, leftOut: 0 }),
  subscribe: () => () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
  settled: async () => undefined,
};

export function createClient(
  host: EngineHost,
  listeners: Listeners<Commit>,
  ofContext: ContextHost,
  embeddingOver?: (engine: () => Promise<Engine>) => EmbeddingClient,
): WorkingMemory {
  const { settings } = ofContext;
  let closed: Promise<unknown> | undefined;
  let context: ContextClient | undefined;
  let planning: Promise<unknown> = Promise.resolve();
  const current = (): Promise<Engine> => planning.then(() => host.engine());
  const embedding = embeddingOver?.(current);
  if (embedding) listeners.add((commit) => embedding.heard(commit));

  /** Loaded with the first request. */
  async function contextClient(): Promise<ContextClient> {
    const { ContextClient } = await contextModule();
    return (context ??= new ContextClient(ofContext));
  }

  async function call<T>(
    method: string,
    options: CallOptions | undefined,
    ask: (engine: Engine) => Promise<T>,
  ): Promise<T> {
    if (closed) throw memoryClosed();
    const answer = current().then(ask);
    return settled(method, answer, options?.signal, settings.deadlineMs);
  }

  /** What is asked later waits for `work`: this app alone must not always be faster than its own import. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = planning.then(work);
    planning = done.catch(() => undefined);
    return done;
  }

  const close = async (): Promise<void> => {
    closed ??= Promise.all([embedding?.close(), host.close()]).finally(() => listeners.clear());
    await closed;
  };

  /** Both faces of recall look elsewhere, unless told where. */
  const recall =
    (method: string, scope: RecallOptions['scope'] & {}) =>
    (prompt: string, options: RecallOptions & CallOptions = {}): Promise<RecallResult> => {
      const { signal: _, ...query } = options;
      return call(method, options, async (engine) =>
        (await recallAccess()).recall(engine, prompt, { scope, ...query }, embedding),
      );
    };

  const update = (id: string, edit: ItemEdit): Promise<UpdateResult> =>
    call('items.update', undefined, async (engine) => (await itemAccess()).update(engine, id, edit));

  /** Reads the journal page by page while it is consumed. */
  async function* audit({ after = 0 }: AuditOptions = {}): AsyncGenerator<AuditRecord> {
    if (!Number.isSafeInteger(after) || after < 0) {
      const expected = 'a whole number of at least 0';
      throw invalidInput('after', expected);
    }
    for (let head = after; ;) {
      const entries = await call('items.audit', undefined, (engine) => engine.journal(head, AUDIT_PAGE));
      for (const { events, touched: _, ...commit } of entries) {
        for (const event of events) yield { ...commit, event: event as AuditRecord['event'] };
        head = commit.head;
      }
      if (entries.length < AUDIT_PAGE) return;
    }
  }

  const memory: WorkingMemory = {
    get runtime() {
      return host.runtime();
    },
    items: {
      memorize: (item, options = {}) => {
        const { signal: _, ...fields } = options;
        const batch = Array.isArray(item) ? item : [typeof item === 'string' ? { ...fields, text: item } : item];
        return call('items.memorize', options, (engine) => engine.memorize(batch as readonly NewItem[]));
      },
      remember: recall('items.remember', 'items') as Items['remember'],
      get: (id) => call('items.get', undefined, (engine) => engine.getItem(id)),
      list: () => call('items.list', undefined, (engine) => engine.listItems()),
      forget: (request, { mode = 'soft', signal } = {}) =>
        call('items.forget', signal && { signal }, async (engine) =>
          (await itemAccess()).forget(engine, request, mode, settings),
        ),
      restore: (id) => call('items.restore', undefined, (engine) => engine.restore(id)),
      update,
      pin: (id) => update(id, { pinned: true }),
      unpin: (id) => update(id, { pinned: false }),
      summarize: (request = {}) =>
        call('items.summarize', undefined, async (engine) =>
          (await itemAccess()).summarize(engine, request, ofContext),
        ),
      sweep: () => call('items.sweep', undefined, (engine) => engine.sweep()),
      step: () => call('items.step', undefined, (engine) => engine.step()),
      capacity: () => call('items.capacity', undefined, (engine) => engine.capacity()),
      audit,
      whyNot: (id, prompt, options) =>
        call('items.whyNot', undefined, async (engine) =>
          (await recallAccess()).whyNot(engine, id, prompt, options, embedding),
        ),
    },
    files: {
      read: (path) => call('files.read', undefined, (engine) => engine.readFile(path)),
      write: (path, text, options = {}) => {
        const { signal: _, ...write } = options;
        return call('files.write', options, (engine) => engine.writeFile(path, text, write)).then((result) => {
          if (result.status === 'conflict') context?.refused(result.path, text);
          return shown(result, text);
        });
      },
      list: () => call('files.list', undefined, (engine) => engine.listFiles()),
      edit: (path, find, replace, options) =>
        call('files.edit', undefined, (engine) => engine.editFile(path, find, replace, options)).then((result) =>
          shown(result),
        ),
      rename: (from, to) => call('files.rename', undefined, (engine) => engine.renameFile(from, to)),
      delete: (path) => call('files.delete', undefined, (engine) => engine.deleteFile(path)),
      history: (path) => call('files.history', undefined, (engine) => engine.fileHistory(path)),
      restore: (path, revision) =>
        call('files.restore', undefined, (engine) => engine.restoreFile(path, revision)).then((result) =>
          shown(result),
        ),
      search: recall('files.search', ['overview', 'detail', 'archive', 'transcript']),
      overviewStatus: () => call('files.overviewStatus', undefined, (engine) => engine.overviewStatus()),
    },
    transcript: {
      append: (messages) =>
        call('transcript.append', undefined, async (engine) =>
          (await transcriptAccess()).append(engine, messages, settings),
        ),
      read: ({ from = 0, limit = 100 } = {}) =>
        call('transcript.read', undefined, (engine) => engine.readMessages(from, limit)),
      count: () => call('transcript.count', undefined, (engine) => engine.countMessages()),
    },
    context: {
      prepare: (lens, messages, options) =>
        call('context.prepare', options, async (engine) =>
          (await contextClient()).prepare(engine, lens, messages, options),
        ),
      observe: (usage) => context?.observe(usage),
      meter: () => context?.meta,
      measure: async (result) => (await contextClient()).measure(result),
      guide: async () => (await contextClient()).guide(),
      compact: {
        plan: (request) =>
          call('context.compact.plan', undefined, async (engine) =>
            (await contextClient()).compact.plan(engine, request),
          ),
        apply: (request) =>
          call('context.compact.apply', request, async (engine) =>
            (await contextClient()).compact.apply(engine, request),
          ),
        undo: (receipt) =>
          call('context.compact.undo', undefined, async (engine) =>
            (await contextClient()).compact.undo(engine, receipt),
          ),
      },
    },
    state: {
      read: () => call('state.read', undefined, async (engine) => (await stateAccess()).readStructuredState(engine)),
      onEvent: (event) =>
        call('state.onEvent', undefined, async (engine) => (await stateAccess()).takeEvent(engine, event)),
    },
    sessions: {
      list: ({ everywhere = false } = {}) =>
        call('sessions.list', undefined, (engine) => engine.listSessions(everywhere)),
      open: (session) => host.openSession(session),
      fork: (session) => call('sessions.fork', undefined, (engine) => engine.forkSession(session)),
      delete: (session) => call('sessions.delete', undefined, (engine) => engine.deleteSession(session)),
    },
    export: <Format extends 'zip' | 'json' = 'zip'>({
      format,
      ...options
    }: { readonly format?: Format } & CallOptions = {}) =>
      call('export', options, async (engine) =>
        (await bundleAccess()).exportBundle(engine, format ?? 'zip', settings),
      ) as Promise<Format extends 'json' ? string : Uint8Array>,
    import: (data, options = {}) => {
      const { signal: _, ...plain } = options;
      return call('import', options, async (engine) =>
        (await bundleAccess()).importBundle(engine, data, plain, { settings, alone }),
      );
    },
    embedding: embedding?.face ?? NO_EMBEDDING,
    tools: async (options) =>
      (await import('../tools/definitions.ts')).memoryTools(memory, {
        ...options,
        locale: options?.locale ?? settings.locale,
      }),
    subscribe: (listener) => listeners.add(listener),
    reopen: () => host.reopen(),
    close,
    [Symbol.asyncDispose]: close,
  };
  return memory;
}

const itemAccess = once(() => import('./items.ts'));
const recallAccess = once(() => import('./recall.ts'));
const transcriptAccess = once(() => import('./transcript.ts'));
const stateAccess = once(() => import('./state.ts'));
const bundleAccess = once(() => import('./bundle.ts'));
const contextModule = once(() => import('./context/context-client.ts'));

/** Importing what is there already takes as long as a small question. A failure is not kept here; Firefox keeps it. */
function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | undefined;
  return async () => (loaded ??= await load());
}

/** Puts a conflict into words; what does is loaded only then. */
async function shown(result: WriteResult, text = ''): Promise<ShownWriteResult> {
  if (result.status === 'written') return result;
  return (await import('../tree/files/conflict.ts')).shownConflict(result, text);
}

function settled<T>(method: string, work: Promise<T>, signal: AbortSignal | undefined, deadlineMs: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const aborted = (): void =>
      reject(
        new WorkingMemoryError(
          'aborted',
          `${method} was aborted by its signal. It may still be committed: look before you repeat it.`,
          { method },
          { cause: signal?.reason },
        ),
      );
    // Timers hold at most 2³¹ − 1 ms; what is longer never ends.
    const timer =
      deadlineMs < 2 ** 31
        ? setTimeout(() => {
            const message = `${method} did not answer within ${deadlineMs} ms (deadlineMs). It may still be committed.`;
            reject(new WorkingMemoryError('timeout', message, { method, afterMs: deadlineMs }));
          }, deadlineMs)
        : undefined;
    if (signal?.aborted) aborted();
    signal?.addEventListener('abort', aborted, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    });
  });
}
