// Mock models of the AI SDK 5, 6 and 7 that answer by a script, whole or as a stream, and keep the requests.
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { MockLanguageModelV2 } from 'ai-v5/test';
import { MockLanguageModelV4 } from 'ai-v7/test';

/** Next turn of a model: it says a text, calls tools, fails, or streams a text and goes silent until it is aborted. */
export type ModelTurn =
  string | readonly { readonly name: string; readonly input: unknown }[] | Error | { readonly hangsAfter: string };

/** Two calls at once. */
export const FORECAST: ModelTurn = [
  { name: 'weather', input: { city: 'Oslo' } },
  { name: 'memorize', input: { text: 'The user lives in Oslo' } },
];

export interface SentPrompt {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly name?: string }[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** Stream that behaves like the body of a request whose signal aborts. */
function streamOf<Chunk, End>(chunks: readonly Chunk[], end: End, silentUntil: AbortSignal | undefined) {
  if (!silentUntil) return simulateReadableStream<Chunk | End>({ chunks: [...chunks, end] });
  return new ReadableStream<Chunk | End>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      silentUntil.addEventListener('abort', () => controller.error(silentUntil.reason));
    },
  });
}

/** @param turns in the order of the requests; a request too many fails */
export function scriptedModels(turns: readonly ModelTurn[]) {
  const sent: SentPrompt[] = [];
  const next = (call: SentPrompt) => {
    sent.push(structuredClone({ prompt: call.prompt, tools: call.tools }));
    const turn = turns[sent.length - 1] ?? new Error(`no turn for request ${sent.length}`);
    if (turn instanceof Error) throw turn;
    const calls = Array.isArray(turn) ? (turn as Exclude<ModelTurn, string | Error | { hangsAfter: string }>) : [];
    const parts = calls.map(({ name, input }, at) => ({
      type: 'tool-call' as const,
      toolCallId: `call_${sent.length}_${at}`,
      toolName: name,
      input: JSON.stringify(input),
    }));
    const reason = calls.length > 0 ? ('tool-calls' as const) : ('stop' as const);
    const silent = typeof turn === 'object' && 'hangsAfter' in turn ? turn.hangsAfter : undefined;
    const text = silent ?? (typeof turn === 'string' ? turn : '');
    return { text, parts, reason, silentUntil: silent === undefined ? undefined : call.abortSignal };
  };
  const total = { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 };
  const usage = { inputTokens: total, outputTokens: { total: 1, text: 1, reasoning: 0 } };
  const usageV2 = { inputTokens: 100, outputTokens: 1, totalTokens: 101 };
  const content = ({ text, parts }: ReturnType<typeof next>) =>
    text === '' ? parts : [{ type: 'text' as const, text }, ...parts];
  const chunks = ({ text, parts }: ReturnType<typeof next>) => [
    { type: 'stream-start' as const, warnings: [] },
    ...(text === ''
      ? []
      : [
          { type: 'text-start' as const, id: 't' },
          ...text.split(/(?<= )/).map((delta) => ({ type: 'text-delta' as const, id: 't', delta })),
          { type: 'text-end' as const, id: 't' },
        ]),
    ...parts,
  ];
  const answer = (call: SentPrompt) => {
    const turn = next(call);
    const finishReason = { unified: turn.reason, raw: undefined };
    return { content: content(turn), finishReason, usage, warnings: [] };
  };
  const stream = (call: SentPrompt) => {
    const turn = next(call);
    const finishReason = { unified: turn.reason, raw: undefined };
    return { stream: streamOf(chunks(turn), { type: 'finish' as const, finishReason, usage }, turn.silentUntil) };
  };
  return {
    sent,
    v5: new MockLanguageModelV2({
      doGenerate: async (call) => {
        const turn = next(call);
        return { content: content(turn), finishReason: turn.reason, usage: usageV2, warnings: [] };
      },
      doStream: async (call) => {
        const turn = next(call);
        const end = { type: 'finish' as const, finishReason: turn.reason, usage: usageV2 };
        return { stream: streamOf(chunks(turn), end, turn.silentUntil) };
      },
    }),
    v6: new MockLanguageModelV3({ doGenerate: async (call) => answer(call), doStream: async (call) => stream(call) }),
    v7: new MockLanguageModelV4({ doGenerate: async (call) => answer(call), doStream: async (call) => stream(call) }),
  };
}
