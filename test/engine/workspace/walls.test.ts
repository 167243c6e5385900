// The walls between workspaces, as attacks: whoever asks for what belongs to others finds nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStorage, type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../../src/entries/index.ts';
import { fileStorage } from '../../../src/entries/file-storage.ts';
import { unstorageStorage } from '../../../src/entries/unstorage.ts';
import { isolationContract, type MemoryPlace } from '../../../src/entries/contract.ts';
import { ALIKE } from '../../../src/contract/isolation/names.ts';
import type { WorkingMemoryError } from '../../../src/errors.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { fakeUnstorage } from '../../support/fakes/fake-unstorage.ts';

const SECRET = 'the safe opens with 4711';

async function folder(): Promise<Storage> {
  const path = await mkdtemp(join(tmpdir(), 'walls-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return fileStorage({ root: path });
}

const STORAGES: Readonly<Record<string, () => Promise<Storage>>> = {
  memory: async () => memoryStorage(),
  files: folder,
  unstorage: async () => unstorageStorage({ storage: fakeUnstorage() }),
};

async function open(storage: Storage, options: Partial<OpenOptions>): Promise<WorkingMemory> {
  const memory = await openWorkingMemory({ session: 'chat', worker: false, storage, ...options });
  onTestFinished(() => memory.close());
  return memory;
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    ({ code }: WorkingMemoryError) => code,
  );

/** Puts the secret wherever a conversation can hold it. */
async function fill(memory: WorkingMemory, isShared: boolean): Promise<void> {
  await memory.items.memorize([SECRET, `former: ${SECRET}`]);
  await memory.items.revise((await memory.items.list())[1]?.id ?? '', `now: ${SECRET}`);
  await memory.transcript.append({ role: 'user', text: SECRET });
  await memory.files.write('overview.md', `# Notes\n\n${SECRET}`, { force: true });
  await memory.files.write('detail/safe.md', SECRET);
  if (isShared) await memory.shared.items.memorize(SECRET);
  if (isShared) await memory.shared.files.write('detail/safe.md', SECRET);
}

/** All that a memory lets anybody find of the secret. */
async function everythingFound(memory: WorkingMemory, question = '4711 safe'): Promise<unknown[]> {
  const everywhere = { limit: 100, former: true } as const;
  const { items, files, shared, sessions, runtime } = memory;
  const hits = [
    ...(await items.remember(question, { ...everywhere, scope: 'all' })).hits,
    ...(await files.search(question, everywhere)).hits,
    ...(await sessions.search(question)).hits,
  ];
  if (runtime.reach === 'workspace') {
    hits.push(...(await items.remember(question, { ...everywhere, scope: 'workspace' })).hits);
    hits.push(...(await shared.items.remember('', { ...everywhere, scope: 'all' })).hits);
  }
  const [recall] = await memory.tools({ only: ['recall'] });
  const answer = (await recall?.execute({ query: question })) ?? '';
  return [...hits, answer];
}

/** Not a time or a share with these digits. */
const secretsIn = async (memory: WorkingMemory): Promise<unknown[]> =>
  (await everythingFound(memory)).filter((each) => /with 4711\b/.test(JSON.stringify(each)));

/** As the published contract sees a memory: what is kept stands in each kind of text. */
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

describe.each(Object.entries(STORAGES))('in one storage (%s)', (_kind, storageOf) => {
  it('two users with default options find nothing of each other', async () => {
    const storage = await storageOf();
    await fill(await open(storage, { session: 'ann' }), false);
    const bob = await open(storage, { session: 'bob' });
    const { hits } = await bob.items.remember('4711 safe', { scope: 'all' });
    expect([hits, (await bob.files.search('4711 safe')).hits]).toEqual([[], []]);
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
});

for (const [kind, storageOf] of Object.entries(STORAGES)) {
  const runner = { describe, it: (name: string, body: () => Promise<void>) => it(name, body, 120_000) };
  const make = async () => placeOver(await storageOf());
  const names = { names: kind === 'memory' ? ALIKE : ALIKE.slice(0, 4) };
  isolationContract(runner, `a memory over ${kind}`, make, names);
}

describe('a name', () => {
  it.each(['x'.repeat(1001), 'x'.repeat(10_000), ''])('of a workspace has 1 to 1,000 characters', async (workspace) => {
    expect(await codeOf(open(memoryStorage(), { workspace }))).toBe('invalid-option');
  });

  it.each(['', '*shared', 'x'.repeat(201), 'x'.repeat(10_000)])('of a session is refused: %s', async (session) => {
    const memory = await open(memoryStorage(), { workspace: 'ann' });
    expect(await codeOf(memory.sessions.open(session))).toBe('invalid-option');
    expect(await codeOf(memory.sessions.fork(session))).toBe('invalid-input');
    expect(await codeOf(memory.import(await memory.export(), { conflict: 'fork', as: session }))).toBe('invalid-input');
  });
});

describe('a bundle', () => {
  it('brings what it holds into the workspace that imports it, and into no other', async () => {
    const storage = memoryStorage();
    const ann = await open(storage, { workspace: 'ann', session: 'one' });
    await fill(ann, true);
    const bob = await open(storage, { workspace: 'bob' });
    await bob.import(await ann.export({ workspace: true, format: 'json' }));
    expect((await secretsIn(bob)).length).toBeGreaterThan(5);
    expect(await secretsIn(await open(storage, { workspace: 'carol' }))).toEqual([]);
    expect(new Set((await storage.sessions()).map(({ workspace }) => workspace))).toEqual(
      new Set(['ann', 'bob', 'carol']),
    );
  });

  it('cannot name the shared memory, or a session of another workspace, as its own', async () => {
    const storage = memoryStorage();
    const ann = await open(storage, { workspace: 'ann', session: 'one' });
    await fill(ann, true);
    const bob = await open(storage, { workspace: 'bob' });
    await bob.items.memorize('of Bob');
    const stolen = (await bob.export({ format: 'json' }))
      .replaceAll('"bob"', '"ann"')
      .replaceAll('"chat"', '"*shared"');
    await bob.import(stolen);
    expect((await ann.shared.items.list()).map(({ text }) => text)).toEqual([SECRET]);
    expect(await (await open(storage, { workspace: 'bob', session: 'other' })).shared.items.list()).toEqual([]);
  });
});
