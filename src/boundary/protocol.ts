// What crosses the worker boundary: the table of methods, the first message, and errors that keep code and details.
import { type TransferHandler, transferHandlers } from 'comlink';
import type { Commit } from '../api/memory.ts';
import type { Engine, EngineStatus } from './engine.ts';
import { type ErrorCode, type ErrorDetails, isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
import type { CompilableKernel } from '../kernel/load.ts';
import type { Settings } from '../options.ts';

/** What the worker exposes: `open`, and once it has made an engine the engine's methods. */
export interface Exposed extends Engine {
  open(request: OpenRequest, onCommit: (commit: Commit) => void): Promise<Opened>;
}

export interface Opened {
  readonly status: EngineStatus;
  /** Names of the engine's methods: nothing else can be called from the other side. */
  readonly methods: readonly (keyof Engine)[];
}

export interface OpenRequest {
  readonly settings: Settings;
  /** Name of the lock that the worker holds for as long as it lives. */
  readonly lifeLock: string;
  readonly kernel?: CompilableKernel | undefined;
}

/** Posted by the worker once it listens: a call that arrives earlier is lost for ever. */
export const READY = 'working-memory ready';

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

/** Comlink carries name, message and stack of an error; ours also need their code and details on the other side. */
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

/** Comlink's handlers are the page's, and a page connects more than once. */
let isReceiving = false;

/** What `sendErrorsWhole` sends becomes our error again. */
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
