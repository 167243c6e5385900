// The public entry of `working-memory/prompt-api`: a chat with the model of the browser, or one of transformers.js, and
// its memory. Re-exports only.
export {
  type PromptApi,
  type PromptChat,
  promptChat,
  type PromptChatOptions,
  type PromptSession,
} from '../sdks/prompt-api/chat.ts';
export { textGeneration, type TextGenerator, type TextStreamerClass } from '../sdks/prompt-api/text-generation.ts';
