// For `commit-many.mjs` and `memorize-many.mjs`: what their processes share.
import { Redis } from 'ioredis';
import { redisStorage } from '../../src/adapters/redis-storage.ts';
import type { WorkingMemory } from '../../src/api.ts';
import { openWorkingMemory } from '../../src/index.ts';
import type { Storage } from '../../src/ports/storage.ts';

export function openStorage(port: string): Storage {
  const client = new Redis(Number(port), '127.0.0.1');
  return { ...redisStorage({ client }), close: async () => void (await client.quit()) };
}

export const openMemory = (port: string): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'shared', storage: openStorage(port) });
