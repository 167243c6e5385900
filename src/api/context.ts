// The context engine as an app uses it: its own message list in, the next request out. Types only.
import type { RecalledText } from '../recall/recalled-text.ts';
import type { Locale } from '../options/options.ts';
import type { CallOptions } from './call-options.ts';
import type { WithheldAddress } from './recall.ts';
import type { ToolSet } from './tools.ts';
import type { RequestNews, WatchOptions } from './watching/request-news.ts';
import type {
  CompactionPlan,
  CompactionRequest,
  CompactionResult,
  UndoResult,
} from '../context/compaction/compaction.ts';
import type { Lens } from '../context/view/lens.ts';
import type { ContextMeta } from '../context/reminder/meter.ts';
import type { Prepared } from '../context/plan/prepared.ts';

/** Prepares requests from the app's message list within the model's context window. See docs/prompt-format.md. */
export interface Context {
  /**
   * Turns the app's whole message list into the messages of the next request: the list as it is, until there is something
   * to say or the window fills; then system prompt, pinned overview, history in view, appended notes. New messages go to
   * the transcript; a prepared request counts as one step and one round. The list is never changed. Pass the same list
   * every time, grown, without anything that an earlier call added.
   *
   * The messages must be of the lens's format; `prepared.messages` has the type of the list that was passed in.
   *
   * Within an epoch every request extends the previous one byte for byte, which keeps a provider's prompt cache valid.
   * The same list (or `requestId`) again gives the same messages and counts nothing.
   * @throws invalid-input: an empty list, no user message, an unknown role ·
   * window-too-small: system prompt, overview and the last turn do not fit · session-busy, storage-* except
   * storage-quota. Nothing was changed.
   * @example const { messages: sent } = await memory.context.prepare(openaiChat, messages);
   */
  prepare<Format, const Message extends Format>(
    lens: Lens<Format>,
    messages: readonly Message[] & RefuseNever<Message>,
    options?: PrepareOptions & CallOptions,
  ): Promise<Prepared<Message> & Saved>;
  /**
   * Puts new messages into the transcript at once: the model's answer, before the next request holds it. Takes one message
   * or several, or the whole list. Each message is stored once, however often it is recorded or prepared.
   * @throws invalid-input: no message, an unknown role · session-busy, storage-*. Nothing was recorded.
   * @example await memory.context.record(openaiChat, answer);
   */
  record<Message>(
    lens: Lens<Message>,
    messages: NoInfer<Message> | readonly NoInfer<Message>[],
    options?: RecordOptions & CallOptions,
  ): Promise<Recorded>;
  /**
   * Returns the app's list as it was last prepared or recorded, so that an app need not store it: its own objects,
   * without `undefined` fields. Texts and bytes of 32 KiB and more are stored once, however many messages hold them.
   * Values without a text form (functions, class instances) and messages that are too large (over
   * `transcript.maxMessageLength` without those texts and bytes, or over half of `transcript.maxBytes` for them) come
   * back as the lens rebuilds them from their texts, calls and results; so do messages of another lens. A user message
   * marks the place of each message that `transcript.maxBytes` dropped; requests leave it out.
   * @param options `branch`: returns the list of that branch; the next request or record of it makes it the current one
   * @throws not-found: no such branch · storage-*
   * @example const messages = await memory.context.restore(openaiChat);
   */
  restore<Message>(lens: Lens<Message>, options?: RestoreOptions): Promise<Message[]>;
  /**
   * Returns the branches of the conversation in the order in which they began. The transcript is a tree: a replaced or
   * regenerated message, the list of a second tab and another conversation each begin a branch; continuing the list of
   * a branch continues that branch. A new branch removes no other. @throws storage-*
   * @example const [first] = await memory.context.branches();
   */
  branches(): Promise<readonly Branch[]>;
  /**
   * Calls `listener` with every request that this owner prepares: tokens that were cached and new, what the memory added and
   * hid, why an epoch began, how long it took. Ids and numbers; with `texts` also the added texts.
   * Contract: the listener must not throw. Returns the function that unsubscribes it.
   * @throws invalid-input: the listener is no function
   * @example const unsubscribe = memory.context.subscribe((news) => console.log(news));
   */
  subscribe(listener: (news: RequestNews) => void, options?: WatchOptions): () => void;
  /**
   * Takes the provider's count of the latest prepared request; ignored before the first. It corrects later estimates, the
   * better the more requests are observed, and `memory.report` shows it as the provider's. @throws invalid-input
   * @example memory.context.observe({ inputTokens: 5210, cachedTokens: 4800 });
   */
  observe(usage: ProviderUsage): void;
  /**
   * Returns the meter of the latest request that this owner prepared; undefined before the first.
   * @example const meter = memory.context.meter();
   */
  meter(): ContextMeta | undefined;
  /**
   * Returns the index in the transcript of the user's message that the latest prepared request answers, for the field
   * `message` of items that are memorized meanwhile; undefined before the first request.
   * @example const index = memory.context.asked();
   */
  asked(): number | undefined;
  /**
   * Returns the index in the transcript of the message that a text comes from, for the field `message` of an item: that
   * of `asked()`, or of a later tool result with more words in common. Undefined before the first request, or if there
   * are tool results since and none of these messages shares a word with the text. @throws invalid-input
   * @example const message = await memory.context.origin('I am allergic to nuts');
   */
  origin(text: string): Promise<number | undefined>;
  /**
   * Returns the tokens of a tool result as `prepare` counts them, and the size up to which `prepare` never cuts one as it
   * arrives: `context.stubAbove` of the window of the latest prepared request, or of `context.window` before the first.
   * For tools that can answer in pages, as this library's own do. @throws invalid-input
   * @example const { tokens, maxTokens } = await memory.context.measure(result);
   */
  measure(result: string): Promise<TextSize>;
  /**
   * Returns the tokens of a text of overview.md, and how many requests show: `context.overviewShare` of the window (the
   * beginning of each section of a longer text); Infinity with `context.placement: 'literal'`. @throws invalid-input
   * @example const { tokens, maxTokens } = await memory.context.measureOverview(text);
   */
  measureOverview(text: string): Promise<TextSize>;
  /**
   * Returns instructions for the system prompt: how to use this memory, and when to compact. They name the tools that the
   * model is given, so pass the same set as to `memory.tools`. The same options give the same text for a whole session.
   * @throws invalid-option
   * @example const system = `You are a cook.\n\n${await memory.context.guide({ set: 'minimal' })}`;
   */
  guide(options?: GuideOptions): Promise<string>;
  /**
   * Returns the texts that the memory added to requests of this epoch by itself, in recalled notes: they fit a user message
   * and were not in view. `session` names another conversation that holds one. `items.forget` with `mode: 'hard'` in the
   * session that holds an item removes it there and from that session's prompts; `memory.erase` in the whole workspace.
   * @example for (const { text, since } of await memory.context.recalled()) console.log(text, since);
   */
  recalled(): Promise<readonly NotedText[]>;
  /**
   * Keeps an item, a message or a file out of the recalled notes of this session from now on; a note that was sent stays
   * until the next epoch. Recall on request still finds the text. Takes an entry of `recalled()`, or its address.
   * @throws invalid-input · read-only
   * @example await memory.context.withhold({ id });
   */
  withhold(address: WithheldAddress): Promise<void>;
  /** Compaction on request: hides older messages and offloads their text to files. */
  readonly compact: Compaction;
}

