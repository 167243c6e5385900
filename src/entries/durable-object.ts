// The public entry of `working-memory/durable-object`: sessions inside a Cloudflare Durable Object. Re-exports only.
export { durableObjectStorage, type DurableObjectStorageLike } from '../storage/durable-object/storage.ts';
export type { DurableObjectTransactionLike } from '../storage/durable-object/values.ts';
