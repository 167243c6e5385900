// A middleware for agents of LangChain: prepared requests, recorded answers, the memory's tools and the guide to them.
import type { PrepareOptions } from '../../api/context.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import { fields, objects } from '../lenses/fields.ts';
import { langchain, type LangChainMessage } from '../lenses/langchain.ts';
import { checkMemory } from '../../options/methods.ts';
import { jsonSchemaOf } from '../loop/tools.ts';

/** Options of `langchainMiddleware`. */
export interface LangChainOptions extends MemoryToolOptions, Pick<PrepareOptions, 'contextWindow'> {}

/** One tool of a memory, as LangChain's `tool()` makes it. */
export interface LangChainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  readonly lc_runnable: true;
  readonly lc_namespace: readonly string[];
  invoke(call: unknown, config?: { readonly signal?: AbortSignal | undefined }): Promise<string>;
}

/** The fields of a request of an agent that are read; all others pass through. */
interface AgentRequest {
  readonly messages: readonly LangChainMessage[];
  readonly systemPrompt?: string | undefined;
  readonly tools?: readonly unknown[] | undefined;
  readonly runtime?: { readonly signal?: AbortSignal | undefined } | undefined;
}

/** Symbol by which LangChain knows a middleware. */
const BRAND = Symbol.for('AgentMiddleware');

/** Middleware for `createAgent({ middleware })`; its type is LangChain's own, known by a symbol of the SDK. */
export interface LangChainMiddleware {
  readonly name: string;
  readonly tools: never;
  readonly wrapModelCall: never;
}

/**
 * Makes a middleware for `createAgent` of LangChain 1. It prepares every request of the agent's model, records the last
 * answer, adds the memory's tools to the agent's and puts the guide to them behind the system prompt. The agent's state
 * keeps its messages as they are.
 *
 * One conversation per memory: invoke the agent with the messages of this session only.
 * @param options which tools (docs/tools.md), `contextWindow` of the model in tokens
 * @throws invalid-input: something else than a memory · invalid-option
 * @example const middleware = [await langchainMiddleware(memory)];
 */
export async function langchainMiddleware(
  memory: Pick<WorkingMemory, 'context' | 'tools'>,
  { contextWindow, ...chosen }: LangChainOptions = {},
): Promise<LangChainMiddleware> {
  checkMemory(memory, ['tools', 'context.prepare']);
  const { context, tools: toolsOf } = memory;
  const tools = await toolsOf(chosen);
  const { locale } = chosen;
  const guide = await context.guide({ tools, ...(locale !== undefined && { locale }) });
  const wrapModelCall = async <Request extends AgentRequest>(
    request: Request,
    handler: (request: Request) => Promise<LangChainMessage>,
  ): Promise<LangChainMessage> => {
    const systemPrompt = [request.systemPrompt ?? '', guide].filter((text) => text !== '').join('\n\n');
    const signal = request.runtime?.signal;
    const { messages } = await context.prepare(langchain, request.messages, {
      tools: objects(request.tools).map(({ name, description, schema }) => ({ name, description, schema })),
      ...(systemPrompt !== '' && { system: systemPrompt }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(signal && { signal }),
    });
    const answer = await handler({ ...request, systemPrompt, messages });
    // An answer with calls is in the list of the next request. A full disk must not take the last one away.
    if (isAnswer(answer)) await context.record(langchain, answer).catch(() => undefined);
    return answer;
  };
  return {
    [BRAND]: true,
    name: 'WorkingMemory',
    tools: tools.map(langchainTool) as never,
    wrapModelCall: wrapModelCall as never,
  } as LangChainMiddleware;
}

const isAnswer = (answer: unknown): answer is LangChainMessage =>
  langchain.role(answer as LangChainMessage) === 'assistant' &&
  langchain.calls(answer as LangChainMessage).length === 0;

function langchainTool(tool: MemoryTool): LangChainTool {
  return {
    name: tool.name,
    description: tool.description,
    schema: jsonSchemaOf(tool),
    lc_runnable: true,
    lc_namespace: ['working-memory', 'tools'],
    invoke(call, config) {
      const { type, args } = fields(call);
      // An agent hands over the whole call, other callers the input alone.
      return tool.execute(type === 'tool_call' ? args : call, { signal: config?.signal });
    },
  };
}
