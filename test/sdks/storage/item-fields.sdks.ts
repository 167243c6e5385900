import { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { afterAll, beforeAll, describe } from 'vitest';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import { unstorageStorage } from '../../../src/storage/unstorage/storage.ts';
import { itemFieldsContract } from '../../contracts/item-fields.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/redis/redis-server.ts';

itemFieldsContract('unstorage storage', async () => {
  const storage = createStorage({ driver: memoryDriver() });
  return { storage: unstorageStorage({ storage }), reopen: async () => unstorageStorage({ storage }) };
});

describe.skipIf(!hasRedis)(`Redis${NO_REDIS}`, () => {
  let server: RedisServer;
  let client: Redis;
  let prefixes = 0;
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.port, '127.0.0.1');
    client.on('error', () => undefined);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  itemFieldsContract('Redis storage', async () => {
    const prefix = `item-fields-${++prefixes}:`;
    return { storage: redisStorage({ client, prefix }), reopen: async () => redisStorage({ client, prefix }) };
  });
});
