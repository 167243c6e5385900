import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RedisClientLike } from '../../../src/storage/redis/sending.ts';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import type { SessionAddress, Storage } from '../../../src/storage/port.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import { storageContract } from '../../contracts/storage.ts';
import { batch, drop, put } from '../../support/storage/batches.ts';
import { hinderingProxy } from '../../support/hindering-proxy.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/redis/redis-server.ts';

const HERE: SessionAddress = { workspace: '/here', session: 'one' };

describe.skipIf(!hasRedis)(`Redis storage${NO_REDIS}`, () => {
  let server: RedisServer;
  let client: Redis;
  let prefixes = 0;
  const clients: Redis[] = [];
  const newPrefix = (): string => `test-${++prefixes}:`;
  const connected = (port: number, options: RedisOptions = {}): Redis => {
    const made = new Redis(port, '127.0.0.1', options);
    made.on('error', () => undefined);
    clients.push(made);
    return made;
  };

  beforeAll(async () => {
    server = await startRedis();
    client = connected(server.port);
  });
  afterEach(() => client.flushall());
  afterAll(async () => {
    for (const each of clients) each.disconnect();
    await server.stop();
  });

  storageContract('Redis storage over ioredis', async () => {
    const prefix = newPrefix();
    const other = connected(server.port);
    return { storage: redisStorage({ client, prefix }), reopen: async () => redisStorage({ client: other, prefix }) };
  });

  storageContract('Redis storage over a client of node-redis’ form', async () => {
    const prefix = newPrefix();
    const form: RedisClientLike = { sendCommand: ([command = '', ...args]: string[]) => client.call(command, args) };
    const storage = redisStorage({ client: form, prefix });
    return { storage, reopen: async () => redisStorage({ client: form, prefix }) };
  });

  it('that was emptied by its prefix is noticed at the next opening', async () => {
    const prefix = newPrefix();
    const opened = () =>
      openWorkingMemory({ session: 'chat', storage: redisStorage({ client, prefix }), worker: false });
    const memory = await opened();
    await memory.items.memorize('a fact');
    await memory.close();
    await client.del(...(await client.keys(`${prefix}*`)));
    const next = await opened();
    expect(next.recovery).toMatchObject({ kind: 'reset', lost: { items: 1 } });
    await next.close();
  });

  const commit = (
    storage: Storage,
    head: number,
    rows = [put('items', `item-${head}`, { text: `${head}` })],
    drop = 0,
  ) => storage.commit(HERE, { head: head - 1 }, batch(head, rows, drop));

  it('a manifest whose JSON says another head is still the one to go on from', async () => {
    const prefix = newPrefix();
    const storage = redisStorage({ client, prefix });
    await commit(storage, 1);
    const key = `${prefix}{${JSON.stringify([HERE.workspace, HERE.session])}}:manifest`;
    const { manifest } = batch(70, []);
    await client.hset(key, 'json', JSON.stringify({ ...manifest, commit: 'none' }));
    const loaded = await storage.load(HERE, []);
    expect(loaded.manifest).toMatchObject({ head: 1, time: 70 });
    expect(loaded.manifest).not.toHaveProperty('commit');
    expect(await storage.commit(HERE, loaded.manifest ?? { head: 0 }, batch(2, []))).toEqual({ status: 'done' });
  });

  describe('a script', () => {
    const heard: string[] = [];
    const listened = (to: Redis): RedisClientLike => ({
      call(command, args) {
        heard.push(command);
        return to.call(command, args);
      },
    });
    afterEach(() => void heard.splice(0));
    const evals = (): string[] => heard.filter((command) => command.startsWith('EVAL'));

    it('is sent in full where Redis does not have it, and by its digest from then on', async () => {
      const storage = redisStorage({ client: listened(client) });
      await client.call('SCRIPT', ['FLUSH']);
      for (const head of [1, 2, 3]) await commit(storage, head);
      expect(evals()).toEqual(['EVALSHA', 'EVAL', 'EVALSHA', 'EVALSHA']);
      await client.call('SCRIPT', ['FLUSH']);
      await commit(storage, 4);
      expect((await storage.load(HERE, ['items'])).rows).toHaveLength(4);
      expect((await storage.journal(HERE, 0, 9)).map(({ head }) => head)).toEqual([1, 2, 3, 4]);
    });

    it('is sent in full for a role that may not name it by its digest', async () => {
      await client.call('ACL', ['SETUSER', 'whole', 'on', '>secret', '~*', '+@all', '-evalsha']);
      const whole = connected(server.port, { username: 'whole', password: 'secret' });
      const storage = redisStorage({ client: listened(whole) });
      for (const head of [1, 2]) await commit(storage, head);
      expect(evals()).toEqual(['EVALSHA', 'EVAL', 'EVALSHA', 'EVAL']);
      expect((await storage.load(HERE, ['items'])).rows).toHaveLength(2);
    });

    it('that the role may send in no form changes nothing and says so', async () => {
      await client.call('ACL', ['SETUSER', 'none', 'on', '>secret', '~*', '+@all', '-eval', '-evalsha']);
      const storage = redisStorage({ client: connected(server.port, { username: 'none', password: 'secret' }) });
      await expect(commit(storage, 1)).rejects.toMatchObject({
        code: 'storage-unavailable',
        message: expect.stringContaining('NOPERM'),
      });
      expect((await redisStorage({ client }).load(HERE, ['items'])).manifest).toBeUndefined();
    });
  });

  describe('a lost answer', () => {
    for (const maxRetriesPerRequest of [20, 0]) {
      it(`to a commit does not apply it twice, ${maxRetriesPerRequest ? 'sent again by the client' : 'given up by the client'}`, async () => {
        const proxy = await hinderingProxy(server.port);
        const cut = connected(proxy.port, { maxRetriesPerRequest, retryStrategy: () => 1 });
        const storage = redisStorage({ client: cut });
        await commit(storage, 1);
        proxy.hinder('lost', 'item-2', 1);
        expect(await commit(storage, 2)).toEqual({ status: 'done' });
        expect(proxy.hindered()).toBe(1);
        expect((await storage.journal(HERE, 0, 9)).map(({ head }) => head)).toEqual([1, 2]);
        expect((await storage.load(HERE, ['items'])).rows).toHaveLength(2);
        cut.disconnect();
        await proxy.close();
      });
    }

    it('is told apart from another owner’s commit that came between', async () => {
      const proxy = await hinderingProxy(server.port);
      const cut = connected(proxy.port, { maxRetriesPerRequest: 0, retryStrategy: () => 1 });
      let sent = 0;
      const between: RedisClientLike = {
        async call(command, args) {
          if (command === 'EVALSHA' && ++sent === 3) await commit(redisStorage({ client }), 3);
          return cut.call(command, args);
        },
      };
      const storage = redisStorage({ client: between });
      await commit(storage, 1);
      proxy.hinder('lost', 'item-2', 1);
      expect(await commit(storage, 2), 'kept, and one is newer').toEqual({ status: 'done' });
      expect(await commit(storage, 3), 'another owner’s').toMatchObject({ status: 'moved' });
      expect((await storage.load(HERE, ['items'])).manifest?.head).toBe(3);
      cut.disconnect();
      await proxy.close();
    });

    it('twice in a row says that the outcome is not known, and a repeated commit sees it', async () => {
      const proxy = await hinderingProxy(server.port);
      const cut = connected(proxy.port, { maxRetriesPerRequest: 0, retryStrategy: () => 1 });
      const storage = redisStorage({ client: cut });
      await commit(storage, 1);
      proxy.hinder('lost', 'item-2', 2);
      await expect(commit(storage, 2)).rejects.toMatchObject({
        code: 'storage-unavailable',
        message: expect.stringContaining('may have taken effect'),
      });
      expect(await commit(storage, 2)).toMatchObject({ status: 'moved' });
      expect((await storage.load(HERE, ['items'])).rows).toHaveLength(2);
      cut.disconnect();
      await proxy.close();
    });
  });

  it('says when Redis is not there', async () => {
    const gone = connected(1, { maxRetriesPerRequest: 0, retryStrategy: () => null });
    const storage = redisStorage({ client: gone });
    await expect(storage.load(HERE, ['items'])).rejects.toMatchObject({ code: 'storage-unavailable' });
    await expect(commit(storage, 1)).rejects.toMatchObject({ code: 'storage-unavailable' });
  });

  it('says when Redis is full, and keeps nothing of that commit', async () => {
    const small = await startRedis('--maxmemory', '3mb', '--maxmemory-policy', 'noeviction');
    const storage = redisStorage({ client: connected(small.port) });
    let kept = 0;
    const text = 'x'.repeat(200_000);
    const refused = await (async () => {
      for (let head = 1; head < 100; head++) {
        await commit(storage, head, [put('items', `item-${head}`, { text })]);
        kept = head;
      }
    })().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'storage-quota' });
    const { manifest, rows } = await storage.load(HERE, ['items']);
    expect(manifest?.head).toBe(kept);
    expect(rows).toHaveLength(kept);
    await storage.remove(HERE);
    expect(await commit(storage, 1)).toEqual({ status: 'done' });
    await small.stop();
  });

  it('leaves nothing behind in Redis, and of a dropped journal no trace', async () => {
    const storage = redisStorage({ client });
    await commit(storage, 1);
    await commit(storage, 2, [drop('items', 'item-1')]);
    await commit(storage, 3, [put('items', 'b', { text: 'b' })], 2);
    const left = await client.zrange(`working-memory:{["/here","one"]}:touched`, 0, -1);
    expect(left).toEqual(['items/b']);
    await storage.remove(HERE);
    expect(await client.keys('*')).toEqual([]);
  });

  it('keeps what JSON lacks, and keys in the order of JavaScript strings', async () => {
    const storage = redisStorage({ client });
    const vector = put('vectors', 'v', { vector: Float32Array.of(0.1, -0), bytes: Uint8Array.of(0, 255), not: NaN });
    const keys = ['z', '\ud7ff', '\ud83d', '🙂', '\ue000', '\uffff', 'a', '任', 'items/', '0'];
    await commit(storage, 1, [vector, ...keys.map((key) => put('items', key, { text: `${key}\ud83d` }))]);
    expect(await storage.row(HERE, 'vectors', 'v')).toEqual(vector.value);
    const read = await storage.rows(HERE, 'items', 'a', 99);
    expect(read.map(({ key }) => key)).toEqual(keys.filter((key) => key > 'a').sort());
    expect(read.map(({ value }) => value?.text)).toEqual(read.map(({ key }) => `${key}\ud83d`));
    expect(await storage.rows(HERE, 'items', '', 0)).toEqual([]);
  });

  it('takes a commit of 70,000 rows', async () => {
    const rows = Array.from({ length: 70_000 }, (_, index) => put('items', String(index).padStart(6, '0'), { index }));
    const storage = redisStorage({ client });
    expect(await commit(storage, 1, rows)).toEqual({ status: 'done' });
    expect((await storage.load(HERE, ['items'])).rows).toHaveLength(70_000);
    expect((await storage.rows(HERE, 'items', '069997', 9)).map(({ key }) => key)).toEqual(['069998', '069999']);
  });
});
