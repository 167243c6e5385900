// One script of commands over every storage: the answers, the items and the journal are those of the memory's.
import { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { afterAll, describe, expect, it } from 'vitest';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { redisStorage } from '../../src/storage/redis/storage.ts';
import { unstorageStorage } from '../../src/storage/unstorage/storage.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { resolveSettings } from '../../src/options.ts';
import { ROW_STORES, type Storage } from '../../src/storage/port.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { hasRedis, NO_REDIS, startRedis } from '../support/storage/redis-server.ts';
import { runScript, scriptedEngine } from '../support/script.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

/** Last begun, first ended. */
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

/** Each gives ways to open one and the same storage again, as the next process would. */
const STORAGES: Readonly<Record<string, () => Promise<() => Storage>>> = {
  'file-system': async () => {
    const root = await temporaryFolder();
    return () => fileStorage({ root });
  },
  'durable-object': async () => {
    const object = fakeDurableObject('kv');
    return () => durableObjectStorage(object);
  },
  redis: async () => {
    const server = await startRedis();
    ends.unshift(server.stop);
    return () => {
      const client = new Redis(server.port, '127.0.0.1');
      ends.unshift(() => client.disconnect());
      return redisStorage({ client });
    };
  },
  unstorage: async () => {
    const driver = memoryDriver();
    return () => unstorageStorage({ storage: createStorage({ driver }) });
  },
};

for (const [name, start] of Object.entries(STORAGES)) {
  const isSkipped = name === 'redis' && !hasRedis;
  describe.skipIf(isSkipped)(`the storage ${name}${isSkipped ? NO_REDIS : ''}`, () => {
    it('leaves the same answers, items, journal and rows as the memory', async () => {
      const limits = { limits: { maxItems: 12 }, longTail: { maxItems: 20 }, journal: { maxEntries: 40 } };
      const settings = resolveSettings({ session: 'parity', ...limits });
      const memory = memoryStorage();
      const storage = (await start())();
      const expected = await runScript(await scriptedEngine(settings, memory), 11);
      expect(await runScript(await scriptedEngine(settings, storage), 11)).toEqual(expected);
      const address = { workspace: settings.workspace, session: 'parity' };
      for (const store of ROW_STORES) {
        expect(await storage.rows(address, store, '', 9999)).toEqual(await memory.rows(address, store, '', 9999));
      }
    });

    it('remembers in the next process what was memorized in the last', async () => {
      const open = await start();
      const session = 'from end to end';
      const first = await openWorkingMemory({ session, storage: open() });
      expect(first.runtime).toMatchObject({ place: 'same-thread', storage: expect.stringContaining(name) });
      await first.items.memorize('The deploy key is rotated on Fridays.', { importance: 0.8 });
      await first.files.write('overview.md', '# Goal\n\nRotate the key.\n');
      await first.close();
      const second = await openWorkingMemory({ session, storage: open() });
      const found = await second.items.remember('When is the deploy key rotated?');
      expect(JSON.stringify(found)).toContain('rotated on Fridays');
      expect((await second.files.read('overview.md'))?.text).toContain('Rotate the key.');
      await second.close();
    });

    it('lets two owners memorize at once and loses nothing', async () => {
      const open = await start();
      const one = open();
      const owners = await Promise.all(
        [one, name === 'unstorage' ? one : open()].map((storage) => openWorkingMemory({ session: 'two', storage })),
      );
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          owners[index % 2]?.items.memorize(`fact number ${index}`, { pinned: false }),
        ),
      );
      const third = await openWorkingMemory({ session: 'two', storage: one });
      const texts = (await third.items.list()).map(({ text }) => text);
      expect([...texts].sort()).toEqual(Array.from({ length: 40 }, (_, index) => `fact number ${index}`).sort());
      for (const owner of [...owners, third]) await owner.close();
    });
  });
}
