// The one error class of the library and the table of its codes.
// A message says what happened, with numbers, and what to do; `details` holds the same facts for code.
// Expected outcomes (nothing found, item evicted on arrival) are results, never errors.

/** Every code with the shape of its `details`. */
export interface ErrorDetails {
  /** An option is unknown or out of range. */
  'invalid-option': { option: string; expected?: string; nearest?: string };
  /** An argument has the wrong type or range; nothing was stored. */
  'invalid-input': { argument: string; expected: string; received?: string };
  /** One text has more tokens than the whole store may hold. */
  'item-too-large': { tokens: number; maxTokens: number };
  /** Only pinned items are left and the newcomer does not fit beside them. */
  'only-pinned-left': { items: number; tokens: number; maxItems: number; maxTokens: number };
  /** A file, the number of files or their total size would be over its limit. */
  'tree-full': { used: number; limit: number };
  /** What must stay of a request is larger than the model's context window. Tokens. */
  'window-too-small': { tokens: number; window: number; fixed: number };
  'not-found': { what: string; name: string };
  'path-not-allowed': { path: string; rule: string };
  /** Other owners of this session were faster every time. */
  'session-busy': { attempts: number };
  closed: Record<never, never>;
  'storage-unavailable': { reason: string };
  'storage-quota': Record<never, never>;
  /** The stored data were written by a newer version of the library. */
  'storage-version': { stored: number; supported: number };
  'kernel-unavailable': { reason: string };
  /** The worker died; `applied` says whether the command may have been committed before. */
  'worker-lost': { reason: string; applied: 'no' | 'unknown' };
  /** No vectors from the embedder now; everything that needs none goes on. */
  'embedder-unavailable': { reason: EmbedderFailure; model: string };
  /** A part of the library that is loaded on demand could not be loaded; the next call tries again. */
  'part-unavailable': { part: string; reason: string };
  timeout: { method: string; afterMs: number };
  /** The caller's AbortSignal fired; the command may still be committed. */
  aborted: { method: string };
}

/**
 * `no-peer`: transformers.js is not installed or cannot be imported · `no-worker`: its worker did not start · `not-found`:
 * a file of the model is not there · `offline`: nothing answers where a file should be · `blocked`: the page's
 * Content-Security-Policy forbids it · `not-loaded`: files or runtime do not work · `wrong-vectors`: what came back are no
 * vectors, one per text · `lost`: the worker or the model was let go of in the middle · `timeout`: it did not answer in
 * time · `failed`: anything else.
 */
export type EmbedderFailure =
  | 'no-peer'
  | 'no-worker'
  | 'not-found'
  | 'offline'
  | 'blocked'
  | 'not-loaded'
  | 'wrong-vectors'
  | 'lost'
  | 'timeout'
  | 'failed';

export type ErrorCode = keyof ErrorDetails;

export class WorkingMemoryError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'WorkingMemoryError';
  readonly code: Code;
  readonly details: ErrorDetails[Code];

  constructor(code: Code, message: string, details: ErrorDetails[Code], options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** Works across duplicate copies of the library and across the worker boundary, where `instanceof` may not. */
export function isWorkingMemoryError<Code extends ErrorCode>(
  value: unknown,
  code?: Code,
): value is WorkingMemoryError<Code> {
  if (typeof value !== 'object' || value === null) return false;
  const { name, code: actual } = value as { name?: unknown; code?: unknown };
  return name === 'WorkingMemoryError' && (code === undefined || actual === code);
}

/** What every storage adapter answers to a commit onto a session that is gone. */
export const sessionDeleted = (session: string): WorkingMemoryError =>
  new WorkingMemoryError(
    'not-found',
    `The session ${session} was deleted by another owner. Nothing was written; open it again to begin anew.`,
    { what: 'session', name: session },
  );
