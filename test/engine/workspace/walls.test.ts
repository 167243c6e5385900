// The walls between workspaces, as attacks: whoever asks for what belongs to others finds nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStorage, type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../../src/entries/index.ts';
import { fileStorage } from '../../../src/entries/file-storage.ts';
import { unstorageStorage } from '../../../src/entries/unstorage.ts';
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
async function everythingFound(memory: WorkingMemory): Promise<unknown[]> {
  const everywhere = { limit: 100, former: true } as const;
  const { items, files, shared, sessions, runtime } = memory;
  const hits = [
    ...(await items.remember('4711 safe', { ...everywhere, scope: 'all' })).hits,
    ...(await files.search('4711 safe', everywhere)).hits,
    ...(await sessions.search('4711 safe')).hits,
  ];
  if (runtime.reach === 'workspace') {
    hits.push(...(await items.remember('4711 safe', { ...everywhere, scope: 'workspace' })).hits);
    hits.push(...(await shared.items.remember('', { ...everywhere, scope: 'all' })).hits);
  }
  const [recall] = await memory.tools({ only: ['recall'] });
  const answer = (await recall?.execute({ query: '4711 safe' })) ?? '';
  // Not a time or a share with these digits.
  return [...hits, answer].filter((each) => /with 4711\b/.test(JSON.stringify(each)));
}

/** Names that are alike for a careless eye, prefix, pattern, path, case rule or normalization. */
const NAMES = [
  'acme',
  'acme/ann',
  'acme/ann/',
  'acme/',
  'acme/../acme/bob',
  'acme*',
  '*',
  '*shared',
  '%2A',
  'ACME',
  ' acme',
  '--acme--',
  'acme-ann',
  'ácme',
  'a\u0301cme',
  'аcme',
  '公司/安',
  'شركة',
  'कंपनी',
  '회사',
  '🦊',
  'a\u0000b',
  'a\nb',
  '__proto__',
  'x'.repeat(1000),
  `${'x'.repeat(999)}y`,
];

describe.each(Object.entries(STORAGES))('in one storage (%s)', (kind, storageOf) => {
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

  it('one workspace finds nothing of another, whatever they are called', async () => {
    const storage = await storageOf();
    // The first is the victim: each of the others tries.
    const names = kind === 'memory' ? NAMES : NAMES.slice(0, 4);
    for (const [place, name] of names.entries()) {
      const victim = await open(storage, { workspace: name, session: 'victim' });
      await fill(victim, true);
      for (const workspace of [1, 2, 3].map((distance) => names[(place + distance) % names.length])) {
        const attacker = await open(storage, { workspace: workspace as string });
        expect([name, workspace, await everythingFound(attacker)]).toEqual([name, workspace, []]);
        await attacker.close();
      }
      const heir = await open(storage, { workspace: name });
      expect((await everythingFound(heir)).length).toBeGreaterThan(5);
      const { failed } = await heir.erase({ text: '4711' });
      expect(failed).toEqual([]);
      expect(await everythingFound(heir)).toEqual([]);
      for (const memory of [victim, heir]) await memory.close();
    }
  }, 120_000);
});

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
    expect((await everythingFound(bob)).length).toBeGreaterThan(5);
    expect(await everythingFound(await open(storage, { workspace: 'carol' }))).toEqual([]);
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
