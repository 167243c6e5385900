// A model behind Anthropic's Messages API, with its memory.
import type { Lens } from '../../context/view/lens.ts';
import { type AnthropicMessage, anthropicMessages } from '../lenses/anthropic-messages.ts';
import { cutOff, loop, type MemoryOfRun, type Endpoint, type RunOptions } from '../loop/loop.ts';
import { ModelRun } from '../loop/run.ts';
import { jsonSchemaOf } from '../loop/tools.ts';
import { AnthropicAnswer } from './answer.ts';
import { marked } from './cache-marks.ts';

/** The part of a client that is called: `client.messages`, or `client.beta.messages`. */
export interface AnthropicClient {
  readonly messages: {
    create(body: never, options?: { signal?: AbortSignal }): PromiseLike<AsyncIterable<unknown>>;
  };
}

/** Options of `run` over Anthropic's Messages. */
export interface AnthropicRunOptions extends RunOptions {
  readonly model: string;
  /** Most tokens of one answer, `max_tokens` of the API. */
  readonly maxTokens: number;
  /** Other fields of the request, such as `thinking`, `betas` or `context_management`; they take precedence. */
  readonly body?: object;
}

/**
 * Asks a model, lets it call the tools of the app and of the memory, and streams what it says. Read the parts with `for
 * await`, or wait for `answer()`. Marks the prompt cache where the app marks none.
 *
 * @param messages the app's own list, ending with the user's; each answer is added to it, thinking with its signatures
 * @param options `tools` may hold `anthropicMemoryTool(memory)`; then `only: []` leaves the others out
 * @throws as it is read: errors of the client and of `context.prepare` · invalid-option: a tool of the app has the name
 * of one of the memory's · the signal's reason. The list then ends with the last whole step, and the same call tries
 * again
 */
export function run<Message extends AnthropicMessage>(
  client: AnthropicClient,
  memory: MemoryOfRun,
  messages: Message[],
  options: AnthropicRunOptions,
): ModelRun {
  // An app without types may give no options.
  const { model, maxTokens, body, ...ofRun } = options ?? ({} as AnthropicRunOptions);
  const endpoint: Endpoint<AnthropicMessage> = {
    client: { given: client, method: 'messages.create', expected: 'a client of the Anthropic SDK' },
    options: { given: options ?? {}, own: ['maxTokens', 'body'] },
    lens: anthropicMessages as Lens<AnthropicMessage>,
    definitions: ({ executed, ofProvider }) => [
      ...executed.map((tool) => {
        const { name, type, description } = tool;
        // The model knows the schema of a tool with a type of its own.
        if (type !== undefined) return { type, name };
        return { name, ...(description !== undefined && { description }), input_schema: jsonSchemaOf(tool) };
      }),
      ...ofProvider,
    ],
    request: (list, system) => ({ list, system }),
    async *send({ messages: prepared, cacheBreakpoints, system, definitions, signal }) {
      const request = {
        model,
        max_tokens: maxTokens,
        system,
        messages: marked(prepared, cacheBreakpoints),
        ...(definitions.length > 0 && { tools: definitions }),
        stream: true,
        ...body,
      };
      const answer = new AnthropicAnswer();
      const events = await client.messages.create(request as never, { ...(signal && { signal }) });
      for await (const event of events) yield* answer.add(event);
      const { calls, text, finish, inputTokens, content } = answer;
      if (finish === '') return cutOff(text, inputTokens);
      const said = content.length === 0 ? [] : [{ role: 'assistant', content } as unknown as AnthropicMessage];
      return { said, calls, text, finish, inputTokens };
    },
    results: (results) => [
      {
        role: 'user',
        content: results.map(({ id, text, isError }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: text,
          ...(isError && { is_error: true }),
        })),
      },
    ],
  };
  return new ModelRun(loop(endpoint, memory, messages as AnthropicMessage[], ofRun));
}
