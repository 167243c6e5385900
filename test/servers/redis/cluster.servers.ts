// Three Redis nodes that share the slots of a cluster.
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import { storageContract } from '../../contracts/storage.ts';
import { batch, put } from '../../support/storage/batches.ts';
import { freePort } from '../../support/free-port.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../../sdks/support/redis/redis-server.ts';

const SLOTS = 16_384;
const NODES = 3;

describe.skipIf(!hasRedis)(`a cluster of three Redis${NO_REDIS}`, () => {
  const nodes: { readonly server: RedisServer; readonly bus: number; readonly client: Redis }[] = [];
  const clients: Cluster[] = [];
  let places = 0;

  beforeAll(async () => {
    for (let node = 0; node < NODES; node++) {
      const bus = await freePort();
      const server = await startRedis('--cluster-enabled', 'yes', '--cluster-port', String(bus));
      nodes.push({ server, bus, client: new Redis(server.port, '127.0.0.1') });
    }
    const [first] = nodes;
    for (const [turn, { server, bus, client }] of nodes.entries()) {
      const [from, to] = [turn, turn + 1].map((share) => Math.floor((SLOTS * share) / NODES));
      await client.call('CLUSTER', ['ADDSLOTSRANGE', String(from), String((to ?? 0) - 1)]);
      await first?.client.call('CLUSTER', ['MEET', '127.0.0.1', String(server.port), String(bus)]);
    }
    const isWhole = async ({ client }: (typeof nodes)[number]): Promise<boolean> =>
      /cluster_state:ok[^]*cluster_known_nodes:3/.test(String(await client.call('CLUSTER', ['INFO'])));
    while (!(await Promise.all(nodes.map(isWhole))).every(Boolean)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    for (const { server, client } of nodes) {
      client.disconnect();
      await server.stop();
    }
  });

  const open = (prefix: string) => {
    const client = new Cluster(nodes.map(({ server }) => ({ host: '127.0.0.1', port: server.port })));
    client.on('error', () => undefined);
    clients.push(client);
    return redisStorage({ client, prefix });
  };

  storageContract('Redis storage over a cluster', async () => {
    const prefix = `place-${++places}:`;
    return { storage: open(prefix), reopen: async () => open(prefix) };
  });

  it('has sessions on every node, all keys of each on one, and lists them in pages', async () => {
    const prefix = 'spread:';
    const storage = open(prefix);
    const all = Array.from({ length: 60 }, (_, turn) => `session {${String(turn).padStart(2, '0')}}`);
    for (const session of all) {
      await storage.commit({ workspace: '/here', session }, { head: 0 }, batch(1, [put('items', 'a', { text: 'a' })]));
    }
    const perNode = await Promise.all(
      nodes.map(async ({ client }) => (await client.keys(`${prefix}{*:manifest`)).length),
    );
    expect(
      perNode.every((count) => count > 5),
      String(perNode),
    ).toBe(true);
    const names = async (page: object) => (await storage.sessions(page)).map(({ session }) => session);
    expect(await names({})).toEqual(all);
    const after = { workspace: '/here', session: all[39] ?? '' };
    expect(await names({ workspace: '/here', after, limit: 15 })).toEqual(all.slice(40, 55));
    for (const session of all) await storage.remove({ workspace: '/here', session });
    const left = await Promise.all(nodes.map(({ client }) => client.keys(`${prefix}*`)));
    expect(left.flat()).toEqual([]);
  });
});
