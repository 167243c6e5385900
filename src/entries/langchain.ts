// The public entry of `working-memory/langchain`: the memory of agents of LangChain. Re-exports only.
export {
  langchainMiddleware,
  type LangChainMiddleware,
  type LangChainOptions,
} from '../sdks/langchain/memory-middleware.ts';
