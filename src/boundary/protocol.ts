// The protocol of the worker boundary: what a session's port exposes, the first messages, and errors with code and details.
import { type TransferHandler, transferHandlers } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine, EngineStatus } from './engine.ts';
import { type ErrorCode, type ErrorDetails, isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
import type { Settings } from '../options/options.ts';
import type { Repeat } from './repeats.ts';

/**
 * The port of a session exposes `open`, and the engine's methods after `open` has started one. Besides the answers it
 * carries every commit.
 */
export interface Exposed extends Engine {
  open(request: OpenRequest): Promise<Opened>;
}

/** Commits that a message of the worker carries along with an answer, or alone. */
export interface Riding {
  readonly commits?: readonly Commit[];
}

export interface Opened {
  readonly status: EngineStatus;
  /** The engine's methods, the only ones that the page may call, and whether it may repeat each. */
  readonly repeats: Readonly<Record<string, Repeat>>;
}

export interface OpenRequest {
  readonly settings: Settings;
  /** Compiled module, or its bytes. */
  readonly kernel?: WebAssembly.Module | BufferSource | undefined;
  /** Text of a new overview.md, in the language of the session. */
  readonly newOverview: string;
  /** Key of an encrypted storage; absent: it is not encrypted. */
  readonly key?: CryptoKey | undefined;
  /** Addresses of the worker's other files by name; absent: they are next to it. */
  readonly parts?: Readonly<Record<string, string>> | undefined;
}

/**
 * The worker posts this, with its version and a random name, when it listens: earlier messages would be lost. The whole
 * message is also the name of the Web Lock that the worker holds until it ends.
 */
export const READY = 'working-memory ready ';

/** The page posts this with the port of a session for the worker to serve. */
export const SESSION = 'working-memory session';

/**
 * Version of the package, from the build. A page and a worker of different versions would not understand each other.
 */
export const PACKAGE_VERSION = 'PACKAGE_VERSION_IN_BUILD';

interface Thrown {
  readonly value: unknown;
}

interface SerializedError {
  readonly isWorkingMemoryError: true;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails[ErrorCode];
  readonly stack: string | undefined;
}

/** Sends code and details of a `WorkingMemoryError`; Comlink itself transfers only name, message and stack. */
export function sendErrorsWhole(): void {
  replaceThrow((plain) => ({
    serialize(thrown) {
      const { value } = thrown as Thrown;
      if (!isWorkingMemoryError(value)) return plain.serialize(thrown);
      const { code, message, details, stack } = value;
      return [{ isWorkingMemoryError: true, code, message, details, stack } satisfies SerializedError, []];
    },
  }));
}

/** Comlink's handlers are global to the page, which may connect several times. */
let isReceiving = false;

/** Restores the `WorkingMemoryError` that `sendErrorsWhole` sent. */
export function receiveErrorsWhole(): void {
  if (isReceiving) return;
  isReceiving = true;
  replaceThrow((plain) => ({
    deserialize(serialized) {
      if (!isSerializedError(serialized)) return plain.deserialize(serialized);
      const { code, message, details, stack } = serialized;
      const error = new WorkingMemoryError(code, message, details);
      if (stack !== undefined) error.stack = stack;
      throw error;
    },
  }));
}

type Handler = TransferHandler<unknown, unknown>;

function replaceThrow(change: (plain: Handler) => Partial<Handler>): void {
  const plain = transferHandlers.get('throw') as Handler;
  transferHandlers.set('throw', { ...plain, ...change(plain) });
}

const isSerializedError = (value: unknown): value is SerializedError =>
  typeof value === 'object' && value !== null && 'isWorkingMemoryError' in value;
