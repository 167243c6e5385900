// Gives every text without a vector its vector, in the background. The engine reports which texts have none, so there
// is no queue that could be lost: after a crash, a closed tab or an outage there are only more of them.
import { isWorkingMemoryError, type WorkingMemoryError } from '../../errors.ts';
import type { Unembedded } from '../../boundary/engine.ts';
import { unlessAborted } from '../../ports/deadline.ts';
import { systemClock } from '../../ports/system.ts';
import { BackgroundTimer } from '../../ports/timers.ts';
import type { Vectors } from './call-with-deadline.ts';
import type { EngineInUse, VectorEngine } from './engine-in-use.ts';
import { FailingBatches, type WaitingText } from './failing-batches.ts';
import { embedderError, noRoom, otherDimension, storageError, wrongVectors } from './failures.ts';
import { failureOf, type IndexerEvent, type IndexerState, nextState } from './indexer-state.ts';
import type { SharedEmbedder } from './shared-embedder.ts';
import { whileAlone } from './work-lock.ts';

/** Batches per request to the engine. */
const BATCHES_AT_ONCE = 8;
/** Vectors stored since the last sealing after which the engine seals again. */
const STORED_BEFORE_SEAL = 256;
const NO_VECTOR = 'an unusable vector, or one of another length';

export interface IndexerHost {
  readonly engine: EngineInUse;
  readonly embedder: SharedEmbedder;
  /** Texts per call of the embedder. */
  readonly batch: number;
  /** Name of the lock; the same for all owners of the session. */
  readonly lock: string;
  /** Called whenever the status may have changed. */
  readonly changed: () => void;
  /** Called with an error that only the app can resolve. */
  readonly stop: (error: WorkingMemoryError) => void;
}

/** Reason why texts wait. */
export interface Blocked {
  readonly error: WorkingMemoryError;
  /** Time of the next attempt, ms since 1970; absent when there is none. */
  readonly retryAt?: number;
}

export interface IndexerStatus {
  readonly state: IndexerState['name'];
  /** Texts without a vector, as last counted. */
  readonly waiting: number;
  /** Vectors stored so far. */
  readonly stored: number;
  /** Number of texts that were given up. */
  readonly leftOut: number;
  /** Failure that keeps the engine or its storage from taking vectors; the embedder's outages are not part of it. */
  readonly blocked: Blocked | undefined;
  /** Time when failing batches are tried again, ms since 1970; undefined when there are none. */
  readonly dueAt: number | undefined;
  /** Error of the latest text that failed. */
  readonly textError: WorkingMemoryError | undefined;
}

export class BackgroundIndexer {
  readonly #host: IndexerHost;
  readonly #timer = new BackgroundTimer(() => void this.run());
  readonly #failing = new FailingBatches();
  /** Vectors that are not stored yet, by key: a failing storage costs no second embedding. */
  readonly #unstored = new Map<string, Float32Array>();
  #state: IndexerState = { name: 'idle' };
  #waiting = 0;
  #stored = 0;
  #sinceSeal = STORED_BEFORE_SEAL;
  /** Set for good once storage has no room: a fact beside the state, since texts are still counted. */
  #full: WorkingMemoryError | undefined;
  #textError: WorkingMemoryError | undefined;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  /** Controller of the runs; aborted while the indexer is halted. */
  #life = new AbortController();

  constructor(host: IndexerHost) {
    this.#host = host;
  }

  get status(): IndexerStatus {
    const full = this.#full && this.#waiting > 0 ? { error: this.#full } : undefined;
    return {
      state: this.#state.name,
      waiting: this.#waiting,
      stored: this.#stored,
      leftOut: this.#failing.leftOut,
      blocked: failureOf(this.#state) ?? full,
      dueAt: this.#failing.dueAt,
      textError: this.#textError,
    };
  }

  /** Stores nothing more: storage has no room until the session is opened again. */
  storageIsFull(): void {
    this.#full ??= noRoom();
  }

  /** Seals with the next run: blocks of stored vectors were dropped, some of whose vectors are still in memory. */
  sealSoon(): void {
    this.#sinceSeal = STORED_BEFORE_SEAL;
  }

  halt(): void {
    this.#move({ type: 'halted' }, this.#life.signal);
    this.#life.abort();
    this.#timer.clear();
  }

  /** Goes on after `halt`, and ends the pause after a failure: the app wants another attempt now. */
  resume(): void {
    if (this.#life.signal.aborted) this.#life = new AbortController();
    this.#move({ type: 'resumed' }, this.#life.signal);
  }

  /** Resolves at the end of a run that began after this call, whether it succeeded or not. Never rejects. */
  run(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      this.#current = this.#run(this.#life.signal);
      return this.#current;
    });
    return this.#next;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const failure = failureOf(this.#state);
    const isEarly = failure !== undefined && systemClock() < failure.retryAt;
    if (!signal.aborted && !isEarly) {
      this.#move({ type: 'started' }, signal);
      try {
        await this.#index(signal);
        this.#move({ type: 'finished' }, signal);
      } catch (error) {
        this.#failed(storageError(error), signal);
      }
    }
    if (!signal.aborted) this.#timer.set(this.#nextAt() - systemClock());
    this.#host.changed();
  }

