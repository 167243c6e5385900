// The public entry of `working-memory/unstorage`: sessions over any driver of unstorage. Re-exports only.
export type { UnstorageLike } from '../storage/unstorage/records.ts';
export { unstorageStorage, type UnstorageStorageOptions } from '../storage/unstorage/storage.ts';
