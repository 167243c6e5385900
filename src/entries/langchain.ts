// The public entry of `working-memory/langchain`: the memory of agents of LangChain. Re-exports only.
export {
  langchainMiddleware,
  type LangChainMiddleware,
  type LangChainOptions,
} from '../sdks/langchain/memory-middleware.ts';
export {
  type FoundStoreItem,
  type LangChainStore,
  langchainStore,
  type MemoryOfStore,
  type NamespaceSearch,
  type StoreSearch,
} from '../sdks/langchain/store.ts';
export { type StoreItem } from '../sdks/langchain/store-entry.ts';
