// For `commit-many.mjs`: the storage that its processes share.
import { Redis } from 'ioredis';
import { redisStorage } from '../../src/adapters/redis-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';

export function openStorage(port: string): Storage {
  const client = new Redis(Number(port), '127.0.0.1');
  return { ...redisStorage({ client }), close: async () => void (await client.quit()) };
}
