// Owner for `commit-many.mjs` and `memorize-many.mjs`: the storage that their processes share.
import { Redis } from 'ioredis';
import { redisStorage } from '../../../../src/storage/redis/storage.ts';
import type { WorkingMemory } from '../../../../src/api/memory.ts';
import { openWorkingMemory } from '../../../../src/entries/index.ts';
import type { Storage } from '../../../../src/storage/port.ts';

export function openStorage(port: string): Storage {
  const client = new Redis(Number(port), '127.0.0.1');
  return { ...redisStorage({ client }), close: async () => void (await client.quit()) };
}

export const openMemory = (port: string): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'shared', storage: openStorage(port) });
