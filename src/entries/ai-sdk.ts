// The public entry of `working-memory/ai-sdk`: a memory in one call for the AI SDK 5, 6 and 7. Re-exports only.
export {
  type MemoryMiddleware,
  memoryMiddleware,
  type MemoryMiddlewareOptions,
  type ModelCall,
} from '../sdks/lenses/ai-sdk/middleware.ts';
export type { AiSdkMemoryTools, AiSdkTool } from '../sdks/ai-sdk/tools.ts';
export { restoreUiMessages, type UiMessage, type UiPart, type UiToolPart } from '../sdks/ai-sdk/ui-messages.ts';
export {
  type AiSdkSettings,
  type StopWhen,
  type WithMemory,
  withMemory,
  type WithMemoryOptions,
} from '../sdks/ai-sdk/with-memory.ts';
