// The published contracts pass for sound implementations and name each flaw of broken ones, on a runner that is a list.
import { describe, expect, it } from 'vitest';
import {
  isolationContract,
  type IsolatedMemory,
  lensContract,
  type MemoryPlace,
  type Script,
  storageContract,
} from '../../src/entries/contract.ts';
import { memoryStorage } from '../../src/entries/index.ts';
import { type PlainMessage, plainMessages } from '../../src/entries/lenses.ts';
import type { Storage } from '../../src/storage/port.ts';

/** Runs all tests of a suite, as a page without a test runner would. @returns the names of those that fail */
async function failuresOf(
  start: (runner: { test: (name: string, body: () => Promise<void>) => void }) => void,
): Promise<string[]> {
  const tests: [name: string, body: () => Promise<void>][] = [];
  start({ test: (name, body) => tests.push([name, body]) });
  expect(tests.length).toBeGreaterThan(5);
  const failed: string[] = [];
  for (const [name, body] of tests) await body().catch(() => failed.push(name.replace(/^.*contract: /, '')));
  return failed;
}

/** A storage, or one that differs from it. */
const storageFailures = (change: (storage: Storage) => Partial<Storage> = () => ({})): Promise<string[]> =>
  failuresOf((runner) =>
    storageContract(runner, 'a storage', async () => {
      const whole = memoryStorage();
      const storage: Storage = Object.assign(Object.create(whole) as Storage, change(whole));
      return { storage, reopen: async () => storage };
    }),
  );

describe('the storage contract', () => {
  it('holds for a sound storage', async () => {
    expect(await storageFailures()).toEqual([]);
  });

  it.each<[string, (storage: Storage) => Partial<Storage>, string]>([
    [
      'says that all is done',
      (storage) => ({
        commit: async (...call) => {
          await storage.commit(...call);
          return { status: 'done' };
        },
      }),
      'writes nothing when the head has moved, and says what changed',
    ],
    [
      'gives all rows of a page at once',
      (storage) => ({ rows: (address, store, after) => storage.rows(address, store, after, 1000) }),
      'reads items in order of key and in pages',
    ],
    [
      'mixes sessions',
      (storage) => ({ load: (address, stores) => storage.load({ ...address, session: 'one' }, stores) }),
      'keeps sessions apart',
    ],
    [
      'gives its own objects out',
      (storage) => {
        const given = new Map<string, ReturnType<Storage['load']>>();
        return {
          load(address, stores) {
            const key = JSON.stringify([address, stores]);
            const loaded = given.get(key) ?? storage.load(address, stores);
            given.set(key, loaded);
            return loaded;
          },
        };
      },
      'keeps copies: what a caller changes later is not stored',
    ],
  ])('fails for one that %s', async (_, change, name) => {
    expect(await storageFailures(change)).toContain(name);
  });
});

describe('the lens contract', () => {
  const inPlain = (script: Script): PlainMessage[] =>
    script.flatMap((entry): PlainMessage[] =>
      entry.role === 'tool'
        ? entry.results.map(({ text }) => ({ role: 'tool', content: text }))
        : [{ role: entry.role, content: entry.text }],
    );
  const failures = (change: Partial<typeof plainMessages> = {}): Promise<string[]> =>
    failuresOf((runner) =>
      lensContract<PlainMessage>(runner, {
        name: 'a lens',
        lens: { ...plainMessages, ...change },
        build: inPlain,
        carries: { system: true, calls: false, images: false, reasoning: false },
        marked: (message) => ({ ...message, cached: true }),
      }),
    );

  it('holds for a sound lens', async () => {
    expect(await failures()).toEqual([]);
  });

  it.each<[string, Partial<typeof plainMessages>, string]>([
    [
      'shortens',
      { text: ({ content }) => (content as string).slice(0, 5) },
      'gives out every text, every call and every result, in order',
    ],
    ['hears the user alone', { role: () => 'user' }, 'tells who speaks, in the order of the conversation'],
    ['tells of marks', { text: (message) => JSON.stringify(message) }, 'is silent about marks for the provider'],
    [
      'changes a message',
      { append: (message, text) => Object.assign(message, { content: `${String(message.content)}\n${text}` }) },
      'appends after everything else, to a copy',
    ],
    ['throws', { text: ({ content }) => (content as string).trim() }, 'answers whatever it is given'],
  ])('fails for one that %s', async (_, change, name) => {
    expect(await failures(change)).toContain(name);
  });
});

describe('the isolation contract', () => {
  /** A memory of texts, by a key of its address. */
  const placeOf = (keyOf: (address: { workspace: string; session: string }) => string): MemoryPlace => {
    const texts = new Map<string, string[]>();
    return {
      async open(address): Promise<IsolatedMemory> {
        const key = keyOf(address);
        const kept = (): string[] => texts.get(key) ?? [];
        return {
          keep: async (text) => void texts.set(key, [...kept(), text]),
          find: async () => kept(),
          erase: async (text) =>
            void texts.set(
              key,
              kept().filter((each) => each !== text),
            ),
        };
      },
    };
  };
  const failures = (place: () => MemoryPlace): Promise<string[]> =>
    failuresOf((runner) => isolationContract(runner, 'a memory', async () => place()));

  it('holds where addresses are told apart', async () => {
    expect(await failures(() => placeOf((address) => JSON.stringify(address)))).toEqual([]);
  });

  it.each<[string, Parameters<typeof placeOf>[0]]>([
    ['by their path', ({ workspace, session }) => new URL(`${workspace}/${session}`, 'file:///').pathname],
    ['in lower case', ({ workspace, session }) => `${workspace} ${session}`.toLowerCase()],
    ['by their first letters', ({ workspace, session }) => `${workspace.slice(0, 999)} ${session}`],
    ['normalized', ({ workspace, session }) => `${workspace} ${session}`.normalize()],
  ])('fails where names are told apart %s', async (_, keyOf) => {
    expect(await failures(() => placeOf(keyOf))).toContain('finds nothing of another owner, whatever they are called');
  });

  it('fails for a memory that is deaf, and for one without walls', async () => {
    const deaf = { open: async () => ({ keep: async () => undefined, find: async () => [] }) };
    expect(await failures(() => deaf)).toContain('finds what it keeps, also in a second handle');
    expect((await failures(() => placeOf(() => 'all'))).length).toBeGreaterThan(3);
  });
});
