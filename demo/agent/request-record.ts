// The parts of one request, as the ribbon and the gauges show them. `recorder.ts` makes the records.
import type { CompactionResult, ContextMeta, EpochReason, OverviewState } from 'working-memory';

/**
 * `cached`: wholly in the part that the request has in common with the one before · `new`: not · `injected`: put in by
 * the memory, cached or not · `hidden`: of the app's list, not sent.
 */
export type BlockState = 'cached' | 'new' | 'injected' | 'hidden';

/** One addition of the memory to a message, shown as a chip on its block. */
export interface Chip {
  readonly kind: 'meta' | 'reminder' | 'ask' | 'overview' | 'recalled';
  readonly text: string;
  /** This request added it; otherwise an earlier one did. */
  readonly isNew: boolean;
}

/** One message of the request, or a hidden one. */
export interface Block {
  /** The same message has the same key in every request: `system`, `overview`, `message-12`, `ride-12`. */
  readonly key: string;
  readonly kind: 'system' | 'overview' | 'message' | 'ride';
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly state: BlockState;
  /** Within the prefix shared with the request before; set for injected blocks too. */
  readonly isCached: boolean;
  /** The text as sent, with the memory's additions and calls as `name(arguments)`; of a hidden block, the unsent text. */
  readonly text: string;
  /** The same without the memory's additions. */
  readonly own: string;
  readonly tokens: number;
  /** Index in the app's list; absent for the memory's own messages. */
  readonly index?: number;
  /** Of a tool's message: the tool; of an assistant's: the tools it calls. */
  readonly tools: readonly string[];
  readonly chips: readonly Chip[];
  /** File that now holds the full text of a hidden message, or of a result shown as a stub. */
  readonly path?: string;
  /** The request shows a stub of this result. */
  readonly isStub: boolean;
  /** Its text in the request before, even if unchanged; absent if it was not part of it. */
  readonly former?: string;
}

/** Tokens by the memory's own estimate, tools and system prompt included. */
export interface Sent {
  readonly tokens: number;
  /** Tokens of the common prefix with the request before, which a provider's cache saves. */
  readonly cached: number;
}

export interface SentWithoutMemory extends Sent {
  /** Number of oldest turns cut so that the rest fits the window; 0 where everything fits. */
  readonly cutTurns: number;
}

export interface RequestRecord {
  /** 1 = the first of this agent. */
  readonly number: number;
  /** Messages of the user so far. */
  readonly turn: number;
  /** In the order of the conversation, hidden ones included. */
  readonly blocks: readonly Block[];
  readonly epoch: number;
  /** Why this request begins an epoch; the ribbon draws a line there. */
  readonly epochReason?: EpochReason;
  /** An earlier byte differs from the request before. */
  readonly prefixChanged: boolean;
  readonly meter: ContextMeta;
  /** Of the definitions of the tools, which ride with every request. */
  readonly toolTokens: number;
  readonly reminder?: 'hint' | 'firm' | 'pause';
  readonly overview: OverviewState;
  /** Requests since the overview was written. */
  readonly roundsSinceUpdate: number;
  /** The memory compacted on its own while it prepared this request. */
  readonly compaction?: CompactionResult;
  /** Prepared again, after a reload or a failed answer: nothing was counted. */
  readonly isRepeated: boolean;
  readonly sent: {
    readonly withMemory: Sent;
    /** Absent where an app without a memory makes no request: only the memory answered the model. */
    readonly withoutMemory?: SentWithoutMemory;
  };
  /** Sums over all requests so far, this one included. */
  readonly totals: Totals;
}

export interface Totals {
  /** With memory. */
  readonly requests: number;
  readonly withMemory: Sent;
  /** The same conversation in an app without a memory: see `without-memory.ts`. */
  readonly withoutMemory: Sent;
}

export const NOTHING: Sent = { tokens: 0, cached: 0 };
export const NO_REQUESTS: Totals = { requests: 0, withMemory: NOTHING, withoutMemory: NOTHING };
