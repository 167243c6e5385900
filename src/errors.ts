// The one error class, its codes, and builders for errors that several rooms raise.
// A message says what happened, with numbers, and what to do; `details` holds the same facts for code.
// Expected outcomes (no hit, an item evicted on arrival) are results, never errors.

/** Every code with the shape of its `details`. */
export interface ErrorDetails {
  /** An option is unknown or out of range; `option` is its path, e.g. `limits.maxItems`. */
  'invalid-option': { option: string; expected?: string; nearest?: string };
  /** An argument has the wrong type or range. Nothing was stored. */
  'invalid-input': { argument: string; expected: string; received?: string };
  /** The app's clock, ids, tokenizer or `onBeforeWrite` answered against its contract. Nothing was changed. */
  'port-failed': { port: 'clock' | 'ids' | 'tokenizer' | 'onBeforeWrite'; expected: string; received?: string };
  /** The app's `onBeforeWrite` rejected a text; `reason` is the app's. Nothing was stored. */
  'write-rejected': { kind: 'item' | 'file' | 'message' | 'state'; reason?: string };
  /** One text has more tokens than the whole store may hold. */
  'item-too-large': { tokens: number; maxTokens: number };
  /** A pinned newcomer does not fit, and every item that could make room is pinned. An unpinned newcomer is never rejected. */
  'only-pinned-left': { items: number; tokens: number; maxItems: number; maxTokens: number };
  /** An item is in a state that does not allow this; `by`: id of the item that took the place of a former one. */
  'item-state': { id: string; state: 'replaced' | 'pinned' | 'forgotten'; by?: string };
  /** A file, the number of files, or their total size would exceed its limit. Bytes or files. */
  'tree-full': { used: number; limit: number };
  /** The part of a request that must stay exceeds the model's context window. Tokens; `fixed`: tools and overview. */
  'window-too-small': { tokens: number; window: number; fixed: number };
  /** The workspace is the unnamed `/`, which several people may use: nothing crosses its conversations. */
  'workspace-not-named': Record<never, never>;
  /** No item, file, revision, session or receipt has this name. */
  'not-found': { what: string; name: string };
  /** The path breaks a rule of the tree's grammar, or names a file that this command must not touch. */
  'path-not-allowed': { path: string; rule: string };
  /** Other owners of the session committed first at every attempt. Nothing was changed. */
  'session-busy': { attempts: number };
  /** The memory was closed, or no session is open in the worker. */
  closed: Record<never, never>;
  /** The storage cannot be read or written now. */
  'storage-unavailable': { reason: string };
  /** The storage is full. Nothing of the command was stored. */
  'storage-quota': Record<never, never>;
  /** The memory was opened with `readOnly`. Nothing was changed. */
  'read-only': Record<never, never>;
  /** A newer version of the library wrote the stored data. Nothing was changed. */
  'storage-version': { stored: number; supported: number };
  /** The key of `encrypted` does not decrypt the stored data; `reason` says why. Nothing was changed. */
  'storage-key': { reason: StorageKeyFailure };
  /** The wasm kernel cannot be fetched, compiled or run. */
  'kernel-unavailable': { reason: string };
  /** The worker died or hung. `applied`: whether the command may have been committed before; `no`: it was not sent. */
  'worker-lost': { reason: string; applied: 'no' | 'unknown' };
  /** The embedder makes no vectors now; everything that needs none keeps working. */
  'embedder-unavailable': { reason: EmbedderFailure; model: string };
  /** A part of the library that is loaded on demand could not be loaded; the next call tries again. */
  'part-unavailable': { part: string; reason: string };
  /** Neither this call nor an earlier one was answered for `deadlineMs`; the call may still be committed. */
  timeout: { method: string; afterMs: number };
  /** The caller's AbortSignal fired; the command may still be committed. */
  aborted: { method: string };
}

/**
 * Why an embedder makes no vectors.
 *
 * - `no-peer`: transformers.js is not installed or cannot be imported
 * - `no-worker`: its worker did not start
 * - `not-found`: a file of the model does not exist
 * - `offline`: the host of a file does not answer
 * - `blocked`: the page's Content-Security-Policy forbids it
 * - `not-loaded`: the files or the runtime are unusable
 * - `wrong-vectors`: the answer is not one vector per text
 * - `lost`: the worker or the model was released during the call
 * - `timeout`: no answer in time
 * - `failed`: anything else
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

/**
 * Why an encrypted storage cannot be opened.
 *
 * - `wrong`: another key sealed it
 * - `lost`: the keys of its sessions are missing or damaged; no key opens them any more
 * - `not-encrypted`: the session was stored without encryption
 * - `encrypted`: the session was stored with encryption, and opened without
 * - `unavailable`: the app's function gave no key, or this runtime has no WebCrypto
 */