/** The provider's count of a request and its answer, in tokens. */
export interface ProviderUsage {
  /** Tokens of the whole request, including those from the provider's cache. */
  readonly inputTokens: number;
  /** Input tokens that came from the provider's cache; absent: not known. */
  readonly cachedTokens?: number;
  /** Tokens of the answer; absent: not known. */
  readonly outputTokens?: number;
}

/** A text in a recalled note. */
export interface NotedText extends RecalledText {
  /** Time at which it was added to a request, ms since 1970. */
  readonly since: number;
}

/** Whether the additions of a request to the session are stored. */
export interface Saved {
  /**
   * False while the storage is full: the request is usable, and the next one extends it, but its messages are not in
   * the transcript yet, and no file was written for it. The next request that can be stored stores them; if this memory
   * ends before, the app's list still has them.
   */
  readonly saved: boolean;
}

/** Makes `never[]` a type error; otherwise it would be assignable to a list of any format. */
export type RefuseNever<Message> = [Message] extends [never] ? never : unknown;

/** Options of `restore`. */
export interface RestoreOptions {
  /** `id` of one of `branches()`; default: the list that was prepared or recorded last, by any owner. */
  readonly branch?: string;
}

/** A branch of the conversation: messages that follow each other, up to the newest one. */
export interface Branch {
  /** Names the branch in `restore`; does not change while the branch grows. */
  readonly id: string;
  /** Number of messages in its list, including those that it shares with other branches. */
  readonly messages: number;
  /** Index in its list of the first message of its own; the messages before it belong to the branch that it left. */
  readonly from: number;
  /** Beginning of that message: up to 120 UTF-16 units on one line; may be empty. */
  readonly text: string;
  /** Time at which it was last prepared or recorded, ms since 1970. */
  readonly lastUsed: number;
  /** Whether the list that was last prepared or recorded ends in this branch. */
  readonly current: boolean;
}

