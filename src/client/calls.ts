// Runs every call of the app: refuses after close, waits for planned changes, ends at a deadline or an AbortSignal.
import type { CallOptions } from '../api/call-options.ts';
import type { Runtime } from '../api/memory.ts';
import type { Engine, EngineStatus } from '../boundary/engine.ts';
import type { Limits } from '../items/limits.ts';
import { memoryClosed, WorkingMemoryError } from '../errors.ts';
import { deadline, unlessAborted } from '../ports/deadline.ts';

/** An engine of one session, in a worker or in this thread. */
export interface Placed {
  /** The current engine; starts a new one after a loss. */
  engine(): Promise<Engine>;
  runtime(): Runtime;
  /** The session as the current engine found it. */
  status(): EngineStatus;
  reopen(): Promise<void>;
  /** Makes these limits of the store those of every engine that this memory starts from now on. */
  keepLimits(limits: Limits): void;
  close(): Promise<void>;
}

export class Calls {
  readonly #placed: Pick<Placed, 'engine'>;
  readonly #deadlineMs: number;
  #planning: Promise<unknown> = Promise.resolve();
  #closed: Promise<unknown> | undefined;

  constructor(placed: Pick<Placed, 'engine'>, deadlineMs: number) {
    this.#placed = placed;
    this.#deadlineMs = deadlineMs;
  }

  /** The engine, after all planned changes of earlier calls. */
  engine(): Promise<Engine> {
    return this.#planning.then(() => this.#placed.engine());
  }

  /** @param method its name in the API, for error messages @throws closed, timeout, aborted; errors of `ask` */
  async call<T>(method: string, ask: (engine: Engine) => Promise<T>, options?: CallOptions): Promise<T> {
    if (this.#closed) throw memoryClosed();
    const { signal } = options ?? {};
    const work = (): Promise<T> => this.engine().then(ask);
    return deadline(
      () => (signal ? unlessAborted(work(), signal, (cause) => aborted(method, cause)) : work()),
      this.#deadlineMs,
      () => late(method, this.#deadlineMs),
    );
  }

  /** Holds back later calls while `work` runs, so that this app's writes cannot starve the import that it plans. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#planning.then(work);
    this.#planning = done.catch(() => undefined);
    return done;
  }

  /** Calls `end` once; later calls reject with `closed`. */
  async close(end: () => Promise<unknown>): Promise<void> {
    this.#closed ??= end();
    await this.#closed;
  }
}

const aborted = (method: string, cause: unknown): WorkingMemoryError =>
  new WorkingMemoryError(
    'aborted',
    `${method} was aborted by its signal. It may still be committed.`,
    { method },
    { cause },
  );

const late = (method: string, afterMs: number): WorkingMemoryError =>
  new WorkingMemoryError(
    'timeout',
    `${method} did not answer within ${afterMs} ms (deadlineMs). It may still be committed.`,
    { method, afterMs },
  );
