// Opens one session and puts its state, kernel and storage behind the engine's interface. Reads use the state; commands
// run through the session's pipeline.
import type { Engine } from '../boundary/engine.ts';
import { isWorkingMemoryError, sessionDeleted, WorkingMemoryError } from '../errors.ts';
import { isNamed } from '../options/names.ts';
import type { Settings } from '../options/options.ts';
import { decideFirstOpening } from '../tree/files/documents.ts';
import { OVERVIEW } from '../tree/paths.ts';
import { SHARED } from '../tree/session-name.ts';
import { decideOverdue, type EngineContext, type EnginePorts } from './engine-context.ts';
import { branchCommands } from './branches.ts';
import { fileCommands, withTexts } from './tree/files.ts';
import { onDemand, workspacePart } from './on-demand.ts';
import { itemCommands } from './items/commands.ts';
import { summarize } from './items/digest.ts';
import { ItemReads } from './items/reads.ts';
import { Hits } from './recall/hits.ts';
import { RecallSearch } from './recall/recall.ts';
import { RecallIndex } from './recall/recall-index.ts';
import { STORAGE_VERSION } from '../storage/port.ts';
import { readOnly } from '../storage/read-only.ts';
import { Session } from './session/session.ts';
import type { Decision } from './session/session-ports.ts';
import { formerPlace } from './session/recovery/verifying.ts';
import { searchCommands } from './tree/session-search.ts';
import { titleCommands } from './tree/session-titles.ts';
import { sessionCommands } from './tree/sessions.ts';
import type { Changes } from './session/state.ts';
import { transcriptCommands } from './tree/transcript.ts';
import { TranscriptIndex } from './recall/transcript-index.ts';
import { VectorStore } from './recall/vectors/vector-store.ts';
import { waking } from './waking.ts';
import { noWorkspace, type Workspace } from './workspace/no-workspace.ts';

export type { EnginePorts } from './engine-context.ts';

/** Opens the session; creates it and its overview.md if they are missing. @throws not-found with `readOnly` */
export async function openEngine(settings: Settings, given: EnginePorts): Promise<Engine> {
  const ports = settings.readOnly ? forReading(given) : given;
  const address = { workspace: settings.workspace, session: settings.session };
  const kept = {
    keptEntries: settings.journal.maxEntries,
    keptJournalBytes: settings.journal.maxBytes,
    keptTombstones: settings.tombstones.maxIds,
    history: settings.files,
  };
  const session: Session = new Session(address, ports, kept, {
    absorb: (changes) => follow(context, changes),
    commit: ports.onCommit,
    overdue: (moment) => {
      if (!session.state.session) return beginning(context);
      return madePrivate(context) ?? decideOverdue(context, moment);
    },
  });
  const vectorsByKey = new Map<string, Float32Array>();
  const rules = {
    minimumMatch: settings.recall.minimumMatch,
    languages: settings.recall.languages,
    hardMs: settings.ttl.hardMs,
    maxItems: settings.longTail.maxItems,
  };
  const index = new RecallIndex(ports.kernel, session.state, rules, vectorsByKey, ports.pool);
  const transcript = new TranscriptIndex(session, index);
  const vectors = new VectorStore(session, index, transcript, vectorsByKey);
  const { maxItems, maxTokens } = settings.limits;
  const limits = { current: { maxItems, maxTokens } };
  const context: EngineContext = {
    settings,
    limits,
    ports,
    session,
    index,
    transcript,
    vectors,
    branch: { used: undefined },
  };
  const [part] = await Promise.all([isNamed(settings.workspace) ? workspacePart() : undefined, session.load()]);
  // The shared memory begins with its first write: until then nothing is stored.
  if (settings.session !== SHARED) {
    if (settings.readOnly) refuseNew(context);
    if (settings.resumes && session.state.manifest.head === 0) throw sessionDeleted(settings.session);
    if (!settings.readOnly) await firstOpening(context);
  }
  session.listen();
  const workspace = part ? new part.WorkspaceSearch(context) : noWorkspace(settings.session);
  // In a later task, so that opening does not wait for the index.
  setTimeout(() => {
    index.warm();
    if (settings.session !== SHARED) workspace.warm();
  }, 0);
  transcript.start();
  return waking(engineOf(context, workspace), context);
}

/** Drops `adoptEdits`, too: an external edit becomes a revision when the session is opened for writing. */
const forReading = ({ adoptEdits: _, ...ports }: EnginePorts): EnginePorts => ({
  ...ports,
  storage: readOnly(ports.storage),
});

