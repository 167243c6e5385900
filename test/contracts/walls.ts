// Isolation between owners whose memories share a storage, as attacks. Each attack runs twice: without the isolation it
// finds another owner's data, which proves that it works; with it, nothing.
import { describe, expect, it, onTestFinished } from 'vitest';
import { ALIKE } from '../../src/contract/isolation/names.ts';
import { isolationContract, type MemoryPlace } from '../../src/entries/contract.ts';
import { type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import type { WorkingMemoryError } from '../../src/errors.ts';
import type { SessionAddress, Storage } from '../../src/storage/port.ts';

export const SECRET = 'the safe opens with 4711';
const QUESTION = '4711 safe';

/** Closed after the test. */
export async function open(storage: Storage, options: Partial<OpenOptions>): Promise<WorkingMemory> {
  const memory = await openWorkingMemory({ session: 'chat', worker: false, storage, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    ({ code }: WorkingMemoryError) => code,
  );

/** Puts the secret wherever a conversation can hold it. */
export async function fill(memory: WorkingMemory): Promise<void> {
  await memory.items.memorize([SECRET, `former: ${SECRET}`]);
  await memory.items.revise((await memory.items.list())[1]?.id ?? '', `now: ${SECRET}`);
  await memory.transcript.append({ role: 'user', text: SECRET });
  await memory.files.write('overview.md', `# Notes\n\n${SECRET}`, { force: true });
  await memory.files.write('detail/safe.md', SECRET);
  if (memory.runtime.reach !== 'workspace') return;
  await memory.shared.items.memorize(SECRET);
  await memory.shared.files.write('detail/safe.md', SECRET);
}

/**
 * Returns everything that a memory lets a caller find. The list of an app's conversations is the app's, also without a
 * named workspace.
 */
async function everythingFound(memory: WorkingMemory, question = QUESTION): Promise<unknown[]> {
  const everywhere = { limit: 100, former: true } as const;
  const { items, files, shared, sessions, runtime } = memory;
  const hits: unknown[] = [
    ...(await items.remember(question, { ...everywhere, scope: 'all' })).hits,
    ...(await files.search(question, everywhere)).hits,
  ];
  if (runtime.reach === 'workspace') {
    hits.push(...(await sessions.search(question)).hits);
    hits.push(...(await items.remember(question, { ...everywhere, scope: 'workspace' })).hits);
    hits.push(...(await shared.items.remember('', { ...everywhere, scope: 'all' })).hits);
  }
  const [recall] = await memory.tools({ only: ['recall'] });
  return [...hits, (await recall?.execute({ query: question })) ?? ''];
}

/** Finds the secret's digits, except in a time or a share that contains them. */
const secretsAmong = (found: readonly unknown[]): unknown[] =>
  found.filter((each) => /with 4711\b/.test(JSON.stringify(each)));

export const secretsIn = async (memory: WorkingMemory): Promise<unknown[]> =>
  secretsAmong(await everythingFound(memory));

/** Addresses of a user who keeps a secret and of another one who looks for it. */
interface Attack {
  readonly victim: Partial<OpenOptions>;
  readonly attacker: Partial<OpenOptions>;
  /** The part of the address that separates the two. */
  readonly wall: keyof SessionAddress;
  /** Returns everything that the attacker, who may know ids, gets to see. */
  loot(attacker: WorkingMemory, ids: readonly string[]): Promise<readonly unknown[]>;
}

const ANN = { workspace: 'acme', session: 'safe' };
const BOB = { workspace: 'bob', session: 'chat' };

const ATTACKS: Readonly<Record<string, Attack>> = {
  'by another user with default options': {
    victim: { session: 'ann' },
    attacker: { session: 'bob' },
    wall: 'session',
    loot: (bob) => everythingFound(bob),
  },
  'from a workspace whose name begins alike': {
    victim: ANN,
    attacker: { workspace: 'acme/ann', session: 'chat' },
    wall: 'workspace',
    loot: (bob) => everythingFound(bob),
  },
  'from a workspace whose name is a pattern, by the name of the conversation': {
    victim: ANN,
    attacker: { ...ANN, workspace: '*' },
    wall: 'workspace',
    loot: (bob) => everythingFound(bob),
  },
  'by ids': {
    victim: ANN,
    attacker: { ...ANN, workspace: 'bob' },
    wall: 'workspace',
    loot: ({ items }, ids) => Promise.all(ids.map((id) => items.get(id))),
  },
  'by paths': {
    victim: ANN,
    attacker: BOB,
    wall: 'workspace',
    loot: async ({ shared }) => [await shared.files.read('detail/safe.md').catch(() => '')],
  },
  'by a fork': {
    victim: ANN,
    attacker: { ...ANN, workspace: 'bob' },
    wall: 'workspace',
    async loot({ sessions }) {
      await sessions.fork('a copy');
      const fork = await sessions.open('a copy');
      const found = await everythingFound(fork);
      await fork.close();
      return found;
    },
  },
  'by an export of the workspace': {
    victim: ANN,
    attacker: BOB,
    wall: 'workspace',
    loot: async (bob) => [await bob.export({ workspace: true, format: 'json' })],
  },
  'by a question to the model': {
    victim: ANN,
    attacker: BOB,
    wall: 'workspace',
    async loot(bob) {
      // A request waits for no conversation that is still to be read.
      await everythingFound(bob);
      const asked = [{ role: 'user' as const, content: 'The safe opens with what?' }];
      return (await bob.context.prepare(plainMessages, asked)).messages;
    },
  },
};

/** Returns what an attack reveals of a victim's data in this storage. */
async function lootOf({ victim, attacker, loot }: Attack, storage: Storage): Promise<unknown[]> {
  const keeper = await open(storage, victim);
  await fill(keeper);
  const ids = (await keeper.items.list()).map(({ id }) => id);
  return secretsAmong(await loot(await open(storage, attacker), ids));
}

/** The storage as it would be if this part of every address were the same. */
const without = (wall: keyof SessionAddress, storage: Storage): Storage =>
  new Proxy(storage, {
    get(whole, name) {
      const member: unknown = Reflect.get(whole, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown =>
        member.apply(
          whole,
          given.map((each) => asOne(wall, each)),
        );
    },
  });

const asOne = (wall: keyof SessionAddress, given: unknown): unknown =>
  typeof given === 'object' && given !== null && wall in given ? { ...given, [wall]: 'one' } : given;

/** A memory for the published contract, with a secret in each kind of text. */
const placeOver = (storage: Storage): MemoryPlace => ({
  async open(address) {
    const memory = await openWorkingMemory({ ...address, worker: false, storage });
    const { items, files, transcript, shared } = memory;
    const own = { limit: 100, former: true } as const;
    return {
      async keep(text) {
        // A path is no text: erasing leaves it.
        const path = `detail/${crypto.randomUUID()}.md`;
        await Promise.all([
          items.memorize(text),
          transcript.append({ role: 'user', text }),
          files.write(path, text),
          shared.items.memorize(text),
          shared.files.write(path, text),
        ]);
      },
      find: async (question) => [
        ...(await items.remember(question, { ...own, scope: 'all' })).hits,
        ...(await files.search(question, own)).hits,
      ],
      findEverywhere: (question) => everythingFound(memory, question),
      erase: (text) => memory.erase({ text }),
      close: () => memory.close(),
    };
  },
});

const WORKSPACES = 50;

/**
 * @param make an empty storage
 * @param names of workspaces, all of which must be told apart
 */
export function wallsContract(kind: string, make: () => Promise<Storage>, names: readonly string[] = ALIKE): void {
  const runner = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 120_000) };
  isolationContract(runner, `a memory over ${kind}`, async () => placeOver(await make()), { names });

  describe(`the walls in ${kind}`, () => {
    it.each(Object.entries(ATTACKS))('hold where they are attacked %s', async (_, attack) => {
      expect(await lootOf(attack, without(attack.wall, await make())), 'without the wall').not.toEqual([]);
      expect(await lootOf(attack, await make())).toEqual([]);
    });

    it('give nobody a workspace by not naming one', async () => {
      const storage = await make();
      await fill(await open(storage, { session: 'ann' }));
      const bob = await open(storage, { session: 'bob' });
      for (const call of [
        bob.items.remember('4711', { scope: 'workspace' }),
        bob.shared.items.list(),
        bob.shared.items.memorize('mine'),
        bob.shared.files.read('detail/safe.md'),
        bob.erase({ text: SECRET }),
        bob.export({ workspace: true }),
      ]) {
        expect(await codeOf(call)).toBe('workspace-not-named');
      }
      expect((await (await open(storage, { session: 'ann' })).items.list()).length).toBeGreaterThan(0);
    });

    it(`tell ${WORKSPACES} workspaces of one database apart`, async () => {
      const storage = await make();
      const numbers = Array.from({ length: WORKSPACES }, (_, number) => number);
      const at = (number: number): Promise<WorkingMemory> => open(storage, { workspace: `acme/${number}` });
      const memories = await Promise.all(numbers.map(at));
      await Promise.all(memories.map((memory, number) => memory.items.memorize(`the safe opens with 4711-${number}-`)));
      for (const [number, memory] of memories.entries()) {
        const { hits } = await memory.items.remember(QUESTION, { scope: 'workspace', limit: 100 });
        expect(hits.map(({ item }) => item?.text)).toEqual([`the safe opens with 4711-${number}-`]);
      }
    });
  });
}
