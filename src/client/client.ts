// Implements the app's interface over an engine in a worker or in this thread.
import type { CallOptions } from '../api/call-options.ts';
import type { Embedding } from '../api/embedding.ts';
import type { Commit, ExportOptions, Sessions, StateAccess, WorkingMemory } from '../api/memory.ts';
import type { RecallResult } from '../api/recall.ts';
import type { Engine } from '../boundary/engine.ts';
import { Calls, type Placed } from './calls/calls.ts';
import { HealthRecord } from './health/record.ts';
import { lazyContext } from './context-face.ts';
import type { ContextHost } from './context/context-host.ts';
import type { EmbeddingClient } from './embedding/embedding.ts';
import { filesFace, transcriptFace } from './files.ts';
import { itemsFace } from './items.ts';
import { checkListener, type Listeners } from './listeners.ts';
import { SeenFiles } from './notes/seen-files.ts';
import { bundlePart, erasingPart, reportPart, statePart, toolsPart, transferPart } from './parts.ts';
import { RecallClient } from './recall.ts';
import { SHARED } from '../tree/session-name.ts';
import { sharedClient } from './workspace/shared-memory.ts';
import type { CommandObserver } from './observing/command-observer.ts';
import { placeOfSentinels, Sentinel } from './sentinel.ts';

/** The host of the engine, which can also open other sessions. */
export interface EngineHost extends Placed {
  /** Opens another session with the same options. */
  openSession(session: string): Promise<WorkingMemory>;
  /** Opens the shared memory of the workspace with the same options. */
  openShared(): Promise<WorkingMemory>;
  /** Runs `use` on the engine of another session of the workspace, which is released afterwards. */
  engineOf<T>(session: string, use: (engine: Engine) => Promise<T>): Promise<T>;
}

/** `memory.embedding` without an embedder. */
const NO_EMBEDDING: Embedding = {
  status: () => ({ state: 'off', waiting: 0, stored: 0, leftOut: 0 }),
  subscribe(listener) {
    checkListener(listener);
    return () => undefined;
  },
  start: async () => undefined,
  stop: async () => undefined,
  settled: async () => undefined,
};

/** Engines of the memories of this thread, from which `engineOf` takes that of the shared memory. */
const engines = new WeakMap<WorkingMemory, () => Promise<Engine>>();