function refuseNew({ session, settings }: EngineContext): void {
  if (session.state.manifest.head > 0) return;
  const name = settings.session;
  throw new WorkingMemoryError(
    'not-found',
    `There is no session ${name} in this workspace. Open it without readOnly to create it.`,
    { what: 'session', name },
  );
}

/** Decides the first events of a session, and an overview if there is none. The shared memory starts empty. */
function beginning({ session: { state }, settings, ports }: EngineContext): Decision<undefined> {
  const isNew = state.session === undefined;
  if (settings.session === SHARED) return { events: isNew ? [{ type: 'session-created' }] : [], result: undefined };
  return withTexts({ ...decideFirstOpening(state, isNew, ports.newOverview, settings.files), result: undefined });
}

/** Decides to make the session private; undefined if it already is, or if the app did not ask for it. */
function madePrivate({ session: { state }, settings }: EngineContext): Decision<undefined> | undefined {
  if (!settings.private || !state.session || state.session.private) return undefined;
  const about = { ...state.session, private: true } as const;
  return { events: [{ type: 'session-made-private' }], content: { about }, result: undefined };
}

async function firstOpening(context: EngineContext): Promise<void> {
  const { session } = context;
  await context.ports.adoptEdits?.(context);
  await session
    .command(
      () => undefined,
      () => beginning(context),
    )
    .catch((error: unknown) => {
      const { repair, manifest, files } = session.state;
      // A full storage stores the session with the first command that has room; until then requests go on.
      if (manifest.head === 0 && isWorkingMemoryError(error, 'storage-quota')) return;
      // Reading needs neither a repair nor a migration; if the storage refuses it now, the next command writes it.
      if (!(repair || manifest.version < STORAGE_VERSION) || !files.has(OVERVIEW)) throw error;
    });
}

function follow({ index, transcript, vectors }: EngineContext, changes: Changes): void {
  if (changes.reloaded) {
    index.forgetMessages();
    transcript.start();
    vectors.reload();
  }
  index.absorb(changes.items, changes.paths);
  for (const message of changes.messages) transcript.absorb(message);
  vectors.absorb(changes.vectors);
}

function engineOf(context: EngineContext, workspace: Workspace): Omit<Engine, 'doze'> {
  const { session, ports, vectors, settings } = context;
  const recall = new RecallSearch(context);
  const reads = new ItemReads(context, recall);
  const hits = new Hits(recall, workspace, reads, settings.recall);
  return {
    ...itemCommands(context),
    ...fileCommands(context),
    ...transcriptCommands(context),
    ...branchCommands(context),
    ...sessionCommands(context),
    ...titleCommands(context),
    ...searchCommands(context),
    ...onDemand(({ laterCommands }) => laterCommands(context, recall, workspace)),

    recall: (prompt, options, meaning) => hits.recall(prompt, options, meaning),
    whyNot: (id, prompt, options, meaning) => hits.whyNot(id, prompt, options, meaning),
    summarize: (request) => summarize(context, reads, request),
    getItem: async (id) => reads.get(id),
    listItems: async (options) => reads.page(options),
    capacity: async () => reads.capacity(),

    useVectors: (model, fastScan) => vectors.useVectors(model, fastScan),
    unembedded: (limit, without) => vectors.unembedded(limit, without),
    storeVectors: (model, embedded) => vectors.storeVectors(model, embedded),
    sealVectors: () => vectors.sealVectors(),

    async journal(from, limit) {
      session.refuseIfClosed();
      return session.journal(from, limit);
    },

    async beginAnew() {
      if (!settings.readOnly && (await session.beginAnew())) await firstOpening(context);
    },

    flush: () =>
      session.exclusively(async () =>
        ports.storage.flush?.({ workspace: settings.workspace, session: settings.session }),
      ),

    dismissQuarantined: () =>
      session.command(
        () => undefined,
        () => {
          const rows = [...session.state.quarantined.values()];
          const event = { type: 'quarantine-dismissed', rows: rows.length } as const;
          return { events: rows.length > 0 ? [event] : [], content: { rows }, result: rows.length };
        },
      ),

    async status() {
      const { manifest, quarantined, heldBack, recovery } = session.state;
      const { generation, head, step } = manifest;
      return {
        reach: workspace.isReached ? 'workspace' : 'session',
        storage: ports.storage.kind,
        quarantined: [...quarantined.values()].map(formerPlace),
        ...(heldBack.size > 0 && { heldBack: Array.from(heldBack.values(), ({ refuse: _, ...held }) => held) }),
        recovery,
        generation,
        salt: session.state.session?.salt,
        head,
        step,
      };
    },

    close: () =>
      session.close().finally(() => {
        context.index.close();
        workspace.close();
      }),
  };
}
