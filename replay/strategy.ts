// What a strategy is: how the next request is made of a growing list.
import type { ChatMessage, Run } from './chat.ts';

/** What would be sent for one model call. */
export interface View {
  readonly messages: readonly ChatMessage[];
  /** Tokens sent before them: definitions of tools. The same in every request of a run. */
  readonly head?: number;
  /** Something of the list is not in it as it was said. */
  readonly hides: boolean;
  /** Why an epoch begins. */
  readonly epoch?: string;
  readonly compacted?: boolean;
  /** The compaction was the one of last resort. */
  readonly isFallback?: boolean;
  /** It asks the model to write its overview. */
  readonly reminds?: boolean;
  /** A model wrote a summary for it. */
  readonly summary?: SummaryCall;
}

/** A call of a model beside the conversation. */
export interface SummaryCall {
  /** What it reads. */
  readonly messages: readonly ChatMessage[];
  /** It begins as the request before, so that a provider's cache holds that part. */
  readonly isCached: boolean;
  /** What it writes, in tokens. */
  readonly output: number;
}

/** No request could be made: an error code. */
export interface Refusal {
  readonly refused: string;
}

/** Tools of the memory that scripts call in place of a model. */
export type MemoryToolName = 'search' | 'recall' | 'read' | 'write';

/** One run under one strategy. */
export interface Replay {
  /** For the list as it stands before a model call; called with a growing list. */
  request(list: readonly ChatMessage[]): Promise<View | Refusal>;
  /** Runs a tool of the memory and answers as it would the model; absent without a memory. */
  call?(tool: MemoryToolName, input: Readonly<Record<string, string>>): Promise<string>;
  /** Whether the model has this tool; absent as `call` is. */
  canRun?(tool: MemoryToolName): boolean;
  close(): Promise<void>;
}

export interface Strategy {
  readonly name: string;
  /** Whether it says when it begins anew; if not, every rewritten prefix counts as one too many. */
  readonly hasEpochs: boolean;
  /** Tokens that it adds to every request, whatever the list; a window that is a share of a run has room for them. */
  readonly fixedTokens?: number;
  open(run: Run, window: number, tokensOf: (message: ChatMessage) => number): Promise<Replay>;
}
