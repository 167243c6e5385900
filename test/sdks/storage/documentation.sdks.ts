// Runs the examples of docs/storage.md over clients of databases as they are written.
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import { describe, it } from 'vitest';
import { openWorkingMemory, type WorkingMemory } from '../../../src/entries/index.ts';
import { redisStorage } from '../../../src/entries/redis.ts';
import { unstorageStorage } from '../../../src/entries/unstorage.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { expectKept } from '../../support/storage/expect-kept.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';
import { hasRedis, NO_REDIS, startRedis } from '../support/redis/redis-server.ts';

const page = readFileSync(new URL('../../../docs/storage.md', import.meta.url), 'utf8');

describe('the example of docs/storage.md', () => {
  it.skipIf(!hasRedis)(`for Redis opens a memory${NO_REDIS}`, async () => {
    const server = await startRedis();
    const env = { REDIS_URL: `redis://127.0.0.1:${server.port}` };
    const bound = { Redis, redisStorage, openWorkingMemory, process: { env } };
    const { client, memory } = (await runExample(examplesOf(page, 'Redis')[0], bound, '{ client, memory }')) as {
      client: Redis;
      memory: WorkingMemory;
    };
    await expectKept(memory, 'redis');
    client.disconnect();
    await server.stop();
  });

  it('for unstorage opens a memory', async () => {
    const base = await temporaryFolder();
    const bound = { createStorage, fsDriver: () => fsDriver({ base }), unstorageStorage, openWorkingMemory };
    const memory = (await runExample(examplesOf(page, 'unstorage')[0], bound, 'memory')) as WorkingMemory;
    await expectKept(memory, 'unstorage, one process at a time');
  });
});
