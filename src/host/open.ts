// Opens a memory: starts the engine of the session, and a client over it that can open other sessions like this one.
import type { Commit, WorkingMemory } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import { createClient, type EngineHost } from '../client/client.ts';
import { Listeners } from '../client/listeners.ts';
import { embeddingPart, statePart, warmWhenIdle } from '../client/parts.ts';
import { timedOut } from '../errors.ts';
import { resolveSettings, type Settings } from '../options/options.ts';
import { deadline } from '../ports/deadline.ts';
import { pageSentinelsOf } from '../storage/encrypted/page-sentinels.ts';
import { refuseReserved, SHARED } from '../tree/session-name.ts';
import type { EntryParts } from './companions.ts';
import { gateOf, observerOf } from './hooks.ts';
import { OPEN_OPTIONS, type OpenOptions } from './opening/open-options.ts';
import { placeEngine } from './opening/place-engine.ts';
import type { Rest, StartAgain } from './resting.ts';

/**
 * Creates `openWorkingMemory` for an entry.
 * @param rest releases the engines of idle sessions; default: none rests
 */
export function createOpen(entry: EntryParts, rest?: Rest) {
  return openWorkingMemory;

  async function openWorkingMemory(options: OpenOptions): Promise<WorkingMemory> {
    const settings = inTimeZone(resolveSettings(options, OPEN_OPTIONS));
    refuseReserved(settings.session);
    const { workspaceDefaults } = entry;
    if (!workspaceDefaults) return openInTime(options, settings);
    const { recall } = settings;
    const workspace = { ...recall.workspace, ...workspaceDefaults, ...options.recall?.workspace };
    return openInTime(options, { ...settings, recall: { ...recall, workspace } });
  }

  function openInTime(options: OpenOptions, settings: Settings): Promise<WorkingMemory> {
    const { deadlineMs } = settings;
    const givenUp = new AbortController();
    const opening = open(options, settings, givenUp.signal);
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

  async function open(options: OpenOptions, settings: Settings, givenUp: AbortSignal): Promise<WorkingMemory> {
    const { embedder = 'none' } = options;
    const embedding =
      embedder === 'none' ? undefined : await (await embeddingPart()).embeddingOf(embedder, settings, entry.companions);
    const listeners = new Listeners<Commit>();
    const gate = await gateOf(options, settings);
    const start: StartAgain = (limits, resumes = false) => {
      const current = { ...settings, limits: { ...settings.limits, ...limits }, resumes };
      return placeEngine(entry, options, current, listeners.notify, givenUp);
    };
    const placed = await (rest ? rest(start, listeners) : start());
    try {
      if (settings.template === 'yaml' && !settings.readOnly && settings.session !== SHARED)
        await (await statePart()).ensureState(await placed.engine());
    } catch (error) {
      void placed.close().catch(() => undefined);
      throw error;
    }
    const { storage, summarize, onFile, tokenizer, ids, clock } = options;
    const contextHost = { settings, summarize, onFile, tokenizer, ids, clock };
    const sentinels = placed.sentinels ?? pageSentinelsOf(storage);
    const host = {
      ...placed,
      ...otherSessions(options, settings),
      ...(sentinels && { sentinels }),
      engine: async () => gate(await placed.engine()),
    };
    const memory = createClient(host, listeners, contextHost, embedding, await observerOf(options, settings));
    // Asks the engine that runs now: loading ahead must not start another worker.
    const engine = await placed.engine();
    if (settings.preload) warmWhenIdle(settings.locale, () => engine.warm());
    return memory;
  }

  function otherSessions(
    options: OpenOptions,
    settings: Settings,
  ): Pick<EngineHost, 'openSession' | 'openShared' | 'engineOf'> {
    // The app's peers announce heads of its session, which mean nothing in another.
    const withoutPeers = { ...options, peers: undefined };
    return {
      openSession: (session) => openWorkingMemory({ ...options, session }),
      openShared: () => openInTime(withoutPeers, sharedSettings(settings)),
      async engineOf<T>(session: string, use: (engine: Engine) => Promise<T>): Promise<T> {
        const visiting = visitorSettings(settings, session);
        const never = new AbortController().signal;
        const gate = await gateOf(options, settings);
        const placed = await placeEngine(entry, withoutPeers, visiting, () => {}, never);
        try {
          return await use(gate(await placed.engine()));
        } finally {
          await placed.close();
        }
      },
    };
  }
}

/** Returns the settings that the shared memory is opened with. */
const sharedSettings = (settings: Settings): Settings => ({
  ...settings,
  session: SHARED,
  private: false,
  limits: { ...settings.limits, ...settings.shared },
});

/** Returns settings for a visit to another session, which must neither evict from it nor make it private. */
const visitorSettings = (settings: Settings, session: string): Settings => ({
  ...settings,
  session,
  private: false,
  limits: { maxItems: Infinity, maxTokens: Infinity, maxTextLength: Infinity },
});

/** Replaces the time zone `'auto'` by this thread's, which the worker then gets as a value. */
const inTimeZone = (settings: Settings): Settings =>
  settings.timeZone === 'auto'
    ? { ...settings, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
    : settings;
