// Messages between a page and the worker of a model. Each has its name in `embedder`, so that an app's own worker can
// have other messages too.
import type { ErrorCode, ErrorDetails } from '../../errors.ts';
import type { EmbedderProgress } from '../../ports/embedder.ts';
import type { ModelSettings } from '../settings.ts';

export type ToWorker =
  | { readonly embedder: 'open'; readonly settings: ModelSettings; readonly lifeLock: string }
  | {
      readonly embedder: 'embed';
      readonly call: number;
      readonly kind: 'query' | 'passage';
      readonly texts: readonly string[];
    }
  | { readonly embedder: 'abort'; readonly call: number };

export type FromWorker =
  /** The script listens; messages that were sent earlier may be lost. */
  | { readonly embedder: 'ready' }
  /** The worker holds its lock. */
  | { readonly embedder: 'opened' }
  | { readonly embedder: 'progress'; readonly call: number; readonly progress: EmbedderProgress }
  /** The vectors concatenated, each of length `dimension`. */
  | { readonly embedder: 'vectors'; readonly call: number; readonly vectors: Float32Array; readonly dimension: number }
  | { readonly embedder: 'failed'; readonly call: number; readonly error: PlainError };

export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails[ErrorCode];
}

export const isMessage = <Message extends ToWorker | FromWorker>(data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'embedder' in data;
