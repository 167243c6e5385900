// The public entry of `working-memory/lenses`: how the context engine reads the messages of an SDK. Re-exports only.
//
// Every lens has the type `Lens<never>`: it asks nothing of a message's type, so `prepare(openaiChat, messages)` takes
// the SDK's own messages and gives the same type back.
export type { Lens } from '../context/view/lens.ts';
export { aiSdkPrompt } from '../lenses/ai-sdk.ts';
export {
  type MemoryMiddleware,
  memoryMiddleware,
  type MemoryMiddlewareOptions,
  type ModelCall,
} from '../lenses/ai-sdk-middleware.ts';
export { anthropicMessages } from '../lenses/anthropic-messages.ts';
export { openaiChat, openaiChatSingleSystem } from '../lenses/openai-chat.ts';
export { openaiResponses } from '../lenses/openai-responses.ts';
export { plainMessages } from '../lenses/plain.ts';
