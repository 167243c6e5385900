// A model behind chat completions, with its memory: OpenAI, and every compatible server.
import type { Lens } from '../../context/view/lens.ts';
import { string } from '../lenses/fields.ts';
import { openaiChat, type OpenAiChatMessage } from '../lenses/openai/chat.ts';
import { cutOff, loop, type MemoryOfRun, type Endpoint, type RunOptions } from '../loop/loop.ts';
import { ModelRun } from '../loop/run.ts';
import { jsonSchemaOf } from '../loop/tools.ts';
import { ChatAnswer } from './chat-answer.ts';

/** The part of a client that is called: that of the package `openai`, and others of its form. */
export interface ChatClient {
  readonly chat: {
    readonly completions: {
      create(body: never, options?: { signal?: AbortSignal | undefined }): PromiseLike<AsyncIterable<unknown>>;
    };
  };
}

/** Options of `run` over chat completions. */
export interface ChatRunOptions extends RunOptions {
  readonly model: string;
  /** Other fields of the request, such as `temperature`; they take precedence. */
  readonly body?: object;
  /** `openaiChatSingleSystem` for models that accept only one system message; default `openaiChat`. */
  readonly lens?: Lens<OpenAiChatMessage>;
}

/**
 * Asks a model, lets it call the tools of the app and of the memory, and streams what it says. Read the parts with `for
 * await`, or wait for `answer()`.
 *
 * @param messages the app's own list, with or without a system message, ending with the user's; each answer is added to
 * it
 * @throws as it is read: errors of the client and of `context.prepare` · invalid-option: a tool of the app has the name
 * of one of the memory's · the signal's reason. The list then ends with the last whole step, and the same call tries
 * again
 */
export function run<Message extends OpenAiChatMessage>(
  client: ChatClient,
  memory: MemoryOfRun,
  messages: Message[],
  options: ChatRunOptions,
): ModelRun {
  // An app without types may give no options.
  const { model, body, lens = openaiChat, ...ofRun } = options ?? ({} as ChatRunOptions);
  let step = 0;
  const endpoint: Endpoint<OpenAiChatMessage> = {
    client: { given: client, method: 'chat.completions.create', expected: 'a client of the OpenAI SDK' },
    options: { given: options ?? {}, own: ['body', 'lens'] },
    lens,
    definitions: ({ executed, ofProvider }) => [
      ...executed.map((tool) => {
        const { name, description } = tool;
        return {
          type: 'function',
          function: { name, ...(description !== undefined && { description }), parameters: jsonSchemaOf(tool) },
        };
      }),
      ...ofProvider,
    ],
    request: (list, system) => ({ list: withSystem(lens, list, system) }),
    async *send({ messages: prepared, definitions, signal }) {
      const request = {
        model,
        messages: prepared,
        ...(definitions.length > 0 && { tools: definitions }),
        stream: true,
        stream_options: { include_usage: true },
        ...body,
      };
      const chunks = await client.chat.completions.create(request as never, { signal });
      const answer = new ChatAnswer(++step);
      for await (const chunk of chunks) {
        // Engines within the page, such as WebLLM, take no signal.
        signal?.throwIfAborted();
        yield* answer.add(chunk);
      }
      const { said, calls, text, finish, inputTokens } = answer;
      if (finish === '') return cutOff(text, inputTokens);
      return { said: said as OpenAiChatMessage[], calls, text, finish, inputTokens };
    },
    results: (results) => results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  };
  return new ModelRun(loop(endpoint, memory, messages as OpenAiChatMessage[], ofRun));
}

/** Returns the list with this text in its first message: at the end of the app's own system prompt, or in a new one. */
export function withSystem<Message>(lens: Lens<Message>, list: readonly Message[], system: string): readonly Message[] {
  const [first, ...rest] = list;
  if (first === undefined || lens.role(first) !== 'system') return [lens.inject('system', system), ...list];
  if (string(lens.text(first)).includes(system)) return list;
  const appended = lens.append(first, system);
  return appended === undefined ? [lens.inject('system', system), ...list] : [appended, ...rest];
}
