// Sessions that former versions and this one left in Redis; test/storage/frozen.slow.ts has most other adapters.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import { STORAGE_VERSION } from '../../../src/storage/port.ts';
import { batch } from '../../support/storage/batches.ts';
import { answersAt, expectUnchanged, fixture, freeze } from '../../support/frozen/fixtures.ts';
import type { FrozenAdapter } from '../../support/frozen/stored-bytes.ts';
import { answersOf, asOf, YEAR_OLD } from '../../support/frozen/year-old-session.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/redis/redis-server.ts';

type Command = readonly [name: string, ...args: string[]];

/** Fills an empty Redis, and gives what it holds as the commands that fill another one like it. */
async function frozenRedis(client: Redis, stored: unknown = []): Promise<FrozenAdapter> {
  await client.flushall();
  for (const [command, ...args] of stored as readonly Command[]) await client.call(command, args);
  return {
    storage: redisStorage({ client }),
    async dump() {
      const keys = (await client.keys('*')).filter((key) => !key.startsWith('sentinel:')).sort();
      return Promise.all(keys.map((key) => commandFor(client, key)));
    },
  };
}

async function commandFor(client: Redis, key: string): Promise<Command> {
  const type = await client.type(key);
  if (type === 'hash')
    return [
      'hset',
      key,
      ...Object.entries(await client.hgetall(key))
        .sort()
        .flat(),
    ];
  if (type !== 'zset') throw new Error(`${key} is a ${type}`);
  const pairs = await client.zrange(key, 0, -1, 'WITHSCORES');
  const scored = pairs.flatMap((member, place) => (place % 2 ? [] : [pairs[place + 1] ?? '', member]));
  return ['zadd', key, ...scored];
}

describe.skipIf(!hasRedis)(`a year-old session of format 1 in Redis${NO_REDIS}`, () => {
  let server: RedisServer;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.port, '127.0.0.1');
    await frozenRedis(client, fixture(1, 'redis'));
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  it('opens, answers as it did, and is of the present format from then on', async () => {
    const storage = redisStorage({ client });
    const answers = answersAt(1);
    expect(asOf(await answersOf(storage), answers)).toEqual(asOf(answers, answers));
    expect((await storage.load(YEAR_OLD, [])).manifest?.version).toBe(STORAGE_VERSION);
    expect(asOf(await answersOf(storage), answers)).toEqual(asOf(answers, answers));
  });

  it('keeps its keys, is in the list beside newer ones, and leaves nothing behind when it is deleted', async () => {
    const storage = redisStorage({ client });
    const before = (await client.keys('*')).filter((key) => !key.startsWith('sentinel:'));
    const newer = { workspace: YEAR_OLD.workspace, session: 'zz newer' };
    await storage.commit(newer, { head: 0 }, batch(1, []));
    expect((await storage.sessions()).map(({ session }) => session)).toEqual([YEAR_OLD.session, newer.session]);
    await storage.remove(newer);
    expect((await client.keys('*')).filter((key) => !key.startsWith('sentinel:')).sort()).toEqual(before.sort());
    await storage.remove(YEAR_OLD);
    await storage.commit(YEAR_OLD, { head: 0 }, batch(1, []));
    expect((await redisStorage({ client }).sessions()).map(({ session }) => session)).toEqual([YEAR_OLD.session]);
    await storage.remove(YEAR_OLD);
    expect((await client.keys('*')).filter((key) => !key.startsWith('sentinel:'))).toEqual([]);
  });

  it('of the present format opens, answers as it did, and is not written to by that', async () => {
    await freeze(STORAGE_VERSION, 'redis', await frozenRedis(client));
    await expectUnchanged(2, 'redis', (stored) => frozenRedis(client, stored));
  });
});
