// Three Redis nodes that share the slots of a cluster, and a replica of the first.
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../sdks/support/redis/redis-server.ts';
import { freePort } from '../../support/free-port.ts';

const SLOTS = 16_384;
const MASTERS = 3;
/** Time until the others consider a silent node dead, ms. */
const NODE_TIMEOUT = 1000;

interface Node {
  readonly server: RedisServer;
  readonly bus: number;
  readonly client: Redis;
  readonly id: string;
}

export interface RedisCluster {
  readonly ports: readonly number[];
  /** Moves the slot of each key to the next node, key by key as `redis-cli --cluster reshard` does. @returns slots moved */
  move(keys: readonly string[]): Promise<number>;
  /** Kills the first node when its replica has all it has. */
  loseNode(): Promise<void>;
  stop(): Promise<void>;
}

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
};

export async function startCluster(): Promise<RedisCluster> {
  const nodes = await Promise.all(
    Array.from({ length: MASTERS + 1 }, async (): Promise<Node> => {
      const bus = await freePort();
      const timeout = ['--cluster-node-timeout', String(NODE_TIMEOUT)];
      const server = await startRedis('--cluster-enabled', 'yes', '--cluster-port', String(bus), ...timeout);
      const client = new Redis(server.port, '127.0.0.1');
      client.on('error', () => undefined);
      return { server, bus, client, id: String(await client.call('CLUSTER', ['MYID'])) };
    }),
  );
  const [first, , , replica] = nodes as [Node, Node, Node, Node];
  const masters = nodes.slice(0, MASTERS);
  const info = async ({ client }: Node): Promise<string> => String(await client.call('CLUSTER', ['INFO']));
  for (const [turn, { client }] of masters.entries()) {
    const [from, to] = [turn, turn + 1].map((share) => Math.floor((SLOTS * share) / MASTERS));
    await client.call('CLUSTER', ['ADDSLOTSRANGE', String(from), String((to ?? 0) - 1)]);
  }
  for (const { server, bus } of nodes)
    await first.client.call('CLUSTER', ['MEET', '127.0.0.1', String(server.port), String(bus)]);
  const knowsAll = async (node: Node): Promise<boolean> =>
    /cluster_state:ok[^]*cluster_known_nodes:4/.test(await info(node));
  await until(async () => (await Promise.all(nodes.map(knowsAll))).every(Boolean));
  await replica.client.call('CLUSTER', ['REPLICATE', first.id]);
  await until(async () => /master_link_status:up/.test(await replica.client.info('replication')));

  async function ownerOf(slot: number): Promise<number> {
    const ranges = (await first.client.call('CLUSTER', ['SLOTS'])) as [number, number, [string, number, string]][];
    const range = ranges.find(([from, to]) => slot >= from && slot <= to);
    return masters.findIndex(({ id }) => id === range?.[2][2]);
  }

  return {
    ports: nodes.map(({ server }) => server.port),

    async move(keys) {
      const slots = new Set<number>();
      for (const key of keys) slots.add(Number(await first.client.call('CLUSTER', ['KEYSLOT', key])));
      for (const slot of slots) {
        const from = await ownerOf(slot);
        const [source, target] = [masters[from], masters[(from + 1) % MASTERS]] as [Node, Node];
        const set = (node: Node, ...how: string[]) => node.client.call('CLUSTER', ['SETSLOT', String(slot), ...how]);
        await set(target, 'IMPORTING', source.id);
        await set(source, 'MIGRATING', target.id);
        for (;;) {
          const found = (await source.client.call('CLUSTER', ['GETKEYSINSLOT', String(slot), '1'])) as string[];
          if (found.length === 0) break;
          const to = ['127.0.0.1', String(target.server.port), '', '0', '5000', 'KEYS', ...found];
          await source.client.call('MIGRATE', to);
          // Between two keys, commits find the session in two places.
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        for (const node of [target, source, ...masters]) await set(node, 'NODE', target.id);
      }
      return slots.size;
    },

    async loseNode() {
      const settled = async (): Promise<boolean> => {
        const of = async ({ client }: Node, name: string) =>
          new RegExp(`${name}:(\\d+)`).exec(await client.info('replication'))?.[1];
        return (await of(first, 'master_repl_offset')) === (await of(replica, 'slave_repl_offset'));
      };
      await until(settled);
      first.client.disconnect();
      await first.server.stop();
      await until(async () => /role:master/.test(await replica.client.info('replication')));
    },

    async stop() {
      for (const { client, server } of nodes) {
        client.disconnect();
        await server.stop().catch(() => undefined);
      }
    },
  };
}
