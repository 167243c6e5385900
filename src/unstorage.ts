// The public entry of `working-memory/unstorage`: sessions over any driver of unstorage. Re-exports only.
export type { UnstorageLike } from './adapters/unstorage-records.ts';
export { unstorageStorage, type UnstorageStorageOptions } from './adapters/unstorage-storage.ts';
