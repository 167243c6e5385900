// The parts of one request, as the ribbon and the gauges show them. `recorder.ts` makes the records.
import type { CompactionResult, ContextMeta, EpochReason, OverviewState } from 'working-memory';

/**
 * `cached`: entirely in the prefix shared with the previous request · `new`: not · `injected`: added by the memory,
 * cached or not · `hidden`: in the app's list, but not sent.
 */
export type BlockState = 'cached' | 'new' | 'injected' | 'hidden';

/** One addition of the memory to a message, shown as a chip on its block. */
export interface Chip {
  readonly kind: 'meta' | 'reminder' | 'ask' | 'overview' | 'recalled';
  readonly text: string;
  /** Whether this request added it, rather than an earlier one. */
  readonly isNew: boolean;
}

/** One message of the request, or a hidden one. */
export interface Block {
  /** Equal for the same message in every request: `system`, `overview`, `message-12`, `ride-12`. */
  readonly key: string;
  readonly kind: 'system' | 'overview' | 'message' | 'ride';
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly state: BlockState;
  /** Whether it is within the prefix shared with the previous request; set for injected blocks too. */
  readonly isCached: boolean;
  /** The text as sent, with the memory's additions and calls as `name(arguments)`; of a hidden block, the unsent text. */
  readonly text: string;
  /** The text without the memory's additions. */
  readonly own: string;
  readonly tokens: number;
  /** Index in the app's list; absent for the memory's own messages. */
  readonly index?: number;
  /** Tool of a tool's message, or tools that an assistant's message calls. */
  readonly tools: readonly string[];
  readonly chips: readonly Chip[];
  /** File that now holds the full text of a hidden message, or of a result shown as a stub. */
  readonly path?: string;
  /** Whether the request shows a stub of this result. */
  readonly isStub: boolean;
  /** Its text in the previous request, even if unchanged; absent if it was not part of it. */
  readonly former?: string;
}

/** Tokens by the memory's own estimate, tools and system prompt included. */
export interface Sent {
  readonly tokens: number;
  /** Tokens of the prefix shared with the previous request, which a provider's cache saves. */
  readonly cached: number;
}

export interface SentWithoutMemory extends Sent {
  /** Number of oldest turns cut so that the rest fits the window; 0 where everything fits. */
  readonly cutTurns: number;
}

export interface RequestRecord {
  /** Counts from 1 for each agent. */
  readonly number: number;
  /** Number of user messages so far. */
  readonly turn: number;
  /** In the order of the conversation, hidden ones included. */
  readonly blocks: readonly Block[];
  readonly epoch: number;
  /** Why this request begins an epoch; the ribbon draws a line there. */
  readonly epochReason?: EpochReason;
  /** Whether an earlier byte differs from the previous request. */
  readonly prefixChanged: boolean;
  readonly meter: ContextMeta;
  /** Tokens of the definitions of tools, which are part of every request. */
  readonly toolTokens: number;
  readonly reminder?: 'hint' | 'firm' | 'pause';
  readonly overview: OverviewState;
  /** Requests since the last write of the overview. */
  readonly roundsSinceUpdate: number;
  /** Compaction that the memory made by itself while preparing this request. */
  readonly compaction?: CompactionResult;
  /** Whether it was prepared again, after a reload or a failed answer, and not counted. */
  readonly isRepeated: boolean;
  readonly sent: {
    readonly withMemory: Sent;
    /** Absent where an app without a memory makes no request: the model only called the memory's tools. */
    readonly withoutMemory?: SentWithoutMemory;
  };
  /** Sums over all requests so far, this one included. */
  readonly totals: Totals;
}

export interface Totals {
  /** Number of requests with the memory. */
  readonly requests: number;
  readonly withMemory: Sent;
  /** The same conversation in an app without a memory: see `without-memory.ts`. */
  readonly withoutMemory: Sent;
}

export const NOTHING: Sent = { tokens: 0, cached: 0 };
export const NO_REQUESTS: Totals = { requests: 0, withMemory: NOTHING, withoutMemory: NOTHING };
