// Embedding status and controls (`start`, `stop`). Types only.
import type { ErrorCode } from '../errors.ts';
import type { EmbedderProgress } from '../ports/embedder.ts';

/**
 * Makes a vector of every text in the background, so that recall also finds texts by meaning. Without an embedder, and
 * until its model is loaded, recall compares words alone. Only `start` and `settled` wait for a model to load, as long as the
 * embedder makes progress (option `embedding.timeoutMs`); recall waits for the vector of a prompt, at most
 * `embedding.queryMs`.
 */
export interface Embedding {
  /**
   * Returns the current status; costs nothing and changes nothing.
   * @example const { state, waiting } = memory.embedding.status();
   */
  status(): EmbeddingStatus;
  /**
   * Calls `listener` with every new status; it must not throw. Returns the function that unsubscribes it.
   * @throws invalid-input: the listener is no function
   * @example const unsubscribe = memory.embedding.subscribe(({ state }) => console.log(state));
   */
  subscribe(listener: (status: EmbeddingStatus) => void): () => void;
  /**
   * Loads the model now instead of on demand, and resumes after `stop` or an error. Resolves when the model is loaded;
   * without an embedder, at once.
   * @throws the embedder's own error if it has a code, else embedder-unavailable · aborted: by `stop` · closed
   * @example await memory.embedding.start();
   */
  start(): Promise<void>;
  /**
   * Aborts the calls of the embedder and releases the model until `start`. Stored vectors stay.
   * @example await memory.embedding.stop();
   */
  stop(): Promise<void>;
  /**
   * Resolves when every text that existed at the call has a vector or is left out; without an embedder, at once.
   * @throws the error that blocks progress, even if a retry is scheduled (`retryAt`) · aborted: by `stop` · closed
   * @example await memory.embedding.settled();
   */
  settled(): Promise<void>;
}

/** Answer of `embedding.status`. */
export interface EmbeddingStatus {
  /**
   * `off`: no embedder · `idle`: no text waits · `loading`: the model loads · `embedding`: texts are embedded ·
   * `waiting`: until `retryAt`, for another tab that embeds, or, with an error but no `retryAt`, until the session is
   * opened again · `stopped`: by `stop` or by the error, until `start`.
   */
  readonly state: 'off' | 'idle' | 'loading' | 'embedding' | 'waiting' | 'stopped';
  /** The embedder's name for its model; absent without an embedder. */
  readonly model?: string;
  /** Number of texts without a vector, as last counted. */
  readonly waiting: number;
  /** Number of vectors stored since this memory was opened. */
  readonly stored: number;
  /** Number of texts that failed three times on their own; left out until the session is opened again. */
  readonly leftOut: number;
  /** In the state `loading`: progress of the most recently updated model file. */
  readonly progress?: EmbedderProgress;
  /** Reason why it waits or stopped; in the state `idle`, why the latest text was left out. */
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    /** Time of the next attempt, ms since 1970; absent when there is none. */
    readonly retryAt?: number;
  };
}
