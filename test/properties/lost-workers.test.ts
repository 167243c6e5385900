// Sessions of one worker that is killed or hangs at random: acknowledged calls are there once, and the journal equals
// that of the same commands without a worker.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { connect } from '../../src/boundary/connect.ts';
import { createClient } from '../../src/client/client.ts';
import { Listeners } from '../../src/client/listeners.ts';
import type { Commit } from '../../src/api/memory.ts';
import { overviewTemplate } from '../support/overview-template.ts';
import { composeEngine } from '../../src/host/compose.ts';
import { pageWorker } from '../../src/host/page-worker.ts';
import { workerHost } from '../../src/host/worker-host.ts';
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import { type Settings, resolveSettings } from '../../src/options/options.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Storage } from '../../src/storage/port.ts';
import { kernelModule } from '../support/engine.ts';
import { type FakeThread, FakeWorkers } from '../support/fakes/fake-worker.ts';
import { fakeClock, wordTokens } from '../support/fakes/fakes.ts';
import { outcome } from '../support/promises.ts';

/** The pages' own timers, which run only when a worker is silent. */
const DEADLINE = 1000;
const SESSIONS = ['one', 'two'];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const TEXTS = ['the harbour', 'a train north', 'coffee upstairs', 'a note', '周五发布'];

const READS = {
  list: ({ items }) => items.list(),
  remember: ({ items }, text) => items.remember(text),
  capacity: ({ items }) => items.capacity(),
  read: ({ files }) => files.read('overview.md'),
} satisfies Record<string, (memory: WorkingMemory, text: string) => Promise<unknown>>;

const WRITES = {
  memorize: ({ items }, text) => items.memorize([text, `${text} again`].map((each) => ({ text: each }))),
  forget: ({ items }) => items.forget('oldest'),
  erase: ({ items }) => items.forget('oldest', { mode: 'hard' }),
  step: ({ items }) => items.step(),
  write: ({ files }, text) => files.write('detail/notes.md', text),
  append: ({ transcript }, text) => transcript.append({ role: 'user', text }),
} satisfies Record<string, (memory: WorkingMemory, text: string) => Promise<unknown>>;

const CALLS: Record<string, (memory: WorkingMemory, text: string) => Promise<unknown>> = { ...READS, ...WRITES };

/** Moment at which a call loses its worker: before it is made, as it is sent, before or after its commit. */
const fault = fc.record({
  how: fc.constantFrom('kill', 'hang'),
  when: fc.constantFrom('before', 'sent', 'committing', 'committed'),
});

const command = fc.record({
  session: fc.nat(SESSIONS.length - 1),
  what: fc.constantFrom(...Object.keys(CALLS)),
  text: fc.constantFrom(...TEXTS),
  fault: fc.option(fault, { freq: 2 }),
  /** Whether the app reopens after a silence, or lets the memory notice. */
  reopens: fc.boolean(),
});

/** Shared state of all sessions of one history, with a worker or without: each command has its own time and ids. */
function world() {
  const clock = fakeClock();
  let command = 0;
  let ids = 0;
  const begin = (next: number): void => {
    command = next;
    ids = 0;
    clock.now += 7000;
  };
  return { clock, ids: () => `item-${command}-${++ids}`, begin };
}
type World = ReturnType<typeof world>;

async function engineOf(
  { clock, ids }: World,
  settings: Settings,
  storage: Storage,
  onCommit: (commit: Commit) => void,
) {
  const newOverview = overviewTemplate(settings);
  const ports = { clock, ids, storage, onCommit, newOverview, tokenizer: wordTokens, peers: noPeers };
  return composeEngine(settings, { ...ports, kernel: await kernelModule });
}

const settingsOf = (session: string): Settings =>
  resolveSettings({ session, limits: { maxItems: 4 }, deadlineMs: DEADLINE });

/** The session in this process, where nothing is lost. */
async function without(shared: World, session: string): Promise<WorkingMemory> {
  const settings = settingsOf(session);
  const listeners = new Listeners<Commit>();
  const engine = await engineOf(shared, settings, memoryStorage(), listeners.notify);
  const status = await engine.status();
  const host = {
    engine: async () => engine,
    runtime: () => ({ place: 'same-thread', reach: 'session', storage: 'memory', quarantined: [] }) as const,
    restarts: () => 0,
    status: () => status,
    reopen: async () => undefined,
    keepLimits: () => undefined,
    close: () => engine.close(),
    end: () => undefined,
    openSession: () => Promise.reject(new Error('one session each')),
    openShared: () => Promise.reject(new Error('nothing shared')),
    engineOf: () => Promise.reject(new Error('one session each')),
  };
  return createClient(host, listeners, { settings });
}

