// Checked by the compiler alone: `prepare` takes the messages of the real SDKs and gives back the caller's own type.
import type Anthropic from '@anthropic-ai/sdk';
import type { LanguageModelMiddleware } from 'ai';
import type { LanguageModelMiddleware as MiddlewareOfV5 } from 'ai-v5';
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

export async function returnsTheCallersType(context: Context): Promise<void> {
  const chat: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'hello' }];
  const prepared = await context.prepare(openaiChat, chat, { tools: [] });
  same<typeof prepared.messages, OpenAI.ChatCompletionMessageParam[]>(true);
  const single = await context.prepare(openaiChatSingleSystem, chat);
  same<typeof single.messages, OpenAI.ChatCompletionMessageParam[]>(true);

  const items: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'hello' }];
  const responses = await context.prepare(openaiResponses, items, { system: 'Be brief.' });
  same<typeof responses.messages, OpenAI.Responses.ResponseInputItem[]>(true);

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
): Promise<void> {
  const two = await context.prepare(aiSdkPrompt, v2);
  same<typeof two.messages, typeof v2>(true);
  const three = await context.prepare(aiSdkPrompt, v3);
  same<typeof three.messages, typeof v3>(true);
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

openaiChat satisfies Lens<OpenAI.ChatCompletionMessageParam>;
openaiResponses satisfies Lens<OpenAI.Responses.ResponseInputItem>;
anthropicMessages satisfies Lens<Anthropic.MessageParam>;

export function misuse(context: Context): void {
  // @ts-expect-error a lens is no list of messages
  void context.prepare(openaiChat, openaiChat);
  // @ts-expect-error the lens comes first
  void context.prepare([{ role: 'user', content: 'hello' }], openaiChat);
  // @ts-expect-error the window is a number of tokens
  void memoryMiddleware(context, { contextWindow: '200k' });
}
