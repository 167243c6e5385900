// Checked by the compiler alone: `prepare` accepts the messages of the real SDKs, returns the caller's own type, and
// rejects a list of another format.
import type Anthropic from '@anthropic-ai/sdk';
import type { LanguageModelMiddleware, ModelMessage, UIMessage } from 'ai';
import type { LanguageModelMiddleware as MiddlewareOfV5, ModelMessage as ModelMessageOfV5 } from 'ai-v5';
import type { Content } from '@google/genai';
import type { BaseMessage } from '@langchain/core/messages';
import type { AgentInputItem } from '@openai/agents';
import type OpenAI from 'openai';
import type {
  ChatMiddleware,
  ModelMessage as TanStackMessage,
  Scope,
  UIMessage as TanStackUiMessage,
} from '@tanstack/ai';
import type { Context } from '../../../src/api/context.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  gemini,
  langchain,
  memoryMiddleware,
  openaiAgents,
  openaiChat,
  openaiChatSingleSystem,
  openaiResponses,
  plainMessages,
} from '../../../src/entries/lenses.ts';
import { tanstack, type TanStackAdapter, tanstackMiddleware } from '../../../src/entries/tanstack.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { same } from '../../support/same-type.ts';

type Prompt<Middleware extends { transformParams?: unknown }> = Parameters<
  Extract<NonNullable<Middleware['transformParams']>, (options: never) => unknown>
>[0] extends { params: { prompt: infer Found } }
  ? Found
  : never;

type Chat = OpenAI.ChatCompletionMessageParam;
type Item = OpenAI.Responses.ResponseInputItem;

export async function returnsTheCallersType(context: Context): Promise<void> {
  const chat: Chat[] = [{ role: 'user', content: 'hello' }];
  const prepared = await context.prepare(openaiChat, chat, { tools: [] });
  same<typeof prepared.messages, Chat[]>(true);
  const single = await context.prepare(openaiChatSingleSystem, chat);
  same<typeof single.messages, Chat[]>(true);

  const items: Item[] = [{ role: 'user', content: 'hello' }];
  const responses = await context.prepare(openaiResponses, items, { system: 'Be brief.' });
  same<typeof responses.messages, Item[]>(true);

  const claude: Anthropic.MessageParam[] = [{ role: 'user', content: 'hello' }];
  const anthropic = await context.prepare(anthropicMessages, claude, { system: 'Be brief.' });
  same<typeof anthropic.messages, Anthropic.MessageParam[]>(true);
  const beta: readonly Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'hello' }];
  const betas = await context.prepare(anthropicMessages, beta);
  same<typeof betas.messages, Anthropic.Beta.BetaMessageParam[]>(true);
}

export async function preparesMessagesOfFrameworks(
  context: Context,
  items: AgentInputItem[],
  contents: Content[],
  messages: BaseMessage[],
  tanStack: TanStackMessage[],
): Promise<void> {
  const agents = await context.prepare(openaiAgents, items);
  same<typeof agents.messages, AgentInputItem[]>(true);
  const google = await context.prepare(gemini, contents);
  same<typeof google.messages, Content[]>(true);
  const chain = await context.prepare(langchain, messages);
  same<typeof chain.messages, BaseMessage[]>(true);
  const chat = await context.prepare(tanstack, tanStack);
  same<typeof chat.messages, TanStackMessage[]>(true);
  // @ts-expect-error Gemini’s contents are no items
  await context.prepare(openaiAgents, contents);
  // @ts-expect-error items are no contents
  await context.prepare(gemini, items);
  // @ts-expect-error items have no types of LangChain's
  await context.prepare(langchain, items);
}

export async function preparesPrompts(
  context: Context,
  v2: Prompt<MiddlewareOfV5>,
  v3: Prompt<LanguageModelMiddleware>,
  models: ModelMessage[],
  modelsOfV5: ModelMessageOfV5[],
): Promise<void> {
  const two = await context.prepare(aiSdkPrompt, v2);
  same<typeof two.messages, typeof v2>(true);
  const three = await context.prepare(aiSdkPrompt, v3);
  same<typeof three.messages, typeof v3>(true);
  const six = await context.prepare(aiSdkPrompt, models);
  same<typeof six.messages, ModelMessage[]>(true);
  const five = await context.prepare(aiSdkPrompt, modelsOfV5);
  same<typeof five.messages, ModelMessageOfV5[]>(true);
}

