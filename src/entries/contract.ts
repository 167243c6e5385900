// The public entry of `working-memory/contract`: contracts of a storage, a lens and a memory of many owners, as tests
// for any runner. Re-exports only.
export {
  type IsolatedMemory,
  isolationContract,
  type IsolationNames,
  type MemoryAddress,
  type MemoryPlace,
} from '../contract/isolation/isolation-contract.ts';
export { lensContract } from '../contract/lens/lens-contract.ts';
export { type LensSamples, lensSamples } from '../contract/lens/samples.ts';
export type { MessageFormat, Script, ScriptEntry } from '../contract/lens/script.ts';
export type { StoragePlace } from '../contract/storage/place.ts';
export { storageContract } from '../contract/storage/storage-contract.ts';
export type { TestRunner } from '../contract/suite.ts';
