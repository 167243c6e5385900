// Checked by the compiler alone: `prepare` accepts messages that no SDK declares, returns the caller's own type, and
// rejects messages without a lens. test/sdks does the same with the messages of the real SDKs.
import type { Context } from '../../src/api/context.ts';
import type { Lens } from '../../src/context/view/lens.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  memoryMiddleware,
  openaiChat,
  openaiResponses,
  plainMessages,
} from '../../src/entries/lenses.ts';
import { same } from '../support/same-type.ts';

export async function returnsTheCallersType(context: Context): Promise<void> {
  interface Plain {
    role: 'user' | 'assistant';
    content: string;
    at: Date;
  }
  const plain = await context.prepare(plainMessages, [] as Plain[]);
  same<typeof plain.messages, Plain[]>(true);
}

/** Message as the package `ollama` declares it. */
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

export function recordsItsOwnFormatOnly(context: Context): void {
  void context.record(anthropicMessages, { role: 'assistant', content: [{ type: 'tool_use' }] });
  // @ts-expect-error a call of chat completions
  void context.record(anthropicMessages, { role: 'assistant', content: '', tool_calls: [{ id: 'c1' }] });
  // @ts-expect-error a block of Anthropic
  void context.record(openaiChat, { role: 'assistant', content: [{ type: 'tool_use' }] });
  // @ts-expect-error an item of the Responses API has no such role
  void context.record(openaiResponses, { role: 'tool', content: 'text' });
  // @ts-expect-error a part of Anthropic
  void context.record(aiSdkPrompt, { role: 'user', content: [{ type: 'tool_result' }] });
  // @ts-expect-error calls would be lost
  void context.record(plainMessages, { role: 'assistant', content: '', tool_calls: [] });
}

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
