// Contract of a strategy, which makes the next request from a growing list.
import type { ChatMessage, Run } from './chat.ts';

/** Request for one model call. */
export interface View {
  readonly messages: readonly ChatMessage[];
  /** Tokens of the definitions of tools before the messages; the same in every request of a run. */
  readonly head?: number;
  /** Whether some of the list is missing or changed. */
  readonly hides: boolean;
  /** Reason of a new epoch. */
  readonly epoch?: string;
  readonly compacted?: boolean;
  /** Whether the compaction was the fallback. */
  readonly isFallback?: boolean;
  /** Whether the request asks the model to write its overview. */
  readonly reminds?: boolean;
  /** Call for the summary, if a model wrote one for this request. */
  readonly summary?: SummaryCall;
}

/** Model call outside of the conversation. */
export interface SummaryCall {
  /** Messages that the model reads. */
  readonly messages: readonly ChatMessage[];
  /** Whether the call begins like the previous request, so that a provider's cache serves that part. */
  readonly isCached: boolean;
  /** Tokens that the model writes. */
  readonly output: number;
}

/** Error code in place of a request that could not be made. */
export interface Refusal {
  readonly refused: string;
}

/** Memory tools that scripts call in place of a model. */
export type MemoryToolName = 'search' | 'recall' | 'read' | 'write';

/** One run under one strategy. */
export interface Replay {
  /** Makes the request for the list before a model call; the list grows from call to call. */
  request(list: readonly ChatMessage[]): Promise<View | Refusal>;
  /** Runs a memory tool and returns the answer for the model; absent without a memory. */
  call?(tool: MemoryToolName, input: Readonly<Record<string, string>>): Promise<string>;
  /** Whether the model has this tool; absent when `call` is. */
  canRun?(tool: MemoryToolName): boolean;
  close(): Promise<void>;
}

export interface Strategy {
  readonly name: string;
  /** Whether it reports new epochs; otherwise every rewritten prefix counts as invalidated. */
  readonly hasEpochs: boolean;
  /** Tokens that it adds to every request; a window that is a share of a run grows by them. */
  readonly fixedTokens?: number;
  open(run: Run, window: number, tokensOf: (message: ChatMessage) => number): Promise<Replay>;
}
