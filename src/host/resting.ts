// Releases the engines of idle sessions and starts them again with the next call. The memory above them stays, so the
// app notices only the time of an opening.
import type { Commit } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import { type EngineMethod, mapMethods } from '../boundary/engine-methods.ts';
import { type Repeat, repeatsOf } from '../boundary/repeats.ts';
import { workerLost } from '../boundary/workers/live-worker.ts';
import type { Placed } from '../client/calls/calls.ts';
import type { Listeners } from '../client/listeners.ts';
import { isWorkingMemoryError, memoryClosed } from '../errors.ts';
import type { Limits } from '../items/limits.ts';
import { BackgroundTimer } from '../ports/timers.ts';
import { systemClock } from '../ports/system.ts';

/**
 * Starts the engine of a session.
 * @param limits replace those of the options
 * @param resumes whether the session was stored before; if it is gone, rejects with `not-found` instead of creating it
 */
export type StartAgain = (limits?: Limits, resumes?: boolean) => Promise<Placed>;

/** Starts a session that may rest. @param listeners are told of commits that it missed while it rested */
export type Rest = (start: StartAgain, listeners: Listeners<Commit>) => Promise<Placed>;

/** A session as its pool sees it. */
interface Sleeper {
  /** Object that is kept from garbage collection while the session is awake. */
  readonly held: object;
  isBusy(): boolean;
  /** Time of the latest call, ms since 1970. */
  asked: number;
  sleep(): void;
}

/** Runtime and status, which a resting session still reports. */
type LastSeen = Readonly<Pick<Placed, 'runtime' | 'status'>>;

export class RestingPool {
  readonly #max: number;
  readonly #idleMs: number;
  /** Sessions with an engine, in order of their latest calls. */
  readonly #awake = new Set<Sleeper>();
  readonly #timer = new BackgroundTimer(() => this.#sendIdle());

  /**
   * @param max most sessions awake, exceeded only while more of them are busy
   * @param idleMs idle time after which a session rests, ms
   */
  constructor(max: number, idleMs: number) {
    this.#max = max;
    this.#idleMs = idleMs;
  }

  get awake(): number {
    return this.#awake.size;
  }

  /** Returns a function that starts a session. @param held kept from garbage collection while it is awake */
  rest(held: object): Rest {
    return (start, listeners) => restingHost(start, listeners, this, held);
  }

