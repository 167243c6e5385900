// The public entry of `working-memory/encrypted`: encryption at rest around any storage. Re-exports only.
export { type RotatedKey, rotateKey, type RotateKeyOptions } from '../storage/encrypted/rotate-key.ts';
export { encrypted, type EncryptionOptions } from '../storage/encrypted/storage.ts';
export type { WorkspaceKey } from '../storage/encrypted/workspace-key.ts';
