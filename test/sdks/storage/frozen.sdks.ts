// The session that format 1 left in Redis; test/storage/frozen.test.ts has those of the other adapters.
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import { STORAGE_VERSION } from '../../../src/storage/port.ts';
import { batch } from '../../support/storage/batches.ts';
import { answersOf, asOf, YEAR_OLD } from '../../support/frozen/year-old-session.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/redis/redis-server.ts';

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/storage-v1/${name}.json`, import.meta.url), 'utf8'));

describe.skipIf(!hasRedis)(`a year-old session of format 1 in Redis${NO_REDIS}`, () => {
  let server: RedisServer;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.port, '127.0.0.1');
    for (const [command = '', ...args] of fixture('redis') as string[][]) await client.call(command, args);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  it('opens, answers as it did, and is of the present format from then on', async () => {
    const storage = redisStorage({ client });
    const answers = fixture('answers') as Record<string, unknown>;
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
});