export function createClient(
  host: EngineHost,
  listeners: Listeners<Commit>,
  ofContext: ContextHost,
  embeddingOver?: (engine: () => Promise<Engine>) => EmbeddingClient,
  observer?: CommandObserver,
): WorkingMemory {
  const { settings } = ofContext;
  const health = new HealthRecord(() => host.restarts());
  listeners.add((commit) => health.committed(commit));
  const calls = new Calls(host, settings.deadlineMs, health, observer);
  if (observer) listeners.add((commit) => observer.heard(commit));
  const embedding = embeddingOver?.(() => calls.engine());
  if (embedding) listeners.add((commit) => embedding.heard(commit));
  const searches: RecallResult[] = [];
  const recall = new RecallClient(calls, embedding, searches);
  const seenFiles = new SeenFiles();
  const context = lazyContext(calls, { ...ofContext, searches, salt: host.status().salt }, (unsaved, isTakenBack) => {
    health.prepared(unsaved);
    if (isTakenBack) seenFiles.forget();
  });
  const isOver = new AbortController();
  const doze = (): void => {
    calls
      .engine()
      .then((engine) => engine.doze())
      .catch(() => undefined);
  };
  // However short a freeze was, no answer after it may contain a text that others erased meanwhile.
  globalThis.document?.addEventListener('freeze', doze, { signal: isOver.signal });
  const end = (): void => {
    isOver.abort();
    listeners.clear();
    context.end();
  };
  const close = (): Promise<void> =>
    calls.close(
      () => {
        sentinel?.close();
        return Promise.all([embedding?.close(), shared.close(), host.close()]).finally(end);
      },
      () => {
        sentinel?.close();
        void shared.close();
        host.end();
        end();
      },
    );

  const place = host.sentinels ?? (host.runtime().storage === 'indexeddb' ? placeOfSentinels() : undefined);
  const sentinel = place && new Sentinel(place, settings);
  let noticed = sentinel?.compare(host.status());
  listeners.add((commit) => {
    const told = commit.events.find((event) => event.type === 'session-recovered');
    noticed = told ?? noticed;
    sentinel?.hear(commit);
    // The storage now holds another session, or an older state: remember that.
    if (told && sentinel)
      host
        .engine()
        .then((engine) => engine.status())
        .then(
          (status) => sentinel.compare(status),
          () => undefined,
        );
  });

  const items = itemsFace(calls, recall, (limits) => host.keepLimits(limits));
  const files = filesFace(calls, recall, context.refused, { files: seenFiles, isShownWhole: context.isShownWhole });
  const refuseClosed = () => calls.refuseClosed();
  const shared = sharedClient({ items, files }, settings.workspace, () => host.openShared(), refuseClosed);

  const engineOf: EngineHost['engineOf'] = async (session, use) => {
    if (session !== SHARED) return host.engineOf(session, use);
    const engine = engines.get(await shared.opened());
    return use(await (engine as () => Promise<Engine>)());
  };

  const memory: WorkingMemory = {
    get runtime() {
      return host.runtime();
    },
    get recovery() {
      const { kind, kept, lost } = noticed ?? host.status().recovery;
      return { kind, kept, lost };
    },
    items,
    files,
    shared: shared.face,
    recall: (question, options) => recall.block(context.block, question, options),
    transcript: transcriptFace(calls),
    context: context.face,
    state: stateFace(calls),
    sessions: sessionsFace(calls, host, (session) => {
      if (place) Sentinel.forget(place, { workspace: settings.workspace, session });
    }),
    erase: async (request) => (await erasingPart()).eraseEverywhere(calls, settings, engineOf, request),
    dismissQuarantined: () => calls.call('dismissQuarantined', (engine) => engine.dismissQuarantined()),
    flush: () => calls.call('flush', (engine) => engine.flush()),
    persist: () =>
      calls.local('persist', async () => {
        const storage = host.runtime().storage.startsWith('indexeddb') && globalThis.navigator?.storage;
        if (!storage || !storage.persist) return 'not-available';
        return (await storage.persist()) ? 'granted' : 'denied';
      }),
    salvage: () => calls.call('salvage', async (engine) => (await bundlePart()).salvaged(engine, settings)),
    export: <Format extends 'zip' | 'json' = 'zip'>(options?: ExportOptions<Format> & CallOptions) =>
      calls.call(
        'export',
        async (engine, { format = 'zip', workspace = false }: ExportOptions<'zip' | 'json'>) =>
          workspace !== false
            ? (await transferPart()).exportWorkspace(engine, { format, workspace }, settings, engineOf)
            : (await bundlePart()).exportBundle(engine, format, settings),
        options,
      ) as Promise<Format extends 'json' ? string : Uint8Array>,
    import: (data, options) => {
      // When the signal or the deadline ends the call, the rest of the import stops, too.
      const over = new AbortController();
      const alone = <T>(work: () => Promise<T>) => calls.alone('import', work);
      return calls
        .call(
          'import',
          async (engine, plain) =>
            (await transferPart()).importAny(engine, data, plain, { settings, alone, signal: over.signal }, engineOf),
          options,
        )
        .finally(() => over.abort());
    },
    embedding: embedding?.face ?? NO_EMBEDDING,
    tools: (options) => calls.local('tools', async () => (await toolsPart()).toolsOf(memory, settings, options)),
    subscribe: (listener) => listeners.add(listener),
    report: (options) =>
      calls.call(
        'report',
        async (engine, asked) => (await reportPart()).reportOf(engine, settings, asked, context.usage()),
        options,
      ),
    health: () => {
      const report = health.report(host.runtime().quarantined.length);
      return calls.isClosed ? { ...report, state: 'closed' } : report;
    },
    reopen: () =>
      calls.local('reopen', async () => {
        await host.reopen();
        // The next call reports a storage that does not answer.
        await host
          .engine()
          .then((engine) => engine.beginAnew())
          .catch(() => undefined);
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
  engines.set(memory, () => calls.engine());
  return memory;
}

function stateFace(calls: Calls): StateAccess {
  return {
    read: () => calls.call('state.read', async (engine) => (await statePart()).readStructuredState(engine)),
    onEvent: (event) => calls.inTurn('state.onEvent', async (engine) => (await statePart()).takeEvent(engine, event)),
  };
}

function sessionsFace(calls: Calls, host: EngineHost, deleted: (session: string) => void): Sessions {
  return {
    list: (options) => calls.call('sessions.list', (engine, plain) => engine.listSessions(plain), options),
    prune: (options) =>
      calls
        .call('sessions.prune', (engine, plain) => engine.pruneSessions(plain), options)
        .then((pruned) => (pruned.forEach(({ session }) => deleted(session)), pruned)),
    open: async (session) => {
      calls.refuseClosed();
      return host.openSession(session);
    },
    fork: (session) => calls.call('sessions.fork', (engine) => engine.forkSession(session)),
    rename: (session, title) => calls.call('sessions.rename', (engine) => engine.renameSession(session, title)),
    search: (query, options) =>
      calls.call('sessions.search', (engine, plain) => engine.searchSessions(query, plain), options),
    delete: (session) =>
      calls.call('sessions.delete', (engine) => engine.deleteSession(session).then(() => deleted(session))),
  };
}
