// The public entry of `working-memory/durable-object`: sessions inside a Cloudflare Durable Object. Re-exports only.
export { durableObjectStorage, type DurableObjectStorageLike } from './adapters/durable-object-storage.ts';
export type { DurableObjectTransactionLike } from './adapters/durable-object-values.ts';
