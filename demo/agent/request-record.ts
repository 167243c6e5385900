// What one request was made of, for the ribbon and the gauges. How it is found out is in `recorder.ts`.
import type { CompactionResult, ContextMeta, EpochReason, OverviewState } from 'working-memory';

/**
 * `cached`: wholly in the part that the request has in common with the one before · `new`: not · `injected`: put in by
 * the memory, cached or not · `hidden`: of the app's list, not sent.
 */
export type BlockState = 'cached' | 'new' | 'injected' | 'hidden';

/** What the memory put behind a message: chips on its block. */
export interface Chip {
  readonly kind: 'meta' | 'reminder' | 'ask' | 'overview';
  readonly text: string;
  /** It was put in by this request; else it still rides there. */
  readonly isNew: boolean;
}

/** One message of the request, or one that was left out of it. */
export interface Block {
  /** The same message has the same key in every request: `system`, `overview`, `message-12`, `ride-12`. */
  readonly key: string;
  readonly kind: 'system' | 'overview' | 'message' | 'ride';
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly state: BlockState;
  /** It stands in the part that the request has in common with the one before; also said of what is injected. */
  readonly isCached: boolean;
  /** All that was sent of it, with what rides on it and calls as `name(arguments)`; of a hidden one what was not sent. */
  readonly text: string;
  /** The same without what rides on it. */
  readonly own: string;
  readonly tokens: number;
  /** Index in the app's list, of which it is a message. */
  readonly index?: number;
  /** Of a tool's message: the tool; of an assistant's: the tools it calls. */
  readonly tools: readonly string[];
  readonly chips: readonly Chip[];
  /** Where its full text is now: of a hidden message, or of a result that is shown as a stub. */
  readonly path?: string;
  /** A result of which the request shows a stub. */
  readonly isStub: boolean;
  /** Its text in the request before, also when that is the same; absent when it was not in it. */
  readonly former?: string;
}

/** Tokens by the memory's own estimate, tools and system prompt included. */
export interface Sent {
  readonly tokens: number;
  /** Those in common with the request before: what a provider's cache need not compute again. */
  readonly cached: number;
}

export interface SentWithoutMemory extends Sent {
  /** Oldest turns that had to be cut for the rest to fit the window; 0 where everything fits. */
  readonly cutTurns: number;
}

export interface RequestRecord {
  /** 1 = the first of this agent. */
  readonly number: number;
  /** Messages of the user so far. */
  readonly turn: number;
  /** In the order of the conversation; hidden ones where they would stand. */
  readonly blocks: readonly Block[];
  readonly epoch: number;
  /** Why this request begins an epoch: there the ribbon draws its line. */
  readonly epochReason?: EpochReason;
  /** An earlier byte differs from the request before. */
  readonly prefixChanged: boolean;
  readonly meter: ContextMeta;
  readonly reminder?: 'hint' | 'firm' | 'pause';
  readonly overview: OverviewState;
  /** Requests since the overview was written. */
  readonly roundsSinceUpdate: number;
  /** Made by the memory itself while it prepared this request. */
  readonly compaction?: CompactionResult;
  /** Prepared again, after a reload or a failed answer: nothing was counted. */
  readonly isRepeated: boolean;
  readonly sent: {
    readonly withMemory: Sent;
    /** Absent where an app without a memory makes no request: the model was only answered by its memory. */
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
