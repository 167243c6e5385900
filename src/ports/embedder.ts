// The embedder port: texts in, vectors out. Types and their contract only.

/** Download of one file that the embedder needs. */
export interface EmbedderProgress {
  readonly file: string;
  /** Bytes loaded so far. */
  readonly loaded: number;
  /** Bytes in all; undefined if the host does not tell. */
  readonly total: number | undefined;
}

/** Arguments of one call of an embedder besides its texts. */
export interface EmbedCall {
  /** A prompt or a stored text; several models prefix them differently. */
  readonly kind: 'query' | 'passage';
  /** After it aborts, the answer is ignored. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EmbedderProgress) => void;
}

/**
 * Turns texts into vectors: a model in a worker of the page, or a service.
 *
 * Contract:
 * - `embed` returns one vector per text, in order, all of one dimension. They need not be normalized; a vector that is
 *   zero or not finite fails the call.
 * - The same text and kind give the same vector as long as `model` is the same.
 * - The first call of `embed` loads the model. A call may throw; a later one tries again.
 * - A prompt may arrive while a batch of texts is being embedded. It should be answered first.
 * - Before the first texts, and after every failed call, `embed` is tested with one plain word.
 * @example
 * const embedder: Embedder = {
 *   model: 'my-model@2',
 *   async embed(texts, { kind, signal }) {
 *     const answer = await fetch('/embed', { method: 'POST', body: JSON.stringify({ texts, kind }), signal });
 *     if (!answer.ok) throw new Error(`/embed answered ${answer.status}`);
 *     return answer.json();
 *   },
 * };
 */
export interface Embedder {
  /**
   * Name of the model with its revision and everything else that changes its vectors. Stored with every vector: vectors
   * of different names are never compared; texts are embedded again under the new name.
   */
  readonly model: string;
  /** Turns texts into vectors under the contract; called again after it has thrown. */
  embed(texts: readonly string[], call: EmbedCall): Promise<readonly (Float32Array | readonly number[])[]>;
  /** Frees the memory of the model; a later `embed` loads it again. */
  release?(): Promise<void>;
}