export type StorageKeyFailure = 'wrong' | 'lost' | 'not-encrypted' | 'encrypted' | 'unavailable';

/** The codes of `WorkingMemoryError`; each has its shape of details in `ErrorDetails`, and its row in docs/errors.md. */
export type ErrorCode = keyof ErrorDetails;

/** Every error of the library. `code` selects the shape of `details`; docs/errors.md says what to do for each. */
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

/**
 * @param expected completes the sentence "`argument` must be …"
 * @param received the argument in words that quote no text of the caller, see `kindOf`
 */
export const invalidInput = (
  argument: string,
  expected: string,
  received?: string,
): WorkingMemoryError<'invalid-input'> =>
  new WorkingMemoryError(
    'invalid-input',
    `${argument} must be ${expected}${received === undefined ? '' : `; got ${received}`}. Nothing was changed.`,
    { argument, expected, ...(received !== undefined && { received }) },
  );

/** @param expected completes the sentence "Option `option` must be …" */
export const invalidOption = (option: string, expected: string, given: unknown): WorkingMemoryError<'invalid-option'> =>
  new WorkingMemoryError('invalid-option', `Option ${option} must be ${expected}; got ${describe(given)}.`, {
    option,
    expected,
  });

/** The value of an option for a message: a short text is quoted, since options hold no content. */
export const describe = (value: unknown): string =>
  typeof value === 'string' && value.length <= 40 ? `'${value}'` : String(kindOf(value));

/** An argument for a message: numbers by value, texts by length only. Undefined where none was given. */
export function kindOf(value: unknown): string | undefined {
  if (typeof value === 'string') return `a text of ${value.length} character${value.length === 1 ? '' : 's'}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? undefined : String(value);
}

/** Whether a message may quote what the caller gave as a name: it can hold no text. */
export const isPlainName = (name: unknown): boolean => typeof name === 'string' && /^[\w.-]{1,40}$/.test(name);

/** A name for a message. One with blanks may be a text that was given in its place, so its length stands for it. */
export const nameOrLength = (name: string): string => (/^\S{1,80}$/u.test(name) ? name : String(kindOf(name)));

export const memoryClosed = (): WorkingMemoryError<'closed'> =>
  new WorkingMemoryError('closed', 'This memory was closed. Open the session again.', {});

/** @param what completes the sentence "… needs a named workspace" */
export const workspaceNotNamed = (what: string): WorkingMemoryError<'workspace-not-named'> =>
  new WorkingMemoryError(
    'workspace-not-named',
    `${what} needs a named workspace, and this one is the default '/', which several people may use. Nothing was changed. ` +
      "Open with one workspace for each person, e.g. { session: 'chat-42', workspace: 'ann' }.",
    {},
  );

/** @param consequence effect of the call, without a full stop */
export const timedOut = (method: string, afterMs: number, consequence: string): WorkingMemoryError<'timeout'> =>
  new WorkingMemoryError('timeout', `${method} did not answer within ${afterMs} ms (deadlineMs). ${consequence}.`, {
    method,
    afterMs,
  });

/** @param expected completes the sentence "Port `port` must return …" */
export const portFailed = (
  port: ErrorDetails['port-failed']['port'],
  expected: string,
  received: string | undefined,
): WorkingMemoryError<'port-failed'> =>
  new WorkingMemoryError(
    'port-failed',
    `Port ${port} must return ${expected}; it returned ${received ?? 'nothing'}. Nothing was changed.`,
    { port, expected, ...(received !== undefined && { received }) },
  );

/** @param attempts commits in a row that failed because other owners were faster */
export const sessionBusy = (attempts: number): WorkingMemoryError<'session-busy'> =>
  new WorkingMemoryError(
    'session-busy',
    `Other owners of this session were faster ${attempts} times in a row. Nothing was changed; try again.`,
    { attempts },
  );

/** The answer of every storage adapter to a commit onto a session that no longer exists. */
export const sessionDeleted = (session: string): WorkingMemoryError<'not-found'> =>
  new WorkingMemoryError(
    'not-found',
    `The session ${session} was deleted by another owner. Nothing was written; open it again to begin anew.`,
    { what: 'session', name: session },
  );
