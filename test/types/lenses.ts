// Checked by the compiler alone: `prepare` takes the messages of the real SDKs, gives back the caller's own type, and
// refuses a list of another format.
import type Anthropic from '@anthropic-ai/sdk';
import type { LanguageModelMiddleware, ModelMessage, UIMessage } from 'ai';
import type { LanguageModelMiddleware as MiddlewareOfV5, ModelMessage as ModelMessageOfV5 } from 'ai-v5';
import type OpenAI from 'openai';
import type { Context } from '../../src/api/context.ts';
import type { Lens } from '../../src/context/view/lens.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  memoryMiddleware,
  openaiChat,
  openaiChatSingleSystem,
  openaiResponses,
  plainMessages,
} from '../../src/entries/lenses.ts';

/** Fails to compile unless both are the same type: neither `any` nor `never` passes for anything else. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <One, Other>(_proof: Same<One, Other>): void => undefined;

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

  interface Plain {
    role: 'user' | 'assistant';
    content: string;
    at: Date;
  }
  const plain = await context.prepare(plainMessages, [] as Plain[]);
  same<typeof plain.messages, Plain[]>(true);
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

/** As the package `ollama` declares it. */
interface OllamaMessage {
  role: string;
  content: string;
  thinking?: string;
  images?: Uint8Array[] | string[];
  tool_calls?: { function: { name: string; arguments: { [name: string]: unknown } } }[];
  tool_name?: string;
}

export async function takesMessagesWithoutAnSdk(context: Context, ollama: OllamaMessage[]): Promise<void> {
  await context.prepare(openaiChat, ollama);
  await context.prepare(openaiChat, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'video_url', video_url: { url: 'https://example.com/cat.mp4' } }] },
    { role: 'assistant', content: null, reasoning_content: 'A cat.', tool_calls: [] },
  ]);
  await context.prepare(openaiResponses, [
    { role: 'user', content: 'hello' },
    { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'text' },
  ]);
  await context.prepare(anthropicMessages, [
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'text' }] },
  ]);
  await context.prepare(plainMessages, [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }]);
  const loose: { role: string; content: string }[] = [{ role: 'user', content: 'hello' }];
  await context.prepare(openaiChat, loose);
  // A list that nothing is known of can only be checked at run time.
  await context.prepare(openaiChat, JSON.parse('[]'));
}

/** An app's own format, with a lens of its own. */
interface Line {
  readonly who: 'me' | 'model';
  readonly said: string;
}

export async function takesAnAppsOwnLens(context: Context, lens: Lens<Line>, list: Line[]): Promise<void> {
  const prepared = await context.prepare(lens, list);
  same<typeof prepared.messages, Line[]>(true);
  // @ts-expect-error the lens reads other messages
  await context.prepare(lens, [{ role: 'user', content: 'hello' }]);
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

  // @ts-expect-error chat messages
  void context.prepare(openaiResponses, chat);
  // @ts-expect-error Anthropic's messages
  void context.prepare(openaiResponses, claude);
  // @ts-expect-error the AI SDK's messages
  void context.prepare(openaiResponses, models);
  // @ts-expect-error messages of a user interface
  void context.prepare(openaiResponses, uiMessages);

  // @ts-expect-error chat messages
  void context.prepare(anthropicMessages, chat);
  // @ts-expect-error items of Responses
  void context.prepare(anthropicMessages, items);
  // @ts-expect-error the AI SDK's messages
  void context.prepare(anthropicMessages, models);
  // @ts-expect-error the AI SDK's prompt
  void context.prepare(anthropicMessages, prompt);

  // @ts-expect-error chat messages
  void context.prepare(aiSdkPrompt, chat);
  // @ts-expect-error items of Responses
  void context.prepare(aiSdkPrompt, items);
  // @ts-expect-error Anthropic's messages
  void context.prepare(aiSdkPrompt, claude);
  // @ts-expect-error messages of a user interface: convertToModelMessages makes the model's
  void context.prepare(aiSdkPrompt, uiMessages);

  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, chat);
  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, claude);
  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, items);
  // @ts-expect-error calls would be lost
  void context.prepare(plainMessages, models);
}

export function refusesFormatsWithoutALens(
  context: Context,
  agents: ({ type: 'message'; role: 'user'; content: string } | { type: 'function_call'; callId: string })[],
  langChain: { type: string; content: string; additional_kwargs: object }[],
  gemini: { role?: string; parts?: { text?: string }[] }[],
): void {
  // @ts-expect-error items of the OpenAI Agents SDK: camel case
  void context.prepare(openaiResponses, agents);
  // @ts-expect-error messages of LangChain
  void context.prepare(openaiResponses, langChain);
  // @ts-expect-error messages of LangChain
  void context.prepare(plainMessages, langChain);
  // @ts-expect-error contents of Gemini
  void context.prepare(openaiChat, gemini);
}

/** As `ai` 7 declares it: no version is asked for. */
type MiddlewareOfV7 = Omit<LanguageModelMiddleware, 'specificationVersion'> & {
  readonly specificationVersion?: string;
};

export const middlewares = (context: Context): [LanguageModelMiddleware, MiddlewareOfV5, MiddlewareOfV7] => [
  memoryMiddleware(context),
  memoryMiddleware(context, { contextWindow: 200_000 }),
  memoryMiddleware(context),
];

export function misuse(context: Context, unread: Lens<never>): void {
  // @ts-expect-error texts are no messages
  void context.prepare(openaiChat, ['hello']);
  // @ts-expect-error texts are no messages
  void context.prepare(plainMessages, ['hello']);
  // @ts-expect-error nobody says it
  void context.prepare(openaiChat, [{ content: 'hello' }]);
  // @ts-expect-error nobody says it
  void context.prepare(anthropicMessages, [{ content: 'hello' }]);
  // @ts-expect-error nobody says it
  void context.prepare(aiSdkPrompt, [{ content: 'hello' }]);
  // @ts-expect-error nobody says it
  void context.prepare(openaiResponses, [{ content: 'hello' }]);
  // @ts-expect-error nobody says it
  void context.prepare(plainMessages, [{ content: 'hello' }]);
  // @ts-expect-error a list of nothing
  void context.prepare(openaiChat, []);
  // @ts-expect-error a list of nothing
  void context.prepare(plainMessages, [] as never[]);
  // @ts-expect-error a lens that reads nothing
  void context.prepare(unread, [{ role: 'user', content: 'hello' }]);
  // @ts-expect-error a lens is no list of messages
  void context.prepare(openaiChat, openaiChat);
  // @ts-expect-error the lens comes first
  void context.prepare([{ role: 'user', content: 'hello' }], openaiChat);
  // @ts-expect-error the window is a number of tokens
  void memoryMiddleware(context, { contextWindow: '200k' });
}
