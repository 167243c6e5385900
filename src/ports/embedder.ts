// The embedder port: texts in, vectors out. Types and their contract only.

/** How far a file that the embedder needs has arrived; `total` is undefined where nobody knows it. */
export interface EmbedderProgress {
  readonly file: string;
  /** Bytes. */
  readonly loaded: number;
  readonly total: number | undefined;
}

export interface EmbedCall {
  /** Several models put other words before a question than before a text. */
  readonly kind: 'query' | 'passage';
  /** Once it is aborted nobody reads the answer. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EmbedderProgress) => void;
}

/**
 * Makes vectors of texts: a model beside the page, or a service.
 *
 * Contract:
 * - One vector for each text, in their order, all of one length. Their length need not be 1; a vector without a
 *   direction (zero, not finite) counts as failed.
 * - The same text and kind give the same vector for as long as `model` is the same.
 * - `embed` may be called before anything is loaded; the first call loads it. It may throw: it is asked again later.
 * - It may be called again before it has answered: a question while a batch of texts is at work. It should go first.
 * - Before it gets texts, and again after a call that failed, it is tried with one plain word.
 */
export interface Embedder {
  /**
   * Names the model with its revision and whatever else changes its vectors. Kept with every vector: vectors of another
   * name are never compared, and made anew.
   */
  readonly model: string;
  embed(texts: readonly string[], call: EmbedCall): Promise<readonly (Float32Array | readonly number[])[]>;
  /** Lets go of the model's memory; a later `embed` loads it again. */
  release?(): Promise<void>;
}
