// The public entry of `working-memory/redis`: sessions in Redis, shared by processes. Re-exports only.
export type { RedisClientLike } from '../storage/redis/sending.ts';
export { redisStorage, type RedisStorageOptions } from '../storage/redis/storage.ts';
