// The public entry of `working-memory/file-storage`: sessions as folders, for Node, Deno and Bun. Re-exports only.
export { fileStorage, type FileStorageOptions } from '../storage/files/storage.ts';
