// A chat over Chrome's Prompt API with a memory: the model's session is made anew when its quota calls for it.
import type { WorkingMemory } from '../../api/memory.ts';
import { plainMessages, type PlainMessage } from '../lenses/plain.ts';
import { checkMemory, checkMethods } from '../../options/methods.ts';

/** The members of `LanguageModel` of the Prompt API that are called. */
export interface PromptApi {
  create(options: { readonly initialPrompts?: never; readonly signal?: AbortSignal }): PromiseLike<PromptSession>;
}

/** The members of a session of the Prompt API that are called. */
export interface PromptSession {
  /** Limit of its tokens; `inputQuota` in older versions. */
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  append(messages: never, options?: { readonly signal?: AbortSignal }): PromiseLike<unknown>;
  promptStreaming(messages: never, options?: { readonly signal?: AbortSignal }): ReadableStream<string>;
  destroy(): void;
}

/** Options of `promptChat`. */
export interface PromptChatOptions {
  /** System prompt; default none. */
  readonly instructions?: string;
  /** Window of the model in tokens; default: that of its session, else the option `context.window`. */
  readonly contextWindow?: number;
  /** Options of `LanguageModel.create`, such as `temperature` with `topK`. */
  readonly create?: object;
}

/** A conversation with the model of the browser. */
export interface PromptChat {
  /** Yields the answer piece by piece. One question at a time. @throws errors of the model and of `context.prepare` */
  ask(question: string, options?: { readonly signal?: AbortSignal }): AsyncGenerator<string, void>;
  /** Destroys the session of the model; the next question makes a new one. */
  release(): void;
}

/**
 * Makes a chat with `LanguageModel` of Chrome, or with a model of its form. The chat goes on where the memory's
 * conversation left off, adds to each question what the memory knows of it, and records the answers. Where the window
 * fills, the memory's rules compact the request, and a new session of the model begins with it; the model needs no
 * tools.
 * @example const chat = promptChat(LanguageModel, memory, { instructions: 'Be brief.' });
 */
export function promptChat(
  model: PromptApi,
  memory: Pick<WorkingMemory, 'context'>,
  { instructions = '', contextWindow, create = {} }: PromptChatOptions = {},
): PromptChat {
  checkMethods(
    'model',
    model,
    ['create'],
    'LanguageModel of the browser, or a model of its form such as textGeneration(…)',
  );
  checkMemory(memory, ['context.prepare']);
  const { context } = memory;
  const system: readonly PlainMessage[] = instructions === '' ? [] : [{ role: 'system', content: instructions }];
  let session: PromptSession | undefined;
  /** Messages that the session holds, as they were prepared. */
  let held: readonly PlainMessage[] = [];
  const release = (): void => {
    session?.destroy();
    session = undefined;
    held = [];
  };
  /** Returns a session that holds these messages, and nothing else. */
  const holding = async (messages: readonly PlainMessage[], given: object): Promise<PromptSession> => {
    const isExtended = held.every((message, index) => isSame(message, messages[index]));
    if (!session || !isExtended) {
      release();
      session = await model.create({ ...create, ...given, initialPrompts: [...messages] as never });
    } else if (messages.length > held.length) await session.append(messages.slice(held.length) as never, given);
    held = messages;
    return session;
  };
  return {
    release,
    async *ask(question, { signal } = {}) {
      const given = signal ? { signal } : {};
      const list = (await context.restore(plainMessages)).filter(({ role }) => role !== 'system');
      const asked: PlainMessage = { role: 'user', content: question };
      // A question whose answer failed is stored already.
      if (!isSame(asked, list.at(-1))) list.push(asked);
      const { contextWindow: most, inputQuota } = session ?? (await holding(system, given));
      const window = contextWindow ?? most ?? inputQuota;
      const { messages } = await context.prepare(plainMessages, [...system, ...list], {
        ...(window !== undefined && Number.isFinite(window) && { contextWindow: window }),
        ...given,
      });
      const last = messages.length - 1;
      let answer = '';
      let isWhole = false;
      try {
        const answering = await holding(messages.slice(0, last), given);
        for await (const piece of pieces(answering.promptStreaming(messages.slice(last) as never, given))) {
          // A piece may have come before the model heard of the abort.
          signal?.throwIfAborted();
          answer += piece;
          yield piece;
        }
        isWhole = true;
      } finally {
        // The model failed or its reader left: which messages the session holds is not known.
        if (!isWhole) release();
      }
      const said: PlainMessage = { role: 'assistant', content: answer };
      held = [...messages, said];
      // The answer is the app's: a full disk must not take it away.
      await context.record(plainMessages, said).catch(() => undefined);
    },
  };
}

/** Yields the pieces of a stream, which is no async iterable in every browser. */
async function* pieces(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}

const isSame = (one: PlainMessage, other: PlainMessage | undefined): boolean =>
  one.role === other?.role && one.content === other.content;
