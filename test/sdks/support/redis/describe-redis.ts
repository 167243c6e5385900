// Tests over a Redis of their own, if one is installed.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Storage } from '../../../../src/storage/port.ts';
import { redisStorage } from '../../../../src/storage/redis/storage.ts';
import { hasRedis, NO_REDIS, type RedisServer, startRedis } from './redis-server.ts';

/** @param tests gets what makes an empty place: each call of the function that it returns opens this place again */
export function describeRedis(tests: (emptyPlace: () => () => Storage) => void): void {
  describe.skipIf(!hasRedis)(`Redis${NO_REDIS}`, () => {
    let server: RedisServer;
    let client: Redis;
    let places = 0;
    beforeAll(async () => {
      server = await startRedis();
      client = new Redis(server.port, '127.0.0.1');
      client.on('error', () => undefined);
    });
    afterAll(async () => {
      client.disconnect();
      await server.stop();
    });

    tests(() => {
      const prefix = `place-${++places}:`;
      return () => redisStorage({ client, prefix });
    });
  });
}
