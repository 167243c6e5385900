import fc from 'fast-check';
import { createStorage, prefixStorage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import memoryDriver from 'unstorage/drivers/memory';
import redisDriver from 'unstorage/drivers/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOfRow, keyspaceOf, rowKey } from '../../../src/storage/unstorage/keys.ts';
import { unstorageStorage } from '../../../src/storage/unstorage/storage.ts';
import type { SessionAddress } from '../../../src/storage/port.ts';
import { storageContract } from '../../contracts/storage.ts';
import { batch, put } from '../../support/storage/batches.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/redis/redis-server.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';

const HERE: SessionAddress = { workspace: '/here', session: 'one' };

storageContract('unstorage storage over its memory driver', async () => {
  const storage = createStorage({ driver: memoryDriver() });
  return { storage: unstorageStorage({ storage }), reopen: async () => unstorageStorage({ storage }) };
});

storageContract('unstorage storage over its fs driver', async () => {
  const storage = createStorage({ driver: fsDriver({ base: await temporaryFolder() }) });
  return { storage: unstorageStorage({ storage }), reopen: async () => unstorageStorage({ storage }) };
});

describe.skipIf(!hasRedis)(`over a remote driver${NO_REDIS}`, () => {
  let server: RedisServer;
  const opened: { dispose(): Promise<void> }[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    for (const each of opened) await each.dispose();
    await server.stop();
  });

  let bases = 0;
  storageContract('unstorage storage over its Redis driver, with a prefix', async () => {
    const whole = createStorage({ driver: redisDriver({ port: server.port, base: `base-${++bases}` }) });
    opened.push(whole);
    const storage = prefixStorage(whole, 'app');
    return { storage: unstorageStorage({ storage }), reopen: async () => unstorageStorage({ storage }) };
  });
});

describe('what unstorage would change', () => {
  const texts = ['123', '{"a":1}', 'true', 'null', '', '"quoted"', ' [1] ', '\ud83d', 'base64:AAAA'];

  it('comes back as it was, in memory and in files', async () => {
    for (const driver of [memoryDriver(), fsDriver({ base: await temporaryFolder() })]) {
      const open = () => unstorageStorage({ storage: createStorage({ driver }) });
      const rows = texts.map((text, index) => put('files', `detail/${index}.md`, { text, at: -0, not: NaN }));
      const vector = put('vectors', 'v', { vector: Float32Array.of(0.1, 2) });
      await open().commit(HERE, { head: 0 }, batch(1, [...rows, vector]));
      expect(await open().rows(HERE, 'files', '', 99)).toEqual(rows);
      expect(await open().row(HERE, 'vectors', 'v')).toEqual(vector.value);
    }
  });

  it('names stay apart, and keys are read in the order of JavaScript strings', async () => {
    const keys = ['a/b', 'a:b', 'a', 'A', 'a?b', 'a?c', 'a$', '..', '.', 'b..', 'node_modules', '', '任务 #1?.md'];
    const long = ['l', 'm'].map((end) => `${'任'.repeat(200)}${end}`);
    const halves = ['\ud83d', '\ud83c', '\ufeffx', '🙂', '\uffff'];
    const all = [...keys, ...long, ...halves];
    const storage = createStorage({ driver: fsDriver({ base: await temporaryFolder() }) });
    const adapter = unstorageStorage({ storage });
    for (const session of all) {
      const address = { workspace: session, session };
      await adapter.commit(
        address,
        { head: 0 },
        batch(
          1,
          all.map((key) => put('items', key, { text: `${session} ${key}` })),
        ),
      );
    }
    expect((await adapter.sessions()).map(({ session }) => session).sort()).toEqual([...all].sort());
    for (const session of all) {
      const address = { workspace: session, session };
      const read = await adapter.rows(address, 'items', '', 99);
      const expected = all.filter((key) => key > '').sort();
      expect(read.map(({ key, value }) => [key, value?.text])).toEqual(
        expected.map((key) => [key, `${session} ${key}`]),
      );
      expect((await adapter.load(address, ['items'])).rows).toHaveLength(all.length);
    }
    for (const session of all) await adapter.remove({ workspace: session, session });
    expect(await storage.getKeys()).toEqual([]);
  });

  it('a key is read back from its record’s', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (key) => {
        expect(keyOfRow(rowKey(keyspaceOf(HERE), 'items', key))).toBe(key);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a driver that cannot keep what it is given', () => {
  it('because it is read-only is refused, though it says nothing', async () => {
    const base = await temporaryFolder();
    const storage = createStorage({ driver: fsDriver({ base, readOnly: true }) });
    await expect(unstorageStorage({ storage }).commit(HERE, { head: 0 }, batch(1, []))).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('read-only'),
    });
  });

  it('with records of a newer version is left alone', async () => {
    const storage = createStorage({ driver: memoryDriver() });
    await storage.setItem(keyspaceOf(HERE).meta, 'working-memory/2 {}');
    const adapter = unstorageStorage({ storage });
    await expect(adapter.load(HERE, ['items'])).rejects.toMatchObject({ code: 'storage-version' });
    await expect(adapter.commit(HERE, { head: 0 }, batch(1, []))).rejects.toMatchObject({ code: 'storage-version' });
    expect(await storage.getKeys()).toHaveLength(1);
  });

  it('with a damaged row gives that row to be put aside, and the others whole', async () => {
    const storage = createStorage({ driver: memoryDriver() });
    const adapter = unstorageStorage({ storage });
    await adapter.commit(
      HERE,
      { head: 0 },
      batch(1, [put('items', 'a', { text: 'a' }), put('items', 'b', { text: 'b' })]),
    );
    await storage.setItem(rowKey(keyspaceOf(HERE), 'items', 'a'), 'something else');
    const { rows } = await adapter.load(HERE, ['items']);
    expect(rows.map(({ key, value }) => [key, value?.check])).toEqual([
      ['a', ''],
      ['b', 'c'],
    ]);
  });
});
