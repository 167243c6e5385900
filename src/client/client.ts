// Implements the app's interface over an engine in a worker or in this thread.
import type { CallOptions } from '../api/call-options.ts';
import type { Embedding } from '../api/embedding.ts';
import type { Commit, Sessions, StateAccess, WorkingMemory } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import { Calls, type Placed } from './calls.ts';
import { lazyContext } from './context-face.ts';
import type { ContextHost } from './context/context-client.ts';
import type { EmbeddingClient } from './embedding/embedding.ts';
import { filesFace, transcriptFace } from './files.ts';
import { itemsFace } from './items.ts';
import type { Listeners } from './listeners.ts';
import { bundlePart, statePart, toolsPart } from './parts.ts';
import { RecallClient } from './recall.ts';

/** The host of the engine, which can also open other sessions. */
export interface EngineHost extends Placed {
  /** Opens another session with the same options. */
  openSession(session: string): Promise<WorkingMemory>;
}

/** `memory.embedding` without an embedder. */
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
  const calls = new Calls(host, settings.deadlineMs);
  const embedding = embeddingOver?.(() => calls.engine());
  if (embedding) listeners.add((commit) => embedding.heard(commit));
  const recall = new RecallClient(calls, embedding);
  const context = lazyContext(calls, ofContext);
  const close = (): Promise<void> =>
    calls.close(() => Promise.all([embedding?.close(), host.close()]).finally(() => listeners.clear()));

  const memory: WorkingMemory = {
    get runtime() {
      return host.runtime();
    },
    items: itemsFace(calls, recall, (limits) => host.keepLimits(limits)),
    files: filesFace(calls, recall, context.refused),
    transcript: transcriptFace(calls),
    context: context.face,
    state: stateFace(calls),
    sessions: sessionsFace(calls, host),
    export: <Format extends 'zip' | 'json' = 'zip'>({
      format,
      ...options
    }: { readonly format?: Format } & CallOptions = {}) =>
      calls.call(
        'export',
        async (engine) => (await bundlePart()).exportBundle(engine, format ?? 'zip', settings),
        options,
      ) as Promise<Format extends 'json' ? string : Uint8Array>,
    import: (data, options = {}) => {
      const { signal: _, ...plain } = options;
      // The signal and the deadline end the call; what is left of the import ends with it.
      const over = new AbortController();
      const planned = { settings, alone: <T>(work: () => Promise<T>) => calls.alone(work), signal: over.signal };
      return calls
        .call('import', async (engine) => (await bundlePart()).importBundle(engine, data, plain, planned), options)
        .finally(() => over.abort());
    },
    embedding: embedding?.face ?? NO_EMBEDDING,
    tools: async (options) => (await toolsPart()).toolsOf(memory, settings, options),
    subscribe: (listener) => listeners.add(listener),
    reopen: () => host.reopen(),
    close,
    [Symbol.asyncDispose]: close,
  };
  return memory;
}

function stateFace(calls: Calls): StateAccess {
  return {
    read: () => calls.call('state.read', async (engine) => (await statePart()).readStructuredState(engine)),
    onEvent: (event) => calls.call('state.onEvent', async (engine) => (await statePart()).takeEvent(engine, event)),
  };
}

function sessionsFace(calls: Calls, host: EngineHost): Sessions {
  return {
    list: ({ everywhere = false } = {}) => calls.call('sessions.list', (engine) => engine.listSessions(everywhere)),
    open: (session) => host.openSession(session),
    fork: (session) => calls.call('sessions.fork', (engine) => engine.forkSession(session)),
    delete: (session) => calls.call('sessions.delete', (engine) => engine.deleteSession(session)),
  };
}
