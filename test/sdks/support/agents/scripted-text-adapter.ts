// TanStack AI text adapter, built on its own base class, with scripted answers and a record of the requests.
import {
  type AdapterYieldChunk,
  EventType,
  type ModelMessage,
  type StreamChunk,
  type SystemPrompt,
  type TextOptions,
} from '@tanstack/ai';
import { BaseTextAdapter } from '@tanstack/ai/adapters';

/** Turn of the model: a text in pieces, calls of tools, or an error of the provider. */
export type ScriptedTurn =
  | string
  | readonly { readonly id: string; readonly name: string; readonly input: object }[]
  | Error
  /** Says a piece and waits until the caller leaves. */
  | { readonly hangsAfter: string };

export interface SentToAdapter {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly string[];
  readonly systemPrompts: readonly SystemPrompt[];
}

const event = (type: EventType, held: object): AdapterYieldChunk =>
  ({ type, timestamp: 0, ...held }) as unknown as AdapterYieldChunk;

function* chunksOf(turn: Exclude<ScriptedTurn, Error>, messageId: string): Generator<AdapterYieldChunk> {
  yield event(EventType.RUN_STARTED, { runId: 'run', threadId: 'thread' });
  const text = typeof turn === 'string' ? turn : 'hangsAfter' in turn ? turn.hangsAfter : '';
  const calls = Array.isArray(turn) ? (turn as Extract<ScriptedTurn, readonly unknown[]>) : [];
  if (text !== '') {
    yield event(EventType.TEXT_MESSAGE_START, { messageId, role: 'assistant' });
    for (const delta of text.match(/\S+\s*/g) ?? []) {
      yield event(EventType.TEXT_MESSAGE_CONTENT, { messageId, delta });
    }
  }
  for (const { id, name, input } of calls) {
    yield event(EventType.TOOL_CALL_START, { toolCallId: id, toolCallName: name });
    for (const delta of JSON.stringify(input).match(/.{1,7}/gs) ?? [])
      yield event(EventType.TOOL_CALL_ARGS, { toolCallId: id, delta });
    yield event(EventType.TOOL_CALL_END, { toolCallId: id });
  }
}

const finished = (finishReason: string): AdapterYieldChunk =>
  event(EventType.RUN_FINISHED, {
    runId: 'run',
    threadId: 'thread',
    usage: [{ inputTokens: 40, outputTokens: 2 }],
    metadata: { tanstack: { finishReason } },
  });

export class ScriptedTextAdapter extends BaseTextAdapter<
  'scripted',
  Record<string, never>,
  readonly ['text', 'image'],
  { text: unknown; image: unknown; audio: unknown; video: unknown; document: unknown }
> {
  readonly name = 'scripted';
  readonly requests: SentToAdapter[] = [];
  readonly #turns: ScriptedTurn[];

  constructor(turns: readonly ScriptedTurn[]) {
    super({}, 'scripted');
    this.#turns = [...turns];
  }

  async *chatStream(options: TextOptions<Record<string, never>>): AsyncGenerator<AdapterYieldChunk> {
    const { messages, tools = [], systemPrompts = [] } = options;
    this.requests.push({
      messages: structuredClone(messages),
      tools: tools.map(({ name }) => name),
      systemPrompts: structuredClone(systemPrompts),
    });
    const turn = this.#turns.shift() ?? 'Fine.';
    if (turn instanceof Error) throw turn;
    yield* chunksOf(turn, `said ${messages.length}`);
    if (typeof turn === 'object' && 'hangsAfter' in turn) {
      const { signal } = options.request ?? {};
      await new Promise((_, reject) => {
        const leave = (): void => reject(signal?.reason as Error);
        if (signal?.aborted) leave();
        else signal?.addEventListener('abort', leave);
      });
    }
    yield finished(Array.isArray(turn) ? 'tool_calls' : 'stop');
  }

  structuredOutput(): Promise<{ data: unknown; rawText: string }> {
    return Promise.resolve({ data: { weather: 'snow' }, rawText: '{"weather":"snow"}' });
  }
}

/** The pieces of text in the chunks of a chat. */
export async function* textOf(chunks: AsyncIterable<StreamChunk>): AsyncGenerator<string> {
  for await (const chunk of chunks) if (chunk.type === EventType.TEXT_MESSAGE_CONTENT) yield chunk.delta;
}