  asked(one: Sleeper): void {
    one.asked = systemClock();
    this.#awake.delete(one);
    if (this.#awake.size === 0) this.#timer.set(this.#idleMs);
    this.#awake.add(one);
    this.makeRoom();
  }

  left(one: Sleeper): void {
    this.#awake.delete(one);
    if (this.#awake.size === 0) this.#timer.clear();
  }

  makeRoom(): void {
    for (const one of this.#awake) {
      if (this.#awake.size <= this.#max) return;
      if (!one.isBusy()) one.sleep();
    }
  }

  #sendIdle(): void {
    const now = systemClock();
    for (const one of this.#awake) {
      if (now - one.asked < this.#idleMs) break;
      if (!one.isBusy()) one.sleep();
    }
    const [oldest] = this.#awake;
    const left = oldest ? oldest.asked + this.#idleMs - now : 0;
    // A busy session looks idle until its call is answered; it is checked again later.
    if (oldest) this.#timer.set(left > 0 ? left : this.#idleMs);
  }
}

async function restingHost(
  start: StartAgain,
  listeners: Listeners<Commit>,
  pool: RestingPool,
  held: object,
): Promise<Placed> {
  let placed: Placed | undefined = await start();
  let last: LastSeen = placed;
  let limits: Limits | undefined;
  let waking: Promise<Placed> | undefined;
  let closing: Promise<void> = Promise.resolve();
  let restarts = 0;
  let calls = 0;
  let isEnded = false;
  let faced: { readonly losses: number; readonly face: Engine } | undefined;
  let vectors: Parameters<Engine['useVectors']> | undefined;
  const { sentinels } = placed;
  /** Number of the latest commit that the listeners know. */
  let heard = placed.status().head;
  listeners.add(({ head }) => (heard = head));

  const self: Sleeper = {
    held,
    asked: 0,
    isBusy: () => calls > 0,
    sleep() {
      const going = placed;
      pool.left(self);
      if (!going) return;
      const [runtime, status] = [going.runtime(), going.status()];
      last = { runtime: () => runtime, status: () => status };
      restarts += going.restarts();
      placed = undefined;
      if (!vectors) faced = undefined;
      // Nothing is lost by this: every answered command is stored already.
      closing = going.close().catch(() => undefined);
    },
  };

  const wake = async (resumes: boolean): Promise<Placed> => {
    await closing;
    const known = heard;
    const fresh = await start(limits, resumes).catch((error: unknown) => {
      const { status } = last;
      const recovery = { kind: 'reset', kept: {}, lost: {} } as const;
      if (isWorkingMemoryError(error, 'not-found')) last = { ...last, status: () => ({ ...status(), recovery }) };
      throw error;
    });
    if (isEnded) {
      await fresh.close();
      throw memoryClosed();
    }
    // The background indexer takes it for the same engine, and notices by itself if the vectors are missing.
    if (vectors) await (await fresh.engine()).useVectors(...vectors).catch(() => undefined);
    if (fresh.status().head > known) {
      const missed = await missedAfter(known, fresh).catch(() => undefined);
      // Where the journal cannot be read, the call that woke the session reports why, and the next waking tells.
      if (missed) listeners.notify(missed);
      else heard = known;
    }
    placed = fresh;
    last = fresh;
    pool.asked(self);
    return fresh;
  };
  const awake = async (resumes = last.status().head > 0): Promise<Placed> => {
    if (isEnded) throw memoryClosed();
    if (placed) {
      pool.asked(self);
      return placed;
    }
    waking ??= wake(resumes).finally(() => (waking = undefined));
    return waking;
  };
  /** Runs a call; the session stays awake until it is answered. */
  const inUse = async <T>(work: (now: Placed) => Promise<T>): Promise<T> => {
    calls++;
    try {
      return await work(await awake());
    } finally {
      if (--calls === 0) pool.makeRoom();
    }
  };

  const losses = (): number => restarts + (placed?.restarts() ?? 0);
  const faceOf = (engine: Engine): Engine => {
    const known = losses();
    return mapMethods(repeatsOf(engine), (name, repeat: Repeat) => async (...args) => {
      const send = async (now: Placed): Promise<unknown> => {
        const current = (await now.engine()) as unknown as Readonly<Record<string, EngineMethod>>;
        if (repeat === 'never' && losses() !== known) throw workerLost('another one took its place', 'no');
        if (name === 'useVectors') vectors = args as typeof vectors;
        return current[name]?.(...args);
      };
      if (repeat !== 'quiet') return inUse(send);
      // Nobody waits for a quiet call, so it neither wakes the session nor keeps it awake.
      return placed && send(placed).catch(() => undefined);
    });
  };

  pool.asked(self);
  return {
    engine: () =>
      inUse(async (now) => {
        const engine = await now.engine();
        if (faced?.losses !== losses()) faced = { losses: losses(), face: faceOf(engine) };
        return faced.face;
      }),
    runtime: () => last.runtime(),
    status: () => last.status(),
    restarts: losses,
    ...(sentinels && { sentinels }),
    reopen: async () => (await awake(false)).reopen(),
    keepLimits(kept) {
      limits = kept;
      placed?.keepLimits(kept);
    },
    async close() {
      isEnded = true;
      pool.left(self);
      await waking?.catch(() => undefined);
      await closing;
      await placed?.close();
    },
    end() {
      isEnded = true;
      pool.left(self);
      placed?.end();
    },
  };
}

/** Reports the commits after number `after` as missed, with the numbers of the newest one. */
async function missedAfter(after: number, placed: Placed): Promise<Commit | undefined> {
  const engine = await placed.engine();
  const [newest] = await engine.journal(placed.status().head - 1, 1);
  if (!newest) return undefined;
  const { head, time, step, usage } = newest;
  return { head, time, step, usage: { ...usage, before: usage.after }, events: [{ type: 'commits-missed', after }] };
}
