// From texts without a vector to stored vectors. What still lacks one is asked of the engine, so there is no queue that
// could be lost: a crash, a closed tab or an outage only leaves more to do.
import { systemClock } from '../../ports/system.ts';
import type { Unembedded } from '../../boundary/engine.ts';
import { isWorkingMemoryError, type WorkingMemoryError } from '../../errors.ts';
import { Alarm, unlessAborted } from './timers.ts';
import type { Vectors } from './call-with-deadline.ts';
import type { EngineInUse, VectorEngine } from './engine-in-use.ts';
import { embedderError, noRoom, otherDimension, storageError, waitMs, wrongVectors } from './failures.ts';
import type { SharedEmbedder } from './shared-embedder.ts';
import { Suspects, type Waiting } from './retry-groups.ts';
import { whileAlone } from './work-lock.ts';

/** Batches that the engine is asked for at a time. */
const BATCHES = 8;
/** Vectors after which small blocks are put together. */
const STORED_BEFORE_SEAL = 256;
const NO_VECTOR = 'a vector without a direction, or of another length than the others';

export interface PumpHost {
  readonly engine: EngineInUse;
  readonly embedder: SharedEmbedder;
  /** Texts. */
  readonly batch: number;
  /** The same for all owners of the session. */
  readonly lock: string;
  readonly changed: () => void;
  /** No text can be embedded until the app says otherwise. */
  readonly stop: (error: WorkingMemoryError) => void;
}

/** Why texts wait. */
export interface Standstill {
  readonly error: WorkingMemoryError;
  /** ms since 1970; absent when it is not tried again. */
  readonly retryAt?: number;
}

export class Pump {
  readonly #host: PumpHost;
  readonly #suspects = new Suspects();
  readonly #alarm = new Alarm(() => void this.pass());
  /** Made but not stored yet, by key: a storage that fails costs no second embedding. */
  readonly #made = new Map<string, Float32Array>();
  #waiting = 0;
  #stored = 0;
  #unsealed = STORED_BEFORE_SEAL;
  #activity: 'embedding' | 'queued' | undefined;
  /** The engine failed; how often in a row. */
  #failure: (Required<Standstill> & { readonly failures: number }) | undefined;
  #full: WorkingMemoryError | undefined;
  /** Why the latest text failed. */
  #why: WorkingMemoryError | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #work = new AbortController();

  constructor(host: PumpHost) {
    this.#host = host;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get stored(): number {
    return this.#stored;
  }

  get leftOut(): number {
    return this.#suspects.leftOut;
  }

  /** `queued`: another tab is at work. */
  get activity(): 'embedding' | 'queued' | undefined {
    return this.#activity;
  }

  /** When texts that failed are tried again, ms since 1970; undefined when there are none. */
  get dueAt(): number | undefined {
    return this.#suspects.dueAt;
  }

  /** Why the latest text failed. */
  get why(): WorkingMemoryError | undefined {
    return this.#why;
  }

  /** What keeps it from storing, apart from the embedder. */
  get standstill(): Standstill | undefined {
    return this.#failure ?? (this.#full && this.#waiting > 0 ? { error: this.#full } : undefined);
  }

  /** There is no room: nothing is stored for the rest of this opening. */
  fill(error = noRoom()): void {
    this.#full ??= error;
  }

  /** Stored vectors were dropped that are still in memory: the next pass stores them again. */
  loosen(): void {
    this.#unsealed = STORED_BEFORE_SEAL;
  }

  halt(): void {
    this.#work.abort();
    this.#alarm.clear();
  }

