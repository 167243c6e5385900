// What an app holds of embedding: how far it is, and the two things it may say. Types only.
import type { ErrorCode } from '../errors.ts';
import type { EmbedderProgress } from '../ports/embedder.ts';

/**
 * Gives texts their vectors, so that recall finds by meaning too. Without an embedder, and for as long as its model is
 * not there, recall knows terms only; nothing ever waits for a model but `start` and `settled`.
 */
export interface Embedding {
  status(): EmbeddingStatus;
  /** Calls `listener` with every new status. Contract: it must not throw. Returns the function that ends it. */
  subscribe(listener: (status: EmbeddingStatus) => void): () => void;
  /**
   * Loads the model now rather than when it is needed, and goes on after `stop` or an error. Resolves when it is loaded;
   * without an embedder at once.
   * @throws what the embedder throws, embedder-unavailable, aborted, closed
   */
  start(): Promise<void>;
  /** Ends what runs and lets go of the model until `start`. Vectors that are stored stay. */
  stop(): Promise<void>;
  /**
   * Resolves when every text that was there at the call has its vector, or is left out.
   * @throws the error that it stands still for, also one that it will try to get over (`retryAt`) · aborted: stopped ·
   * closed
   */
  settled(): Promise<void>;
}

export interface EmbeddingStatus {
  /**
   * `off`: there is no embedder · `idle`: no text waits · `loading`: the model · `embedding`: at work · `waiting`: it
   * stands still until `retryAt`, for another tab that is at work, or for good with an error and without `retryAt` ·
   * `stopped`: by `stop` or by the error, until `start`.
   */
  readonly state: 'off' | 'idle' | 'loading' | 'embedding' | 'waiting' | 'stopped';
  /** The embedder's name for its model. */
  readonly model?: string;
  /** Texts without a vector, as last counted. */
  readonly waiting: number;
  /** Vectors stored since this memory was opened. */
  readonly stored: number;
  /** Texts that no vector could be made of, three times each alone; left out until the session is opened again. */
  readonly leftOut: number;
  /** While the model loads: the file that last came nearer. */
  readonly progress?: EmbedderProgress;
  /** Why it stands still; in the state `idle` why the latest text was left out. */
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    /** When it is tried again, ms since 1970; absent when it is not. */
    readonly retryAt?: number;
  };
}