  /** Changes the state, but not for a run that was halted: another one may have begun. */
  #move(event: IndexerEvent, signal: AbortSignal): void {
    if (!signal.aborted) this.#state = nextState(this.#state, event);
  }

  #failed(error: WorkingMemoryError, signal: AbortSignal): void {
    if (error.code !== 'storage-quota') return this.#move({ type: 'failed', error, now: systemClock() }, signal);
    if (!signal.aborted) this.storageIsFull();
    this.#move({ type: 'finished' }, signal);
  }

  #nextAt(): number {
    const failure = failureOf(this.#state);
    if (failure) return failure.retryAt;
    // The embedder reports by itself when it works again.
    if (this.#full || this.#host.embedder.outage) return Infinity;
    return this.#failing.dueAt ?? Infinity;
  }

  async #index(signal: AbortSignal): Promise<void> {
    let first: Unembedded | undefined = await this.#unembedded(signal);
    const hasWork = first.texts.length > 0 || this.#failing.due(systemClock()).length > 0;
    if (this.#full || !(hasWork || this.#sinceSeal >= STORED_BEFORE_SEAL)) return;
    const queued = (): void => {
      // Another tab embeds these texts.
      first = undefined;
      this.#move({ type: 'lock-busy' }, signal);
      this.#host.changed();
    };
    await whileAlone(this.#host.lock, signal, queued, () => this.#embedAll(first, signal));
  }

  async #embedAll(first: Unembedded | undefined, signal: AbortSignal): Promise<void> {
    let asked = this.#unstored.size > 0 ? undefined : first;
    if (this.#unstored.size > 0) await this.#store(signal);
    await this.#sealWhenDue(signal);
    for (; ; asked = undefined) {
      const { texts } = asked ?? (await this.#unembedded(signal));
      const groups = [...batches(texts, this.#host.batch), ...this.#failing.due(systemClock())];
      if (groups.length === 0) return;
      this.#move({ type: 'embedding' }, signal);
      this.#host.changed();
      for (const group of groups) if (this.#full || !(await this.#embed(group, signal))) return;
    }
  }

  /** Asks for the engine before every call: it may have been replaced, and during an import there is none. */
  #engine(signal: AbortSignal): Promise<VectorEngine> {
    return unlessAborted(this.#host.engine.ready(), signal);
  }

  async #unembedded(signal: AbortSignal): Promise<Unembedded> {
    const engine = await this.#engine(signal);
    const limit = this.#full ? 0 : this.#host.batch * BATCHES_AT_ONCE;
    const answer = await engine.unembedded(limit, this.#failing.keys);
    // Texts that cannot be read are counted but never returned; `settled` would wait for them without end.
    this.#waiting = (answer.texts.length < Math.min(limit, 1) ? 0 : answer.waiting) + this.#failing.size;
    this.#host.changed();
    return answer;
  }

  /** Embeds and stores texts. False when the embedder is out of order; it reports by itself when it works again. */
  async #embed(texts: readonly WaitingText[], signal: AbortSignal): Promise<boolean> {
    const { embedder } = this.#host;
    await embedder.queries.whenIdle();
    signal.throwIfAborted();
    if (!(await this.#works(signal))) return false;
    let vectors: Vectors;
    try {
      const words = texts.map(({ text }) => text);
      vectors = await unlessAborted(embedder.embed(words, 'passage', signal), signal);
    } catch (error) {
      if (!(await this.#worksWithoutThem(signal))) return false;
      this.#textError = embedderError(embedder.model, error);
      this.#failing.failed(texts, systemClock());
      return true;
    }
    const without = texts.filter((_, at) => !vectors[at]);
    if (without.length > 0 && !(await this.#worksWithoutThem(signal))) return false;
    for (const [at, { key }] of texts.entries()) {
      const vector = vectors[at];
      if (vector) this.#unstored.set(key, vector);
    }
    this.#recordOutcome(texts, without);
    if (this.#unstored.size > 0) await this.#store(signal);
    return true;
  }

  /** Whether the embedder works without these texts: only then are they at fault. */
  #worksWithoutThem(signal: AbortSignal): Promise<boolean> {
    this.#host.embedder.checkAgain();
    return this.#works(signal);
  }

  #works(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const works = this.#host.embedder.load().then(
      () => true,
      () => false,
    );
    return unlessAborted(works, signal);
  }

  #recordOutcome(texts: readonly WaitingText[], without: readonly WaitingText[]): void {
    const now = systemClock();
    if (without.length > 0) this.#textError = wrongVectors(this.#host.embedder.model, NO_VECTOR);
    if (texts.length === 1 && without.length === 1) return this.#failing.failed(texts, now);
    this.#failing.remove(texts);
    for (const text of without) this.#failing.addAlone(text, now);
  }

  async #store(signal: AbortSignal): Promise<void> {
    const engine = await this.#engine(signal);
    const { model } = this.#host.embedder;
    const vectors = [...this.#unstored].map(([key, vector]) => ({ key, vector }));
    try {
      const { stored } = await engine.storeVectors(model, vectors);
      this.#unstored.clear();
      this.#stored += stored;
      this.#sinceSeal += stored;
      this.#waiting = Math.max(0, this.#waiting - vectors.length);
      this.#move({ type: 'stored' }, signal);
      this.#host.changed();
    } catch (error) {
      if (!isWorkingMemoryError(error, 'invalid-input')) throw error;
      this.#unstored.clear();
      this.#host.stop(otherDimension(model, vectors[0]?.vector.length ?? 0, error));
      throw error;
    }
    await this.#sealWhenDue(signal);
  }

  /** Seals once after opening, then after every 256 vectors. */
  async #sealWhenDue(signal: AbortSignal): Promise<void> {
    if (this.#sinceSeal < STORED_BEFORE_SEAL) return;
    await (await this.#engine(signal)).sealVectors();
    this.#sinceSeal = 0;
  }
}

function batches(texts: readonly WaitingText[], size: number): (readonly WaitingText[])[] {
  const count = Math.ceil(texts.length / size);
  return Array.from({ length: count }, (_, index) => texts.slice(index * size, (index + 1) * size));
}