/** Answer of `record`. */
export interface Recorded {
  /** Number of messages that the transcript did not yet hold. */
  readonly count: number;
  /** False while the storage is full, as in `Saved`: the next request or record that can be stored stores them. */
  readonly saved: boolean;
}

/** Options of `guide`. */
export interface GuideOptions {
  /** The set that `memory.tools` was given; default `standard`. */
  readonly set?: ToolSet;
  /**
   * The tools themselves, instead of a set: those of `memory.tools`, or the one of `anthropicMemoryTool`. Tools with
   * other names are ignored; leave out tools of the app whose names this memory also uses.
   */
  readonly tools?: readonly { readonly name: string }[];
  /**
   * Whether to give the whole strategy instead of a few lines: when to write notes, and what to do at each pressure.
   * Default: true with all tools, and with `context.placement: 'literal'`.
   */
  readonly full?: boolean;
  /** Default: the option `locale`. */
  readonly locale?: Locale;
}

/** Answer of `measure` and `measureOverview`. */
export interface TextSize {
  /** Tokens of the text. */
  readonly tokens: number;
  /** Most tokens that are shown in full; a longer text may be shown in part, a result as a stub. */
  readonly maxTokens: number;
}

/** Progress of a long call; `done` and `total` count messages. */
export interface ContextProgress {
  /** `read`: through the lens · `sum-up`: summarizes the messages to hide · `store`: writes rows of the transcript. */
  readonly step: 'read' | 'sum-up' | 'store';
  readonly done: number;
  readonly total: number;
}

/** For calls that may receive thousands of messages at once. */
export interface ProgressOptions {
  /**
   * Called between two slices of work on the app's thread, each of some milliseconds; never for a short list.
   * Contract: must not throw.
   */
  readonly onProgress?: (progress: ContextProgress) => void;
}

/** Options of `record`. */
export interface RecordOptions extends ProgressOptions {
  /**
   * Whether the messages are the whole list. Messages that the conversation held after them are then taken back, as by
   * a request with an earlier list: they stay in the transcript, on the branch that is left. An empty list begins anew.
   * Default false: messages that were recorded before take nothing back.
   */
  readonly whole?: boolean;
}

/** Options of `prepare`. */
export interface PrepareOptions extends ProgressOptions {
  /** Input tokens of this request, if the app knows them; otherwise they are estimated. */
  readonly tokensUsed?: number;
  /** The model's context window in tokens; default: the option `context.window`. */
  readonly contextWindow?: number;
  /** Names this request; default: a hash of the list. */
  readonly requestId?: string;
  /** A system prompt outside the list, as text or blocks of text. Counted; a change begins an epoch. Not returned. */
  readonly system?: string | readonly { readonly text: string }[];
  /**
   * The tools as they are sent. Counted; a change begins an epoch. Notices name no other tool. Only a model with a tool
   * that can write overview.md is reminded of it, and only one that also has `compact_history` is asked to compact.
   */
  readonly tools?: unknown;
}

/**
 * Compaction of the list that was last prepared, by the same rules as the model's tool, the policy and the fallback. It
 * takes effect with the next prepared request.
 */
export interface Compaction {
  /**
   * Returns what `apply` would hide, archive and save. Changes nothing.
   * @throws invalid-input, path-not-allowed
   * @example const plan = await memory.context.compact.plan();
   */
  plan(request?: CompactionRequest): Promise<CompactionPlan>;
  /**
   * Writes the archive and the overview's summary block, and hides the messages.
   * @throws invalid-input, path-not-allowed
   * @example const { receipt } = await memory.context.compact.apply();
   */
  apply(request?: CompactionRequest & ApplyOptions): Promise<CompactionResult>;
  /**
   * Restores the view before the compaction with this receipt; its archive stays.
   * @throws not-found
   * @example await memory.context.compact.undo(receipt);
   */
  undo(receipt: string): Promise<UndoResult>;
}

/** Options of `compact.apply` besides the request. */
export interface ApplyOptions extends CallOptions {
  /** Origin of the request, for the journal and the result: `app` (default), or `tool` for a model's tool call. */
  readonly trigger?: 'app' | 'tool';
}
