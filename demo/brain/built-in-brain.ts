// Chrome's built-in model (Prompt API) as a brain. It exists in windows, not in workers.
//
// The browser would run tools by itself within one prompt, and the memory could not prepare the requests in between. So
// the model reads about the tools in words and answers in JSON: a text, or calls.
import { type Brain, type BrainAnswer, BrainError, type BrainRequest } from './brain.ts';
import { ANSWER_SCHEMA, type PlainMessage, plainMessages, readJsonAnswer } from './json-protocol.ts';

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** The used part of the Prompt API. */
export interface LanguageModelFactory {
  availability(options?: object): Promise<Availability>;
  create(options?: {
    readonly initialPrompts?: readonly PlainMessage[];
    readonly signal?: AbortSignal;
    readonly monitor?: (monitor: EventTarget) => void;
  }): Promise<LanguageModelSession>;
}

export interface LanguageModelSession {
  prompt(
    input: readonly PlainMessage[],
    options?: { readonly signal?: AbortSignal; readonly responseConstraint?: object },
  ): Promise<string>;
  destroy(): void;
  /** Window in tokens; `inputQuota` is its former name. */
  readonly contextWindow?: number;
  readonly inputQuota?: number;
}

export interface ModelHost {
  readonly LanguageModel?: LanguageModelFactory;
}

/** Queries the built-in model; never rejects: a model that cannot be queried is unavailable. */
export async function builtInAvailability(host: ModelHost = globalThis as ModelHost): Promise<Availability> {
  try {
    return (await host.LanguageModel?.availability()) ?? 'unavailable';
  } catch {
    return 'unavailable';
  }
}

export interface Connecting {
  readonly host?: ModelHost;
  readonly signal?: AbortSignal;
  /** Called with the downloaded share of the model, 0–1. */
  readonly onDownload?: (share: number) => void;
}

/**
 * Contract: call it on a click, because the first call may start a download of gigabytes.
 * @throws BrainError not-available; the signal's reason
 */
export async function builtInBrain({
  host = globalThis as ModelHost,
  signal,
  onDownload,
}: Connecting = {}): Promise<Brain> {
  const factory = host.LanguageModel;
  if (!factory || (await builtInAvailability(host)) === 'unavailable') {
    throw new BrainError({ kind: 'not-available', detail: '' });
  }
  const first = await factory
    .create({
      ...(signal && { signal }),
      monitor(monitor) {
        monitor.addEventListener('downloadprogress', (event) => onDownload?.((event as ProgressEvent).loaded));
      },
    })
    .catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new BrainError({ kind: 'not-available', detail: wordsOf(cause) }, { cause });
    });
  const contextWindow = first.contextWindow ?? first.inputQuota;
  first.destroy();
  return new BuiltInBrain(factory, contextWindow);
}

/** Keeps one session while each request extends the previous one, so that the model reads only the new part. */
class BuiltInBrain implements Brain {
  readonly kind = 'built-in';
  readonly name = 'Chrome';
  readonly contextWindow?: number;
  readonly #factory: LanguageModelFactory;
  #session: LanguageModelSession | undefined;
  /** Messages that the session has read and said. */
  #held: readonly PlainMessage[] = [];

  constructor(factory: LanguageModelFactory, contextWindow: number | undefined) {
    this.#factory = factory;
    if (contextWindow !== undefined) this.contextWindow = contextWindow;
  }

  async answer({ messages, tools, signal }: BrainRequest): Promise<BrainAnswer> {
    const all = plainMessages(messages, tools);
    try {
      const fresh = await this.#unread(all, signal);
      const session = this.#session as LanguageModelSession;
      const text = await session.prompt(fresh, { signal, responseConstraint: ANSWER_SCHEMA });
      const message = readJsonAnswer(text, messages);
      if (!message) throw new BrainError({ kind: 'no-answer', detail: text.slice(0, 300) });
      this.#held = [...all, ...plainMessages([message], [])];
      return { message };
    } catch (cause) {
      // The state of a session after a failure is unknown.
      this.close();
      signal.throwIfAborted();
      if (cause instanceof BrainError) throw cause;
      const isTooLong = cause instanceof Error && cause.name === 'QuotaExceededError';
      throw new BrainError({ kind: isTooLong ? 'too-long' : 'no-answer', detail: wordsOf(cause) }, { cause });
    }
  }

  close(): void {
    this.#session?.destroy();
    this.#session = undefined;
    this.#held = [];
  }

  /** Returns the messages that the session has not read, at least one; a new session starts with all but the newest. */
  async #unread(all: readonly PlainMessage[], signal: AbortSignal): Promise<readonly PlainMessage[]> {
    const { length } = this.#held;
    const goesOn = all.length > length && this.#held.every((one, place) => isSame(one, all[place]));
    if (this.#session && goesOn) return all.slice(length);
    this.close();
    this.#session = await this.#factory.create({ initialPrompts: all.slice(0, -1), signal });
    return all.slice(-1);
  }
}

const isSame = (one: PlainMessage, other: PlainMessage | undefined): boolean =>
  one.role === other?.role && one.content === other.content;

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
