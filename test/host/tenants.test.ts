import { afterEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { memoryStorage, openWorkingMemory } from '../../src/entries/index.ts';
import { tenantOf } from '../../src/entries/tenants.ts';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { encrypted } from '../../src/storage/encrypted/storage.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import type { Storage } from '../../src/storage/port.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);

const PLACES: readonly [string, () => Promise<Storage>][] = [
  ['the memory', async () => memoryStorage()],
  ['a Durable Object', async () => durableObjectStorage(fakeDurableObject())],
  ['a folder', async () => fileStorage({ root: await temporaryFolder() })],
  ['an encrypted storage', async () => encrypted(memoryStorage(), { key: await newKey() })],
];

const opened: WorkingMemory[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((memory) => memory.close()));
});
async function open(storage: Storage, workspace: string, session: string): Promise<WorkingMemory> {
  const memory = await openWorkingMemory({ storage, workspace, session, worker: false });
  opened.push(memory);
  return memory;
}

describe.each(PLACES)('tenants of %s', (_, make) => {
  /** Workspaces of two tenants and of others whose names are near. */
  const NAMES = ['acme', 'acme!', 'acme/ann', 'acme/ben', 'acme/🙂', 'acme0', 'b', 'globex/ann'];
  async function filled(): Promise<Storage> {
    const storage = await make();
    for (const workspace of NAMES) {
      const memory = await open(storage, workspace, 'chat');
      await memory.items.memorize(`a fact of ${workspace}`);
      await memory.shared.items.memorize(`${workspace} shares this`);
      await memory.transcript.append({ role: 'user', text: 'Hello' });
    }
    return storage;
  }
  const addresses = (all: readonly { workspace: string; session: string }[]) =>
    all.map(({ workspace, session }) => `${workspace} ${session}`);

  it('list and count what begins with their prefix, and nothing else', async () => {
    const storage = await filled();
    const acme = tenantOf(storage, { prefix: 'acme/' });
    const ours = ['acme/ann chat', 'acme/ben chat', 'acme/🙂 chat'];
    expect(addresses(await acme.list())).toEqual(ours);
    const [first] = await acme.list({ limit: 1 });
    expect(addresses(first ? await acme.list({ after: first, limit: 1 }) : [])).toEqual(ours.slice(1, 2));
    expect(await acme.list({ olderThan: 1 })).toEqual([]);
    expect(await acme.usage()).toMatchObject({ workspaces: 3, sessions: 3, items: 6, messages: 3 });
    expect(await tenantOf(storage, { prefix: 'none/' }).usage()).toMatchObject({ workspaces: 0, bytes: 0 });
    const ann = await open(acme.storage, 'acme/ann', 'chat');
    expect(addresses(await ann.sessions.list({ everywhere: true }))).toEqual(ours);
    expect((await ann.items.list()).map(({ text }) => text)).toEqual(['a fact of acme/ann']);
    await expect(open(acme.storage, 'globex/ann', 'chat')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('are erased whole with a receipt, also what their workspaces share, and no other is touched', async () => {
    const storage = await filled();
    const [, , ann, ben] = opened;
    const acme = tenantOf(storage, { prefix: 'acme/' });
    const receipt = await acme.erase();
    expect(receipt).toMatchObject({ prefix: 'acme/', left: [] });
    expect(addresses(receipt.sessions)).toEqual(
      ['acme/ann', 'acme/ben', 'acme/🙂'].flatMap((name) => [`${name} *shared`, `${name} chat`]),
    );
    expect(JSON.stringify(receipt)).not.toContain('fact');
    await expect(ann?.items.memorize('still there?')).rejects.toMatchObject({ code: 'not-found' });
    await expect(ben?.shared.items.memorize('and this?')).rejects.toMatchObject({ code: 'not-found' });
    expect(await acme.usage()).toMatchObject({ workspaces: 0, items: 0 });
    expect(await acme.erase()).toMatchObject({ sessions: [], left: [] });
    const others = NAMES.filter((name) => !name.startsWith('acme/'));
    expect(addresses(await tenantOf(storage, { prefix: 'a' }).list())).toEqual(
      others.filter((name) => name.startsWith('a')).map((name) => `${name} chat`),
    );
    for (const name of others) {
      const memory = await open(storage, name, 'chat');
      expect((await memory.shared.items.list()).map(({ text }) => text)).toEqual([`${name} shares this`]);
      expect(await memory.transcript.count()).toBe(1);
    }
  });
});

describe('the quota of a tenant', () => {
  it('refuses a session too many, until one of them is deleted, also elsewhere', async () => {
    const storage = memoryStorage();
    const acme = tenantOf(storage, { prefix: 'acme/', maxSessions: 2 });
    const ann = await open(acme.storage, 'acme/ann', 'one');
    await open(acme.storage, 'acme/ben', 'two');
    const third = await open(acme.storage, 'acme/ann', 'three');
    await expect(third.items.memorize('too many')).rejects.toMatchObject({
      code: 'storage-quota',
      message: expect.stringContaining('2 of 2 sessions'),
    });
    await ann.items.memorize('the others go on');
    await ann.shared.items.memorize('and what they share');
    await (await open(storage, 'acme/ben', 'other')).sessions.delete('two');
    await storage.remove({ workspace: 'acme/ben', session: 'other' });
    await third.items.memorize('room again');
    expect(await acme.usage()).toMatchObject({ sessions: 2 });
  });

  it('refuses messages too many, and takes what makes room', async () => {
    const storage = memoryStorage();
    const acme = tenantOf(storage, { prefix: 'acme/', maxBytes: 5000 });
    const ann = await open(acme.storage, 'acme/ann', 'chat');
    const say = (memory: WorkingMemory) => memory.transcript.append({ role: 'user', text: 'blah '.repeat(200) });
    for (let turn = 0; turn < 4; turn++) await say(ann);
    await expect(say(ann)).rejects.toMatchObject({ code: 'storage-quota' });
    expect((await acme.usage()).bytes).toBeLessThanOrEqual(5000);
    await ann.items.memorize('an item is no message');
    const globex = tenantOf(storage, { prefix: 'globex/', maxBytes: 5000 });
    await say(await open(globex.storage, 'globex/ann', 'chat'));
    await acme.erase();
    await say(await open(acme.storage, 'acme/ann', 'next'));
  });

  it('is checked as other options are', () => {
    for (const wrong of [{}, { prefix: '' }, { prefix: 'a/', maxSessions: 0 }, { prefix: 'a/', max: 3 }])
      expect(() => tenantOf(memoryStorage(), wrong as { prefix: string })).toThrow(
        expect.objectContaining({ code: 'invalid-option' }),
      );
  });
});
