// A memory for the tool runner of Anthropic's SDK: its tools, and a middleware that prepares each request of a client.
import type { PrepareOptions } from '../../api/context.ts';
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import { invalidInput } from '../../errors.ts';
import { type AnthropicMessage, anthropicMessages } from '../lenses/anthropic-messages.ts';
import { type Fields, fields, objects, string } from '../lenses/fields.ts';
import { checkMemory } from '../../options/methods.ts';
import type { MemoryOfRun } from '../loop/loop.ts';
import { jsonSchemaOf } from '../loop/tools.ts';
import { AnthropicAnswer } from './answer.ts';
import { marked } from './cache-marks.ts';

/** Options of `toolRunnerMemory`. */
export interface ToolRunnerOptions extends MemoryToolOptions, Pick<PrepareOptions, 'contextWindow'> {}

/** A tool of a memory, as the SDK's tool runner takes it. */
export interface RunnerTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { type: 'object' };
  parse(input: unknown): unknown;
  run(input: unknown, context?: { readonly signal?: AbortSignal | null | undefined }): Promise<string>;
}

/** Fields of a request of the SDK that are read and changed. */
export interface RunnerRequest {
  readonly url: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/** The SDK's `Middleware`. */
export type RunnerMiddleware = <Request extends RunnerRequest>(
  request: Request,
  next: (request: Request) => Promise<Response>,
  context: { parse(response: Response): Promise<unknown> },
) => Promise<Response>;

/** Tools for `toolRunner`, and a middleware for the client that runs it. */
export interface ToolRunnerMemory {
  readonly tools: RunnerTool[];
  readonly middleware: RunnerMiddleware;
}

/**
 * Returns tools and a middleware for `client.beta.messages.toolRunner` with `thread: false`. The middleware prepares
 * every request to the Messages API, adds the guide to the memory's tools where the request has one of them, marks the
 * prompt cache where the app marks none, and records the last answer. The runner's list stays as it is.
 *
 * Every request of a client with the middleware belongs to the conversation of this memory.
 * @param options which tools (docs/tools.md), `contextWindow` of the model in tokens
 * @throws invalid-input: something else than a memory · invalid-option
 */
export async function toolRunnerMemory(
  memory: MemoryOfRun,
  { contextWindow, ...chosen }: ToolRunnerOptions = {},
): Promise<ToolRunnerMemory> {
  checkMemory(memory, ['tools', 'context.prepare']);
  const { context, tools: toolsOf } = memory;
  const ofMemory = await toolsOf(chosen);
  const { locale } = chosen;

  const prepared = async (body: Fields, signal: AbortSignal | null | undefined): Promise<Fields> => {
    const sent = objects(body.tools);
    const guided = sent.filter(
      ({ name, type }) => ofMemory.some((tool) => tool.name === name) || string(type).startsWith('memory_'),
    );
    const guide =
      guided.length === 0
        ? ''
        : await context.guide({ tools: guided as never, ...(locale !== undefined && { locale }) });
    const system = instructed(body.system, guide);
    const { messages, cacheBreakpoints } = await context.prepare(anthropicMessages, messagesOf(body), {
      tools: sent,
      ...(system !== undefined && { system: textOf(system) }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(signal && { signal }),
    });
    return { ...body, ...(system !== undefined && { system }), messages: marked(messages, cacheBreakpoints) };
  };

  const record = async (events: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> => {
    const answer = new AnthropicAnswer();
    for await (const event of events) for (const _ of answer.add(event));
    if (answer.inputTokens > 0) context.observe({ inputTokens: answer.inputTokens });
    // An answer with calls, or one that goes on, is in the list of the next request.
    const isLast = answer.finish !== '' && answer.finish !== 'pause_turn' && answer.calls.length === 0;
    const said = { role: 'assistant', content: answer.content } as unknown as AnthropicMessage;
    if (isLast && answer.content.length > 0) await context.record(anthropicMessages, said);
  };

  const middleware: RunnerMiddleware = async (request, next, { parse }) => {
    const body = bodyOf(request);
    if (!body) return next(request);
    const response = await next({ ...request, body: JSON.stringify(await prepared(body, request.signal)) });
    if (!response.ok) return response;
    const answer = await parse(response);
    // The answer is the app's: a full disk must not take it away, and a stream that fails says so to its reader.
    if (body.stream !== true || !response.body) {
      await record(eventsOf(answer)).catch(() => undefined);
      return response;
    }
    const recorded = record(answer as AsyncIterable<unknown>).catch(() => undefined);
    return new Response(response.body.pipeThrough(new TransformStream({ flush: () => recorded })), response);
  };
  return { tools: ofMemory.map(runnerTool), middleware };
}

const runnerTool = (tool: MemoryTool): RunnerTool => ({
  name: tool.name,
  description: tool.description,
  input_schema: jsonSchemaOf(tool) as RunnerTool['input_schema'],
  // The tool repairs what models send.
  parse: (input) => input,
  run: (input, call) => tool.execute(input, { signal: call?.signal ?? undefined }),
});

/**
 * Returns the body of a request for an answer; undefined for any other, and for one that compacts the list at the
 * server.
 */
function bodyOf({ url, body }: RunnerRequest): Fields | undefined {
  if (typeof body !== 'string' || !new URL(url).pathname.endsWith('/v1/messages')) return undefined;
  const asked = fields(JSON.parse(body));
  if (asked.compaction) return undefined;
  if (asked.thread === undefined || asked.thread === false) return asked;
  throw invalidInput('thread', 'false in the parameters of toolRunner: a thread keeps the list at the server');
}

const messagesOf = ({ messages }: Fields): readonly AnthropicMessage[] => objects(messages) as never;

/** Returns the system prompt with the guide behind it. */
function instructed(system: unknown, guide: string): string | readonly unknown[] | undefined {
  if (Array.isArray(system)) return guide === '' ? system : [...(system as unknown[]), { type: 'text', text: guide }];
  const texts = [string(system), guide].filter((text) => text !== '');
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

const textOf = (system: string | readonly unknown[]): string =>
  typeof system === 'string'
    ? system
    : objects(system)
        .map(({ text }) => string(text))
        .join('\n\n');

/** Turns a whole message into the events that would stream it. */
function* eventsOf(message: unknown): Generator<object> {
  const { content, stop_reason } = fields(message);
  yield { type: 'message_start', message };
  for (const [index, content_block] of objects(content).entries()) {
    yield { type: 'content_block_start', index, content_block };
  }
  yield { type: 'message_delta', delta: { stop_reason } };
}
