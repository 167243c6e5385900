// An owner that slept, as in a frozen tab, while another process erased something.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ASLEEP_AFTER_MS } from '../../src/options/policy.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import type { Storage } from '../../src/storage/port.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';

const CANARY = CANARIES.en;

/** An owner that hears nothing of others. */
const open = (storage: Storage, options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'monday', workspace: 'ann', worker: false, storage, peers: noPeers, ...options });

/** Lets time pass by the host's clock, which stands still afterwards. */
function sleep(ms: number): void {
  const later = Date.now() + ms;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
}
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ASKED: Readonly<Record<string, (memory: WorkingMemory) => Promise<unknown>>> = {
  list: ({ items }) => items.list(),
  get: async ({ items }) => (await items.get('first')) ?? 'gone',
  remember: ({ items }) => items.remember('What is the PIN?', { scope: 'all' }),
  recall: (memory) => memory.recall('What is the PIN?'),
  summarize: ({ items }) => items.summarize(),
  'a file': ({ files }) => files.read('detail/pin.md'),
  'former revisions': ({ files }) => files.history('detail/pin.md'),
  search: ({ files }) => files.search('PIN'),
  transcript: ({ transcript }) => transcript.read(),
  sessions: ({ sessions }) => sessions.list(),
  'an export': (memory) => memory.export({ format: 'json' }),
};

async function twoOwners() {
  const storage = memoryStorage();
  const asleep = await open(storage, { ids: () => 'first' });
  await asleep.items.memorize(CANARY);
  await asleep.files.write('detail/pin.md', CANARY);
  await asleep.files.write('detail/pin.md', `${CANARY} Still.`, { force: true });
  await asleep.transcript.append({ role: 'user', text: CANARY });
  const other = await open(storage, { session: 'tuesday' });
  return { asleep, other };
}

describe('an owner that was not asked for a while', () => {
  it.each(Object.entries(ASKED))('answers %s as it is now: nothing of what was erased meanwhile', async (_, ask) => {
    const { asleep, other } = await twoOwners();
    expect((await ask(asleep)) !== undefined).toBe(true);
    expect((await other.erase({ text: CANARY })).sessions.map(({ session }) => session)).toEqual(['monday']);
    sleep(ASLEEP_AFTER_MS + 1);
    expect(traces(await ask(asleep))).toEqual([]);
    await asleep.close();
    await other.close();
  });

  it('holds calls back until it knows, in their order', async () => {
    const { asleep, other } = await twoOwners();
    await other.erase({ text: CANARY });
    sleep(ASLEEP_AFTER_MS + 1);
    const ended: string[] = [];
    const calls = (['list', 'remember', 'transcript'] as const).map(async (name) => {
      const answer = await ASKED[name]?.(asleep);
      ended.push(name);
      return answer;
    });
    expect(traces(await Promise.all(calls))).toEqual([]);
    expect(ended).toHaveLength(3);
  });

  it('asks the storage nothing where it was asked just before', async () => {
    const inner = memoryStorage();
    let asked = 0;
    const storage: Storage = {
      ...inner,
      since: (...given) => {
        asked++;
        return inner.since(...given);
      },
    };
    const memory = await open(storage);
    await memory.items.memorize('a fact');
    sleep(0);
    await memory.items.remember('a fact', { scope: ['items', 'transcript'] });
    asked = 0;
    sleep(ASLEEP_AFTER_MS);
    await memory.items.list();
    expect(asked).toBe(0);
    sleep(ASLEEP_AFTER_MS + 1);
    await memory.items.list();
    await memory.items.list();
    expect(asked).toBe(1);
  });

  it('answers all the same where the storage does not', async () => {
    const inner = memoryStorage();
    let isSilent = false;
    const storage: Storage = {
      ...inner,
      since: (...given) => (isSilent ? new Promise(() => undefined) : inner.since(...given)),
    };
    const memory = await open(storage, { deadlineMs: 400 });
    await memory.items.memorize('a fact');
    isSilent = true;
    sleep(ASLEEP_AFTER_MS + 1);
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['a fact']);
    const failing = await open({ ...inner, since: () => Promise.reject(new Error('gone')) }, { session: 'two' });
    await failing.items.memorize('another');
    sleep(ASLEEP_AFTER_MS + 1);
    expect((await failing.items.list()).map(({ text }) => text)).toEqual(['another']);
  });

  it('that is in a tab which is frozen for a moment only answers no less truly', async () => {
    const tab = new EventTarget();
    vi.stubGlobal('document', tab);
    const { asleep, other } = await twoOwners();
    sleep(0);
    await asleep.items.list();
    tab.dispatchEvent(new Event('freeze'));
    await other.erase({ text: CANARY });
    expect(traces(await Promise.all([asleep.items.list(), asleep.transcript.read()]))).toEqual([]);
    await asleep.close();
    await other.close();
  });
});
