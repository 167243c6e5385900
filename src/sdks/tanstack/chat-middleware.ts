// A middleware for `chat` of TanStack AI: prepared requests, recorded answers, the memory's tools and the guide to
// them.
import type { PrepareOptions } from '../../api/context.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import type { MemoryTool, MemoryToolOptions } from '../../api/tools.ts';
import { fields, string } from '../lenses/fields.ts';
import { tanstack, type TanStackMessage } from '../lenses/tanstack.ts';
import { checkMemory } from '../../options/methods.ts';
import { nameTaken } from '../ai-sdk/tools.ts';
import { jsonSchemaOf } from '../loop/tools.ts';

/** Options of `tanstackMiddleware`. */
export interface TanStackOptions extends MemoryToolOptions, Pick<PrepareOptions, 'contextWindow'> {}

/** The fields of a chat's context that are read. */
export interface TanStackContext {
  readonly phase: string;
  readonly signal?: AbortSignal;
  readonly messages: readonly TanStackMessage[];
}

/** The fields of a chat's configuration that are read; `onConfig` gives back those that it changed. */
export interface TanStackConfig {
  readonly messages: readonly TanStackMessage[];
  readonly providerMessages?: readonly TanStackMessage[] | undefined;
  readonly systemPrompts: readonly unknown[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema?: unknown }[];
}

/** A `ChatMiddleware` of TanStack AI by its shape. */
export interface TanStackMiddleware {
  readonly name: string;
  onConfig<Config extends TanStackConfig>(context: TanStackContext, config: Config): Promise<Partial<Config>>;
  onUsage(context: TanStackContext, usage: { readonly promptTokens: number }): void;
  onFinish(context: TanStackContext): Promise<void>;
}

/**
 * Makes a middleware for `chat` of TanStack AI. It prepares every request of the model, records the last answer, adds
 * the memory's tools to those of the chat and puts the guide to them behind the system prompts. The chat's own messages
 * stay as they are.
 *
 * One conversation per memory: call `chat` with the messages of this session only, the last of your middlewares.
 * @param options which tools (docs/tools.md), `contextWindow` of the model in tokens
 * @throws as a chat runs: invalid-option: a tool of the app has the name of one of the memory's · errors of `prepare`
 * @example const middleware = [tanstackMiddleware(memory)];
 */
export function tanstackMiddleware(
  memory: Pick<WorkingMemory, 'context' | 'tools'>,
  { contextWindow, ...chosen }: TanStackOptions = {},
): TanStackMiddleware {
  checkMemory(memory, ['tools', 'context.prepare']);
  const { context, tools: toolsOf } = memory;
  /** Number of messages in each chat that its latest request held. */
  const held = new WeakMap<TanStackContext, number>();
  const { locale } = chosen;

  const withTools = async ({ tools, systemPrompts }: TanStackConfig): Promise<object> => {
    const ofMemory = await toolsOf(chosen);
    const taken = ofMemory.find(({ name }) => tools.some((tool) => tool.name === name));
    if (taken) throw nameTaken(taken.name, ofMemory);
    const guide = await context.guide({ tools: ofMemory, ...(locale !== undefined && { locale }) });
    return { tools: [...tools, ...ofMemory.map(tanstackTool)], systemPrompts: [...systemPrompts, guide] };
  };

  const prepared = async (config: TanStackConfig, { phase, signal }: TanStackContext): Promise<object> => {
    const system = config.systemPrompts.map(promptText).join('\n\n');
    const { messages } = await context.prepare(tanstack, config.providerMessages ?? config.messages, {
      // The request for a structured output brings no tools.
      ...(phase === 'beforeModel' && { tools: config.tools.map(definition) }),
      ...(system !== '' && { system }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(signal && { signal }),
    });
    return { providerMessages: messages };
  };

  return {
    name: 'working-memory',
    async onConfig<Config extends TanStackConfig>(chat: TanStackContext, config: Config) {
      if (chat.phase === 'init') return (await withTools(config)) as Partial<Config>;
      const change = await prepared(config, chat);
      held.set(chat, config.messages.length);
      return change as Partial<Config>;
    },
    onUsage(_, { promptTokens }) {
      // Some servers report no usage.
      if (promptTokens > 0) context.observe({ inputTokens: promptTokens });
    },
    async onFinish(chat) {
      const said = chat.messages.slice(held.get(chat));
      // The answer is the app's: a full disk must not take it away. The next request that holds it tries again.
      if (said.length > 0) await context.record(tanstack, said).catch(() => undefined);
    },
  };
}

const promptText = (prompt: unknown): string => (typeof prompt === 'string' ? prompt : string(fields(prompt).content));

const definition = ({ name, description, inputSchema }: TanStackConfig['tools'][number]): object => {
  return { name, description, inputSchema: jsonSchemaOf({ inputSchema: fields(inputSchema) }) };
};

function tanstackTool(tool: MemoryTool): object {
  return {
    name: tool.name,
    description: tool.description,
    // Plain JSON Schema, so that no validation comes before `execute`, which repairs what models send.
    inputSchema: jsonSchemaOf(tool),
    execute: (input: unknown, options?: { readonly abortSignal?: AbortSignal }) => tool.execute(input, options),
  };
}
