// A Redis cluster whose slots move and one of whose nodes dies, under clients of both kinds.
import { Cluster, Redis } from 'ioredis';
import { createCluster } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import type { SessionAddress, Storage } from '../../../src/storage/port.ts';
import type { RedisClientLike } from '../../../src/storage/redis/sending.ts';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import { storageContract } from '../../contracts/storage.ts';
import { hasRedis, NO_REDIS, startRedis } from '../../sdks/support/redis/redis-server.ts';
import { batch, put } from '../../support/storage/batches.ts';
import { type RedisCluster, startCluster } from '../support/redis-cluster.ts';

const SESSIONS = 12;
const addressOf = (turn: number): SessionAddress => ({ workspace: '/moving', session: `s${turn}` });

describe.skipIf(!hasRedis)(`a cluster of Redis that changes${NO_REDIS}`, () => {
  let cluster: RedisCluster;
  const ending: (() => unknown)[] = [];
  let places = 0;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(async () => {
    for (const end of ending) await end();
    await cluster.stop();
  });

  const ioredis = (): RedisClientLike => {
    const client = new Cluster([...cluster.ports].map((port) => ({ host: '127.0.0.1', port })));
    client.on('error', () => undefined);
    ending.push(() => client.disconnect());
    return client;
  };
  const nodeRedis = async (): Promise<RedisClientLike> => {
    const client = createCluster({ rootNodes: cluster.ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })) });
    client.on('error', () => undefined);
    await client.connect();
    ending.push(() => client.destroy());
    return client;
  };

  storageContract('Redis storage over a cluster of node-redis', async () => {
    const prefix = `place-${++places}:`;
    const client = await nodeRedis();
    return { storage: redisStorage({ client, prefix }), reopen: async () => redisStorage({ client, prefix }) };
  });

  /** Each session gets its next commit, until `isOver`. @returns the acknowledged heads */
  async function commitUntil(storage: Storage, isOver: () => boolean): Promise<number[]> {
    return Promise.all(
      Array.from({ length: SESSIONS }, async (_, turn) => {
        const { manifest } = await storage.load(addressOf(turn), []);
        let head = manifest?.head ?? 0;
        do {
          const next = batch(head + 1, [put('items', `i${head + 1}`, { text: 'x' })]);
          const outcome = await storage.commit(addressOf(turn), { head }, next);
          expect(outcome.status).toBe('done');
          head++;
        } while (!isOver());
        return head;
      }),
    );
  }
  async function expectAll(storage: Storage, heads: readonly number[]): Promise<void> {
    for (const [turn, head] of heads.entries()) {
      const { manifest, rows } = await storage.load(addressOf(turn), ['items']);
      expect([manifest?.head, rows.length]).toEqual([head, head]);
      expect((await storage.journal(addressOf(turn), 0, 9999)).map((entry) => entry.head)).toHaveLength(head);
    }
    expect(await storage.sessions()).toHaveLength(heads.length);
  }

  for (const [name, make] of [
    ['ioredis', async () => ioredis()],
    ['node-redis', nodeRedis],
  ] as const) {
    it(`keeps every commit of ${name} while the slots of all sessions move`, async () => {
      const prefix = `slots-${name}:`;
      const storage = redisStorage({ client: await make(), prefix });
      await commitUntil(storage, () => true);
      let isMoved = false;
      const committing = commitUntil(storage, () => isMoved);
      const names = Array.from({ length: SESSIONS }, (_, turn) => `${prefix}{["/moving","s${turn}"]}:manifest`);
      const moved = await cluster.move([...names, `${prefix}names`]).finally(() => (isMoved = true));
      expect(moved).toBeGreaterThan(SESSIONS / 2);
      await expectAll(storage, await committing);
    });
  }

  it('goes on when a node dies and its replica takes over', async () => {
    const storage = redisStorage({ client: ioredis(), prefix: 'dying:' });
    await expectAll(storage, await commitUntil(storage, () => true));
    await cluster.loseNode();
    const again = async (): Promise<number[]> => {
      try {
        return await commitUntil(storage, () => true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'storage-unavailable' });
        return [];
      }
    };
    await expect.poll(again, { timeout: 50_000, interval: 200 }).toHaveLength(SESSIONS);
    const heads = await commitUntil(storage, () => true);
    await expectAll(storage, heads);
  });
});

describe.skipIf(!hasRedis)(`a replica of Redis${NO_REDIS}`, () => {
  it('is read by a memory with readOnly, and takes no writes', async () => {
    const primary = await startRedis();
    const replica = await startRedis('--replicaof', `127.0.0.1 ${primary.port}`);
    const [client, copy] = [primary, replica].map(({ port }) => new Redis(port, '127.0.0.1')) as [Redis, Redis];
    const owner = await openWorkingMemory({ session: 'a', storage: redisStorage({ client }), worker: false });
    await owner.items.memorize('a fact');
    const copied = async (): Promise<number> => (await redisStorage({ client: copy }).sessions()).length;
    await expect.poll(copied, { timeout: 30_000 }).toBe(1);
    await client.call('WAIT', ['1', '5000']);
    const storage = redisStorage({ client: copy });
    const reader = await openWorkingMemory({ session: 'a', storage, worker: false, readOnly: true });
    expect((await reader.items.list()).map(({ text }) => text)).toEqual(['a fact']);
    const head = (await storage.load({ workspace: '/', session: 'a' }, [])).manifest?.head ?? 0;
    await expect(storage.commit({ workspace: '/', session: 'a' }, { head }, batch(head + 1, []))).rejects.toMatchObject(
      { code: 'read-only' },
    );
    await reader.close();
    await owner.close();
    for (const each of [client, copy]) each.disconnect();
    await replica.stop();
    await primary.stop();
  });
});
