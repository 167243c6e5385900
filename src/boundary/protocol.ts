// The protocol of the worker boundary: the exposed methods, the first message, and errors with code and details.
import { type TransferHandler, transferHandlers } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine, EngineStatus } from './engine.ts';
import { type ErrorCode, type ErrorDetails, isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
import type { CompilableKernel } from '../kernel/load.ts';
import type { Settings } from '../options.ts';

/** The worker exposes `open`, and the engine's methods after `open` has started one. */
export interface Exposed extends Engine {
  open(request: OpenRequest, onCommit: (commit: Commit) => void): Promise<Opened>;
}

export interface Opened {
  readonly status: EngineStatus;
  /** Names of the engine's methods, the only ones that the page may call. */
  readonly methods: readonly (keyof Engine)[];
}

export interface OpenRequest {
  readonly settings: Settings;
  /** Name of the Web Lock that the worker holds until it ends. */
  readonly lifeLock: string;
  readonly kernel?: CompilableKernel | undefined;
}

/** The worker posts this with its version when it listens. Comlink loses calls that arrive earlier. */
export const READY = 'working-memory ready ';

/** Version of the package, from the build. A page and a worker of two versions would not understand each other. */
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

/** Comlink transfers name, message and stack of an error; this adds code and details of a `WorkingMemoryError`. */
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
