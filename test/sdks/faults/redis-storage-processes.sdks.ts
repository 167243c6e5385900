// Several real processes on one session in Redis, some of them killed meanwhile.
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import type { Storage } from '../../../src/storage/port.ts';
import {
  type CommittingProcess,
  committingProcesses,
  expectNothingLost,
  expectWholeCommits,
  turnsTaken,
} from '../../support/storage/committing-processes.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/redis/redis-server.ts';

const OWNER = new URL('../support/redis/owner-of-redis.ts', import.meta.url);

describe.skipIf(!hasRedis)(`two processes on one session in Redis${NO_REDIS}`, () => {
  let server: RedisServer;
  let client: Redis;
  let storage: Storage;
  let start: (name: string, times: number) => CommittingProcess;

  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.port, '127.0.0.1');
    storage = redisStorage({ client });
    const startAt = await committingProcesses(OWNER);
    start = (name, times) => startAt(String(server.port), name, times);
  });
  afterEach(() => client.flushall());
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  it('interleave a thousand commits and lose none', async () => {
    const children = [start('one', 500), start('two', 500)];
    const heads = new Set<number>();
    while (children.some(({ process }) => process.exitCode === null)) heads.add(await expectWholeCommits(storage));
    expect(heads.size, 'heads seen').toBeGreaterThan(10);
    for (const { ended } of children) expect(await ended).toEqual({ code: 0, complaint: '' });
    expect(await expectNothingLost(storage, children)).toBe(1000);
    expect(await turnsTaken(storage), 'turns taken').toBeGreaterThan(10);
  });

  it('interleave a thousand commands and lose none, within the limits at every head', async () => {
    const startAt = await committingProcesses(OWNER, 'memorize-many.mjs');
    const children = ['one', 'two'].map((name) => startAt(String(server.port), name, 500));
    for (const { ended } of children) expect(await ended).toEqual({ code: 0, complaint: '' });
    const memory = await openWorkingMemory({ session: 'shared', storage });
    const { usage, longTail } = await memory.items.capacity();
    expect(usage.items + longTail.items).toBe(1000);
    const memorized: string[] = [];
    let most = 0;
    for await (const { event, usage: counted } of memory.items.audit()) {
      if (event.type === 'item-memorized') memorized.push(event.id);
      most = Math.max(most, counted.after.items);
    }
    expect([new Set(memorized).size, most]).toEqual([1000, 64]);
    const names = (await memory.items.remember('one', { scope: 'all', limit: 1000 })).hits.map(
      ({ item }) => item?.text,
    );
    expect(names.length).toBeGreaterThan(490);
    await memory.close();
  });

  it('go on after others were killed at any moment', async () => {
    const living = start('living', 1500);
    const children = [living];
    for (let victim = 0; victim < 6 && living.process.exitCode === null; victim++) {
      const child = start(`victim-${victim}`, 100_000);
      children.push(child);
      // The first acknowledged commit says that it is in the middle of things.
      await new Promise<void>((resolve) => {
        child.process.stdout?.once('data', () => resolve());
        void child.ended.then(() => resolve());
      });
      child.process.kill('SIGKILL');
      expect((await child.ended).complaint).toBe('');
    }
    expect(await living.ended).toEqual({ code: 0, complaint: '' });
    expect(await expectNothingLost(storage, children)).toBeGreaterThan(1500);
  });
});