type Moment = 'committing' | 'committed';

/** The storage as a worker sees it: after its end nothing arrives, in either direction. */
function seenBy({ works }: FakeThread, storage: Storage, reached: (moment: Moment) => void): Storage {
  const never = new Promise<never>(() => undefined);
  return {
    ...storage,
    async commit(...given) {
      reached('committing');
      if (!works()) return never;
      const done = await storage.commit(...given);
      reached('committed');
      return works() ? done : never;
    },
  };
}

async function through(workers: FakeWorkers, session: string): Promise<WorkingMemory> {
  const settings = settingsOf(session);
  const listeners = new Listeners<Commit>();
  const page = pageWorker(workers.start, DEADLINE, DEADLINE);
  const host = await workerHost(
    page,
    (worker) => connect(worker, { settings, newOverview: overviewTemplate(settings) }, listeners.notify),
    'own',
    [],
  );
  const other = () => Promise.reject(new Error('no'));
  return createClient({ ...host, openSession: other, openShared: other, engineOf: other }, listeners, { settings });
}

/** Lets the ports deliver; `until` says when that is enough. */
async function deliver(until: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !until(); turn++) await new Promise((later) => setImmediate(later));
}

/** The outcome of a call; time passes only while nothing is delivered any more. */
async function settled(call: Promise<unknown>): Promise<unknown> {
  const result = outcome(
    call.then(
      (value) => ({ value }),
      (error: { code: string; details: object }) => ({ error }),
    ),
  );
  for (let period = 0; period < 12 && result.value === undefined; period++) {
    await deliver(() => result.value !== undefined);
    if (result.value === undefined) await vi.advanceTimersByTimeAsync(DEADLINE / 2);
  }
  return result.value;
}

async function journalOf(memory: WorkingMemory): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const record of memory.items.audit()) records.push(record);
  return records;
}

it('leave the journal that the acknowledged commands leave without a worker, and apply nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
      let planned: (typeof commands)[number]['fault'] = null;
      const storage = memoryStorage();
      const [here, there] = [world(), world()];
      const strike = (when: string): void => {
        if (planned?.when !== when) return;
        workers[planned.how]();
        planned = null;
      };
      const workers = new FakeWorkers(
        (thread) =>
          ({ settings }, onCommit) =>
            engineOf(there, settings, seenBy(thread, storage, strike), onCommit),
      );
      vi.stubGlobal('navigator', { locks: workers.locks });
      const models = await Promise.all(SESSIONS.map((session) => without(here, session)));
      const opening = Promise.all(SESSIONS.map((session) => through(workers, session)));
      await settled(opening);
      const memories = await opening;

      for (const [index, { session, what, text, fault: planning, reopens }] of commands.entries()) {
        const [model, memory] = [models[session], memories[session]] as [WorkingMemory, WorkingMemory];
        const ask = CALLS[what] as (typeof CALLS)[string];
        here.begin(index);
        there.begin(index);
        planned = planning;
        strike('before');
        const call = ask(memory, text);
        call.catch(() => undefined);
        strike('sent');
        if (planning?.how === 'hang' && reopens) await settled(memory.reopen());
        const result = (await settled(call)) as { value?: unknown; error?: { code: string; details: object } };
        planned = null;
        // The next caller finds a worker, however long the page took to notice.
        const head = async (): Promise<unknown> => settled(journalOf(memory));
        let found = (await head()) as { value?: unknown[] };
        for (let again = 0; again < 3 && !found.value; again++) found = (await head()) as { value?: unknown[] };
        const before = await journalOf(model);
        if (what in READS) {
          if (planning?.how !== 'hang') expect([what, result.error]).toEqual([what, undefined]);
        } else if (result.error) {
          expect(['worker-lost', 'timeout']).toContain(result.error.code);
        }
        const applied = result.value !== undefined || (found.value as unknown[]).length > before.length;
        if (applied) {
          const expected = await settled(ask(model, text));
          if (result.value !== undefined) expect(result).toEqual(expected);
        }
        expect(found.value).toEqual(await journalOf(model));
      }
      for (const [index, memory] of memories.entries()) {
        const [items, expected] = await Promise.all([settled(memory.items.list()), models[index]?.items.list()]);
        expect(items).toEqual({ value: expected });
        await settled(memory.close());
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);
