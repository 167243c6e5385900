import 'fake-indexeddb/auto';
import { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { afterAll, beforeAll, describe } from 'vitest';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { idbStorage } from '../../src/storage/indexeddb.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { redisStorage } from '../../src/storage/redis/storage.ts';
import { unstorageStorage } from '../../src/storage/unstorage/storage.ts';
import { itemFieldsContract } from '../contracts/item-fields.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/storage/redis-server.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

itemFieldsContract('memory storage', async () => {
  const storage = memoryStorage();
  return { storage, reopen: async () => storage };
});

let databases = 0;
itemFieldsContract('IndexedDB storage over fake-indexeddb', async () => {
  const name = `item-fields-${++databases}`;
  return { storage: idbStorage({ name }), reopen: async () => idbStorage({ name }) };
});

itemFieldsContract('file-system storage', async () => {
  const root = await temporaryFolder();
  return { storage: fileStorage({ root }), reopen: async () => fileStorage({ root }) };
});

itemFieldsContract('unstorage storage', async () => {
  const storage = createStorage({ driver: memoryDriver() });
  return { storage: unstorageStorage({ storage }), reopen: async () => unstorageStorage({ storage }) };
});

for (const backend of ['sqlite', 'kv'] as const) {
  itemFieldsContract(`Durable Object storage over a fake of ${backend}`, async () => {
    const object = fakeDurableObject(backend);
    return { storage: durableObjectStorage(object), reopen: async () => durableObjectStorage(object) };
  });
}

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
