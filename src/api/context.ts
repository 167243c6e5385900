// The context engine: the app's message list in, the next prompt out. Types only.
import type { CallOptions } from './call-options.ts';
import type {
  CompactionPlan,
  CompactionRequest,
  CompactionResult,
  UndoResult,
} from '../context/compaction/compaction.ts';
import type { Lens } from '../context/view/lens.ts';
import type { ContextMeta } from '../context/reminder/meter.ts';
import type { Prepared } from '../context/plan/prepared.ts';

export interface Context {
  /**
   * Turns the app's whole message list into the messages of the next request: system │ overview │ history │ tail. New
   * messages are added to the transcript; one prepared request is one step and one round. The list itself is never
   * changed. Pass the same list, grown, every time, without anything that an earlier call injected.
   *
   * The messages must be of the lens's format; `prepared.messages` has the type of the list that was passed in.
   *
   * Within an epoch, each request extends the previous one byte for byte. The same list (or `requestId`) again returns
   * the same messages and counts nothing.
   * @throws invalid-input: an empty list, no user message, an unknown role, a list that ends with the assistant ·
   * window-too-small: system prompt, overview and the last turn do not fit · session-busy, storage-*. Nothing was
   * changed, except that an archive may have been written.
   */
  prepare<Format, const Message extends Format>(
    lens: Lens<Format>,
    messages: readonly Message[] & RefuseNever<Message>,
    options?: PrepareOptions & CallOptions,
  ): Promise<Prepared<Message>>;
  /**
   * Takes the input tokens that the provider counted for the latest prepared request, cached ones included, and corrects
   * later estimates by them. @throws invalid-input
   */
  observe(usage: { readonly inputTokens: number }): void;
  /** Returns the meter of the latest request that this owner prepared; undefined before the first. */
  meter(): ContextMeta | undefined;
  /**
   * Counts the tokens of a tool result as `prepare` does, for tools that can answer in pages. A larger result than
   * `maxTokens` enters a request as a stub: `context.stubAbove` × the window of the latest prepared request, or ×
   * `context.window` before the first.
   */
  measure(result: string): Promise<ResultSize>;
  /** A text for the system prompt about this memory and when to compact; constant for a session. */
  guide(): Promise<string>;
  readonly compact: Compaction;
}

/** Makes `never[]` a type error; otherwise it would be assignable to a list of any format. */
export type RefuseNever<Message> = [Message] extends [never] ? never : unknown;

export interface ResultSize {
  readonly tokens: number;
  readonly maxTokens: number;
}

export interface PrepareOptions {
  /** Input tokens of this request as the app knows them; default: an estimate. */
  readonly tokensUsed?: number;
  /** The model's context window in tokens; default: the option `context.window`. */
  readonly contextWindow?: number;
  /** Names this request; default: a hash of the list. */
  readonly requestId?: string;
  /** A system prompt that is not in the list (Anthropic, Responses); counted and watched, not returned. */
  readonly system?: string;
  /** The tools of the request in the provider's format; counted and watched. */
  readonly tools?: unknown;
}

/**
 * Compaction of the message list that was prepared last. The model's tool, the policy and the fallback use the same plan.
 */
export interface Compaction {
  /** Returns what `apply` would hide, archive and save. Changes nothing. @throws invalid-input */
  plan(request?: CompactionRequest): Promise<CompactionPlan>;
  /** Archives, writes the overview's block and folds the view of the next request. @throws invalid-input */
  apply(request?: CompactionRequest & ApplyOptions): Promise<CompactionResult>;
  /** Restores the view from before the compaction with this receipt. The archive stays. @throws not-found */
  undo(receipt: string): Promise<UndoResult>;
}

export interface ApplyOptions extends CallOptions {
  /** Who asked, for the journal and the result: `app` (default) · `tool`: a model through a tool. */
  readonly trigger?: 'app' | 'tool';
}
