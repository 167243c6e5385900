// A text generation of transformers.js in the form of the Prompt API: sessions that hold messages and stream answers.
import { invalidInput, kindOf } from '../../errors.ts';
import { lines } from '../lenses/readable.ts';
import type { PromptApi, PromptSession } from './chat.ts';

/** The members of `pipeline('text-generation', …)` of `@huggingface/transformers` 3 and 4 that are used. */
export interface TextGenerator {
  (messages: never, options?: never): PromiseLike<unknown>;
  readonly tokenizer: unknown;
  readonly model?: { readonly config?: unknown };
}

/** `TextStreamer` of the same package. */
export type TextStreamerClass = new (
  tokenizer: never,
  options: {
    readonly skip_prompt: boolean;
    readonly skip_special_tokens: boolean;
    readonly callback_function: (text: string) => void;
  },
) => object;

interface TemplateMessage {
  readonly role: string;
  readonly content: string;
}

/** Limit of one answer in tokens, where the app sets none; the package's own default would end it after a sentence. */
const MOST_NEW_TOKENS = 1024;

/**
 * Makes a model for `promptChat` of a text generation of transformers.js. The prepared conversation goes to the model's
 * chat template, messages of the user that follow each other as one, which many templates ask for. An abort, or a
 * reader that leaves, ends the model at its next piece.
 * @param streamer the class `TextStreamer` of the package
 * @param generation options of the call, such as `temperature` with `do_sample`; `max_new_tokens` is 1024 by default,
 * and is left free in the model's window
 */
export function textGeneration(
  generator: TextGenerator,
  streamer: TextStreamerClass,
  generation: { readonly max_new_tokens?: number } & Readonly<Record<string, unknown>> = {},
): PromptApi {
  if (typeof generator !== 'function')
    throw invalidInput('generator', "the result of pipeline('text-generation', …)", kindOf(generator));
  if (typeof streamer !== 'function') throw invalidInput('streamer', 'the class TextStreamer', kindOf(streamer));
  const options = { max_new_tokens: MOST_NEW_TOKENS, ...generation };
  const positions = (generator.model?.config as { max_position_embeddings?: unknown } | undefined)
    ?.max_position_embeddings;
  return {
    create(given) {
      let held = [...((given.initialPrompts as readonly TemplateMessage[] | undefined) ?? [])];
      const session: PromptSession = {
        ...(typeof positions === 'number' && { contextWindow: positions - options.max_new_tokens }),
        append: async (messages) => void (held = [...held, ...(messages as readonly TemplateMessage[])]),
        promptStreaming(messages, { signal } = {}) {
          held = [...held, ...(messages as readonly TemplateMessage[])];
          const list = joined(held);
          let hasLeft = false;
          return new ReadableStream<string>({
            async start(controller) {
              let content = '';
              const callback_function = (text: string): void => {
                signal?.throwIfAborted();
                // An error that is thrown here ends the generation.
                if (hasLeft) throw new DOMException('The reader has left.', 'AbortError');
                content += text;
                if (text !== '') controller.enqueue(text);
              };
              const listener = new streamer(generator.tokenizer as never, {
                skip_prompt: true,
                skip_special_tokens: true,
                callback_function,
              });
              await generator(list as never, { ...options, streamer: listener } as never);
              held = [...held, { role: 'assistant', content }];
              controller.close();
            },
            cancel() {
              hasLeft = true;
            },
          });
        },
        destroy: () => void (held = []),
      };
      return Promise.resolve(session);
    },
  };
}

function joined(messages: readonly TemplateMessage[]): TemplateMessage[] {
  const list: TemplateMessage[] = [];
  for (const message of messages) {
    const last = list.at(-1);
    if (last?.role === 'user' && message.role === 'user')
      list[list.length - 1] = { role: 'user', content: lines([last.content, message.content]) };
    else list.push(message);
  }
  return list;
}