  resume(): void {
    if (this.#work.signal.aborted) this.#work = new AbortController();
    this.#failure = undefined;
  }

  /** Resolves at the end of a pass that began after this call, however it ended. */
  pass(): Promise<void> {
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#next = undefined;
      this.#running = this.#pass(this.#work.signal);
      return this.#running;
    });
    return this.#next;
  }

  async #pass(signal: AbortSignal): Promise<void> {
    const isEarly = this.#failure !== undefined && systemClock() < this.#failure.retryAt;
    try {
      if (!signal.aborted && !isEarly) await this.#drain(signal);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
    this.#activity = undefined;
    if (!signal.aborted) this.#alarm.set(this.#nextAt() - systemClock());
    this.#host.changed();
  }

  #nextAt(): number {
    if (this.#failure) return this.#failure.retryAt;
    // An embedder that is back says so itself.
    if (this.#full || this.#host.embedder.outage) return Infinity;
    return this.#suspects.dueAt ?? Infinity;
  }

  async #drain(signal: AbortSignal): Promise<void> {
    let first: Unembedded | undefined = await this.#ask(signal);
    const isIdle = this.#unsealed < STORED_BEFORE_SEAL && !this.#isAnythingToDo(first);
    if (!this.#full && !isIdle) {
      const queued = (): void => {
        first = undefined;
        this.#activity = 'queued';
        this.#host.changed();
      };
      await whileAlone(this.#host.lock, signal, queued, () => this.#embedAll(first, signal));
    }
    this.#failure = undefined;
  }

  async #embedAll(first: Unembedded | undefined, signal: AbortSignal): Promise<void> {
    let asked = this.#made.size > 0 ? undefined : first;
    if (this.#made.size > 0) await this.#store(signal);
    await this.#sealOften(signal);
    for (; ; asked = undefined) {
      const { texts } = asked ?? (await this.#ask(signal));
      const groups = [...batches(texts, this.#host.batch), ...this.#suspects.due(systemClock())];
      if (groups.length === 0) return;
      this.#activity = 'embedding';
      this.#host.changed();
      for (const group of groups) if (this.#full || !(await this.#embed(group, signal))) return;
    }
  }

  #isAnythingToDo({ texts }: Unembedded): boolean {
    return texts.length > 0 || this.#suspects.due(systemClock()).length > 0;
  }

  /** Every call asks for the engine anew: it may be another one, and an import keeps everybody waiting for it. */
  #engine(signal: AbortSignal): Promise<VectorEngine> {
    return unlessAborted(this.#host.engine.ready(), signal);
  }

  async #ask(signal: AbortSignal): Promise<Unembedded> {
    const engine = await this.#engine(signal);
    const limit = this.#full ? 0 : this.#host.batch * BATCHES;
    const answer = await engine.unembedded(limit, this.#suspects.keys);
    // Texts that cannot be read cannot be waited for.
    this.#waiting = (answer.texts.length < Math.min(limit, 1) ? 0 : answer.waiting) + this.#suspects.size;
    this.#host.changed();
    return answer;
  }

  /** False when the embedder is out of order: it says itself when it is back. */
  async #embed(texts: readonly Waiting[], signal: AbortSignal): Promise<boolean> {
    const { embedder } = this.#host;
    await embedder.queries.quiet();
    signal.throwIfAborted();
    if (!(await this.#works(signal))) return false;
    let vectors: Vectors;
    try {
      const words = texts.map(({ text }) => text);
      vectors = await unlessAborted(embedder.embed(words, 'passage', signal), signal);
    } catch (error) {
      if (!(await this.#worksOtherwise(signal))) return false;
      this.#why = embedderError(embedder.model, error);
      this.#suspects.failed(texts, systemClock());
      return true;
    }
    const bad = texts.filter((_, at) => !vectors[at]);
    if (bad.length > 0 && !(await this.#worksOtherwise(signal))) return false;
    for (const [at, { key }] of texts.entries()) {
      const vector = vectors[at];
      if (vector) this.#made.set(key, vector);
    }
    this.#sortOut(texts, bad);
    if (this.#made.size > 0) await this.#store(signal);
    return true;
  }

  /** Texts are at fault only if the embedder works without them. */
  #worksOtherwise(signal: AbortSignal): Promise<boolean> {
    this.#host.embedder.doubt();
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

  #sortOut(texts: readonly Waiting[], bad: readonly Waiting[]): void {
    const now = systemClock();
    if (bad.length > 0) this.#why = wrongVectors(this.#host.embedder.model, NO_VECTOR);
    if (texts.length === 1 && bad.length === 1) return this.#suspects.failed(texts, now);
    this.#suspects.done(texts);
    for (const text of bad) this.#suspects.doubtful(text, now);
  }

  async #store(signal: AbortSignal): Promise<void> {
    const engine = await this.#engine(signal);
    const { model } = this.#host.embedder;
    const vectors = [...this.#made].map(([key, vector]) => ({ key, vector }));
    try {
      const { stored } = await engine.storeVectors(model, vectors);
      this.#made.clear();
      this.#failure = undefined;
      this.#stored += stored;
      this.#unsealed += stored;
      this.#waiting = Math.max(0, this.#waiting - vectors.length);
      this.#host.changed();
    } catch (error) {
      if (!isWorkingMemoryError(error, 'invalid-input')) throw error;
      this.#made.clear();
      this.#host.stop(otherDimension(model, vectors[0]?.vector.length ?? 0, error));
      throw error;
    }
    await this.#sealOften(signal);
  }

  /** First after opening, then when enough is loose. */
  async #sealOften(signal: AbortSignal): Promise<void> {
    if (this.#unsealed < STORED_BEFORE_SEAL) return;
    await (await this.#engine(signal)).sealVectors();
    this.#unsealed = 0;
  }

  #failed(thrown: unknown): void {
    const error = storageError(thrown);
    if (error.code === 'storage-quota') return this.fill();
    const failures = (this.#failure?.failures ?? 0) + 1;
    this.#failure = { error, failures, retryAt: systemClock() + waitMs(failures) };
  }
}

function batches(texts: readonly Waiting[], size: number): (readonly Waiting[])[] {
  const count = Math.ceil(texts.length / size);
  return Array.from({ length: count }, (_, index) => texts.slice(index * size, (index + 1) * size));
}
