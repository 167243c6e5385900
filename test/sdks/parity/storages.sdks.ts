import { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { afterAll, beforeAll, describe } from 'vitest';
import { redisStorage } from '../../../src/storage/redis/storage.ts';
import { unstorageStorage } from '../../../src/storage/unstorage/storage.ts';
import { storageParity } from '../../contracts/storage-parity.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from '../support/redis/redis-server.ts';

storageParity('unstorage', async () => {
  const driver = memoryDriver();
  return {
    open: () => unstorageStorage({ storage: createStorage({ driver }) }),
    openBeside: (other) => other,
  };
});

describe.skipIf(!hasRedis)(`Redis${NO_REDIS}`, () => {
  let server: RedisServer;
  const clients: Redis[] = [];
  let prefixes = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await server.stop();
  });

  storageParity('redis', async () => {
    const prefix = `parity-${++prefixes}:`;
    return {
      open() {
        const client = new Redis(server.port, '127.0.0.1');
        clients.push(client);
        return redisStorage({ client, prefix });
      },
    };
  });
});
