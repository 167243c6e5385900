// The public entry of `working-memory/lenses`: how the context engine reads the messages of an SDK. Re-exports only.
//
// Each lens is typed by the fields it reads, without importing an SDK: `prepare(openaiChat, messages)` accepts the
// SDK's own messages, returns the same type, and refuses a list of another format at compile time.
export type { Lens } from '../context/view/lens.ts';
export { type AiSdkMessage, type AiSdkPart, aiSdkPrompt } from '../sdks/lenses/ai-sdk/lens.ts';
export {
  type MemoryMiddleware,
  memoryMiddleware,
  type MemoryMiddlewareOptions,
  type ModelCall,
} from '../sdks/lenses/ai-sdk/middleware.ts';
export { type AnthropicBlock, type AnthropicMessage, anthropicMessages } from '../sdks/lenses/anthropic-messages.ts';
export { gemini, type GeminiContent, type GeminiPart } from '../sdks/lenses/gemini.ts';
export { langchain, type LangChainMessage } from '../sdks/lenses/langchain.ts';
export {
  openaiAgents,
  type OpenAiAgentsAction,
  type OpenAiAgentsItem,
  type OpenAiAgentsMessage,
} from '../sdks/lenses/openai/agents.ts';
export {
  openaiChat,
  type OpenAiChatCall,
  type OpenAiChatMessage,
  type OpenAiChatPart,
  openaiChatSingleSystem,
} from '../sdks/lenses/openai/chat.ts';
export {
  openaiResponses,
  type OpenAiResponsesAction,
  type OpenAiResponsesItem,
  type OpenAiResponsesMessage,
  type OpenAiResponsesReference,
} from '../sdks/lenses/openai/responses.ts';
export { type PlainMessage, plainMessages } from '../sdks/lenses/plain.ts';