export function refusesAListOfAnotherFormat(
  context: Context,
  chat: Chat[],
  items: Item[],
  claude: Anthropic.MessageParam[],
  beta: Anthropic.Beta.BetaMessageParam[],
  models: ModelMessage[],
  prompt: Prompt<LanguageModelMiddleware>,
  uiMessages: UIMessage[],
  tanStack: TanStackMessage[],
  tanStackUi: TanStackUiMessage[],
): void {
  // @ts-expect-error Anthropic's messages
  void context.prepare(openaiChat, claude);
  // @ts-expect-error Anthropic's beta messages
  void context.prepare(openaiChat, beta);
  // @ts-expect-error items of Responses
  void context.prepare(openaiChat, items);
  // @ts-expect-error the AI SDK's messages
  void context.prepare(openaiChat, models);
  // @ts-expect-error the AI SDK's prompt
  void context.prepare(openaiChatSingleSystem, prompt);
  // @ts-expect-error messages of a user interface
  void context.prepare(openaiChat, uiMessages);
  // @ts-expect-error TanStack AI's messages
  void context.prepare(openaiChat, tanStack);

  // @ts-expect-error chat messages
  void context.prepare(openaiResponses, chat);
  // @ts-expect-error Anthropic's messages
  void context.prepare(openaiResponses, claude);
  // @ts-expect-error the AI SDK's messages
  void context.prepare(openaiResponses, models);
  // @ts-expect-error messages of a user interface
  void context.prepare(openaiResponses, uiMessages);
  // @ts-expect-error TanStack AI's messages
  void context.prepare(openaiResponses, tanStack);

  // @ts-expect-error chat messages
  void context.prepare(anthropicMessages, chat);
  // @ts-expect-error items of Responses
  void context.prepare(anthropicMessages, items);
  // @ts-expect-error the AI SDK's messages
  void context.prepare(anthropicMessages, models);
  // @ts-expect-error the AI SDK's prompt
  void context.prepare(anthropicMessages, prompt);
  // @ts-expect-error TanStack AI's messages
  void context.prepare(anthropicMessages, tanStack);

  // @ts-expect-error chat messages
  void context.prepare(aiSdkPrompt, chat);
  // @ts-expect-error items of Responses
  void context.prepare(aiSdkPrompt, items);
  // @ts-expect-error Anthropic's messages
  void context.prepare(aiSdkPrompt, claude);
  // @ts-expect-error messages of a user interface: convertToModelMessages makes the model's
  void context.prepare(aiSdkPrompt, uiMessages);
  // @ts-expect-error TanStack AI's messages
  void context.prepare(aiSdkPrompt, tanStack);

  // @ts-expect-error chat messages
  void context.prepare(tanstack, chat);
  // @ts-expect-error Anthropic's messages
  void context.prepare(tanstack, claude);
  // @ts-expect-error the AI SDK's messages
  void context.prepare(tanstack, models);
  // @ts-expect-error messages of a user interface
  void context.prepare(tanstack, tanStackUi);

  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, chat);
  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, claude);
  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, items);
  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, models);
  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, tanStack);
}

/** The middleware type of `ai` 7, which requires no version. */
type MiddlewareOfV7 = Omit<LanguageModelMiddleware, 'specificationVersion'> & {
  readonly specificationVersion?: string;
};

export const middlewares = (context: Context): [LanguageModelMiddleware, MiddlewareOfV5, MiddlewareOfV7] => [
  memoryMiddleware(context),
  memoryMiddleware(context, { contextWindow: 200_000 }),
  memoryMiddleware(context),
];

export const chatMiddlewares = (memory: WorkingMemory): ChatMiddleware[] => [
  tanstackMiddleware(memory),
  tanstackMiddleware(memory, { set: 'minimal', contextWindow: 8000 }),
];

/** The names of a chat's identity are those of a scope. */
export const recallOf = (adapter: TanStackAdapter, scope: Scope): Promise<{ systemPrompt: string }> =>
  adapter.recall(scope, 'Which museums does she like?');
