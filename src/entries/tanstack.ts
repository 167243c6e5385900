// The public entry of `working-memory/tanstack`: TanStack AI's chat with a memory. Re-exports only.
export { tanstack, type TanStackCall, type TanStackMessage, type TanStackPart } from '../sdks/lenses/tanstack.ts';
export {
  type TanStackConfig,
  type TanStackContext,
  tanstackMiddleware,
  type TanStackMiddleware,
  type TanStackOptions,
} from '../sdks/tanstack/chat-middleware.ts';
export {
  type MemoriesOfAdapter,
  tanstackAdapter,
  type TanStackAdapter,
  type TanStackFact,
  type TanStackScope,
  type TanStackTurn,
} from '../sdks/tanstack/memory-adapter.ts';
