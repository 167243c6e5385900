// Runs every call of the app: checks its options, refuses it after close, keeps the order in which calls were made, and
// ends it at a deadline or by an AbortSignal.
import type { CallOptions } from '../../api/call-options.ts';
import type { Runtime } from '../../api/memory.ts';
import type { Engine, EngineStatus } from '../../boundary/engine.ts';
import type { Limits } from '../../items/limits.ts';
import { memoryClosed, timedOut, WorkingMemoryError } from '../../errors.ts';
import { unlessAborted } from '../../ports/deadline.ts';
import type { TextPlace } from '../sentinel.ts';
import type { HealthRecord } from '../health/record.ts';
import type { CommandObserver, ObservedCall } from '../observing/command-observer.ts';
import { checkOptions } from './call-options.ts';
import { PendingCalls } from './pending-calls.ts';

/** An engine of one session, in a worker or in this thread. */
export interface Placed {
  /** Returns the current engine; starts a new one after a loss. */
  engine(): Promise<Engine>;
  runtime(): Runtime;
  /** Counts how often a new worker took the place of a lost one. */
  restarts(): number;
  /** Returns the status of the session as the current engine found it. */
  status(): EngineStatus;
  /** Place where this session is remembered outside of its storage; absent where the page itself has one. */
  readonly sentinels?: TextPlace;
  reopen(): Promise<void>;
  /** Makes these limits of the store those of every engine that this memory starts from now on. */
  keepLimits(limits: Limits): void;
  close(): Promise<void>;
  /** Lets everything go at once, because `close` does not end. */
  end(): void;
}

/** Options without the signal, which stays on this side. */
type Plain<Options> = Omit<Options, keyof CallOptions>;

type Work<T, Options> = (
  options: Plain<Options>,
  refuseOver: () => void,
  observed: ObservedCall | undefined,
) => Promise<T>;

export class Calls {
  readonly #placed: Pick<Placed, 'engine'>;
  readonly #deadlineMs: number;
  readonly #pending: PendingCalls;
  readonly #health: Pick<HealthRecord, 'answered' | 'failed'>;
  readonly #observer: Pick<CommandObserver, 'began'> | undefined;
  /** Fulfilled when the calls that hold back later ones are over. */
  #turn: Promise<unknown> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(
    placed: Pick<Placed, 'engine'>,
    deadlineMs: number,
    health: Pick<HealthRecord, 'answered' | 'failed'>,
    observer?: Pick<CommandObserver, 'began'>,
  ) {
    this.#placed = placed;
    this.#observer = observer;
    this.#health = health;
    this.#deadlineMs = deadlineMs;
    this.#pending = new PendingCalls(deadlineMs);
  }

  /** Returns the engine, after the calls that hold back later ones. */
  engine(): Promise<Engine> {
    return this.#turn.then(() => this.#placed.engine());
  }

  /**
   * Runs a call of the app on the engine.
   * @param method name of the call in the API, for error messages
   * @param options as the app gave them; `ask` gets them without the signal
   * @throws closed, timeout, aborted, invalid-input: `options` or its signal is none; errors of `ask`
   */
  call<T, Options extends object>(
    method: string,
    ask: (engine: Engine, options: Plain<Options>) => Promise<T>,
    options?: Options,
  ): Promise<T> {
    return this.local(
      method,
      async (plain, refuseOver, observed) => {
        const engine = await this.engine();
        refuseOver();
        return ask(observed?.engine(engine) ?? engine, plain);
      },
      options,
    );
  }

  /** Runs a call that needs no engine. */
  local<T, Options extends object>(method: string, work: Work<T, Options>, options?: Options): Promise<T> {
    const observed = this.#observer?.began(method);
    const answer = this.#run(method, work, options, observed);
    observed?.follow(answer);
    return answer;
  }

  async #run<T, Options extends object>(
    method: string,
    work: Work<T, Options>,
    options: Options | undefined,
    observed: ObservedCall | undefined,
  ): Promise<T> {
    // Made here because the stack of an error from a worker or a timer names no line of the app.
    const asked = new Error(method);
    this.refuseClosed();
    const { signal, ...plain } = checkOptions(method, options);
    let isLate = false;
    /**
     * Refuses to go on after the app was told that the call failed: work that waited for its turn must not happen then.
     */
    const refuseOver = (): void => {
      if (signal?.aborted) throw aborted(method, 'Nothing was changed.', signal.reason);
      if (isLate) throw this.#late(method)();
    };
    refuseOver();
    const given = plain as unknown as Plain<Options>;
    const ask = (): Promise<T> => {
      const answer = work(given, refuseOver, observed);
      const why = (cause: unknown) => aborted(method, 'It may still be committed.', cause);
      return signal ? unlessAborted(answer, signal, why) : answer;
    };
    try {
      const result = await this.#pending.run(ask, this.#late(method));
      this.#health.answered(method);
      return result;
    } catch (error) {
      isLate = true;
      this.#health.failed(method, error);
      throw calledFrom(error, asked);
    }
  }

  /** Runs a call of several steps: calls that are made after it reach the engine when it is over. */
  inTurn<T>(method: string, ask: (engine: Engine) => Promise<T>): Promise<T> {
    const over = this.call(method, ask);
    this.#turn = over.catch(() => undefined);
    return over;
  }

  /**
   * Holds back later calls while `work` runs, so that this app's writes cannot starve the import that it plans.
   * @param method the call that this is a part of
   */
  alone<T>(method: string, work: () => Promise<T>): Promise<T> {
    const over = this.#pending.run(() => this.#turn.then(work), this.#late(method));
    this.#turn = over.catch(() => undefined);
    return over;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Refuses calls after `close`. @throws closed */
  refuseClosed(): void {
    if (this.#closed) throw memoryClosed();
  }

  /**
   * Calls `end` once, when every earlier call is over; later calls reject with `closed`.
   * @param letGo called when that takes too long
   * @throws timeout
   */
  close(end: () => Promise<unknown>, letGo: () => void): Promise<void> {
    if (this.#closed) return this.#closed;
    const earlier = this.#pending.drained();
    const closing = async (): Promise<void> => {
      await earlier;
      await end();
    };
    this.#closed = this.#pending.run(closing, () => {
      letGo();
      return timedOut('close', this.#deadlineMs, 'Worker and storage were released; earlier calls may be lost');
    });
    return this.#closed;
  }

  readonly #late = (method: string) => () => timedOut(method, this.#deadlineMs, 'It may still be committed');
}

const CALLED_FROM = 'called from';

/** Adds the caller's frames below the error's own; in nested calls the innermost one has added them already. */
function calledFrom(error: unknown, { stack = '' }: Error): unknown {
  if (error instanceof Error && !error.stack?.includes(CALLED_FROM))
    error.stack = `${error.stack}\n${CALLED_FROM}\n${stack.replace(/^Error.*\n/, '')}`;
  return error;
}

const aborted = (method: string, consequence: string, cause: unknown): WorkingMemoryError =>
  new WorkingMemoryError('aborted', `${method} was aborted by its signal. ${consequence}`, { method }, { cause });
