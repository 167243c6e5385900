// Isolation of workspaces over the storages that need no server, against imitated names and bundles.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStorage } from '../../../src/entries/index.ts';
import { fileStorage } from '../../../src/entries/file-storage.ts';
import { unstorageStorage } from '../../../src/entries/unstorage.ts';
import { ALIKE } from '../../../src/contract/isolation/names.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { codeOf, fill, open, SECRET, secretsIn, wallsContract } from '../../contracts/walls.ts';
import { fakeUnstorage } from '../../support/fakes/fake-unstorage.ts';

async function folder(): Promise<Storage> {
  const path = await mkdtemp(join(tmpdir(), 'walls-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return fileStorage({ root: path });
}

const FEW = ALIKE.slice(0, 4);

wallsContract('memory', async () => memoryStorage());
wallsContract('files', folder, FEW);
wallsContract('unstorage', async () => unstorageStorage({ storage: fakeUnstorage() }), FEW);

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
    await fill(ann);
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
    await fill(ann);
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
