// One embedder for all sessions that use it: one model in memory, loaded on demand and released when it is idle or when
// the last session leaves. A probe word tells whether it works, so that no text is blamed for a broken embedder.
import { systemClock } from '../../ports/system.ts';
import type { WorkingMemoryError } from '../../errors.ts';
import type { Settings } from '../../options/options.ts';
import type { EmbedCall, Embedder, EmbedderProgress } from '../../ports/embedder.ts';
import { BackgroundTimer, pause } from '../../ports/timers.ts';
import { callWithDeadline, type DeadlineCall, type Vectors } from './call-with-deadline.ts';
import { embedderError, isHung, waitMs, wrongVectors } from './failures.ts';
import { QueryCache } from './query-cache.ts';

/** Word that an embedder must make a vector of before it gets any text. */
const PROBE = 'memory';
/** Longest wait for the release of a model. */
const RELEASE_MS = 5000;

export interface Outage {
  readonly error: WorkingMemoryError;
  /** Number of failures in a row. */
  readonly failures: number;
  /** Time of the next attempt, ms since 1970. */
  readonly retryAt: number;
}

export class SharedEmbedder {
  readonly queries = new QueryCache((prompt) => this.#query(prompt));
  readonly #embedder: Embedder;
  readonly #limits: Pick<Settings['embedding'], 'timeoutMs' | 'idleMs'>;
  readonly #users = new Set<() => void>();
  readonly #idle = new BackgroundTimer(() => void this.#release());
  readonly #retry = new BackgroundTimer(() => this.load().catch(() => undefined));
  /** Length of its vectors; undefined until the probe has succeeded. */
  #dimension: number | undefined;
  #loading: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  #progress: EmbedderProgress | undefined;
  #outage: Outage | undefined;
  #calls = 0;
  /** Controller that is aborted when the last session leaves. */
  #use = new AbortController();

  constructor(embedder: Embedder, limits: Pick<Settings['embedding'], 'timeoutMs' | 'idleMs'>) {
    this.#embedder = embedder;
    this.#limits = limits;
  }

  get model(): string {
    return this.#embedder.model;
  }

  get isLoaded(): boolean {
    return this.#dimension !== undefined;
  }

  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  get progress(): EmbedderProgress | undefined {
    return this.#progress;
  }

  /** Reason why the embedder cannot be used now, and when it is tried again. */
  get outage(): Outage | undefined {
    return this.#outage;
  }

  /** Adds a session. @param changed is called after every change of the getters above; identifies the session */
  join(changed: () => void): void {
    if (this.#use.signal.aborted) this.#use = new AbortController();
    this.#users.add(changed);
  }

  /** Removes a session; the last one to leave releases the model. */
  async leave(changed: () => void): Promise<void> {
    if (!this.#users.delete(changed) || this.#users.size > 0) return;
    this.#use.abort();
    this.#endLoading();
    this.clearOutage();
    await this.#release();
  }

  /** Forgets the outage, so that the next `load` tries again at once. */
  clearOutage(): void {
    this.#outage = undefined;
    this.#retry.clear();
  }

  /** Resolves when the embedder works. @throws the error of the outage, without another attempt before `retryAt` */
  load(): Promise<void> {
    if (this.isLoaded) return Promise.resolve();
    if (this.#outage && systemClock() < this.#outage.retryAt) {
      // The timer fired a little early, or the clock was set back.
      this.#retry.set(this.#outage.retryAt - systemClock());
      return Promise.reject(this.#outage.error);
    }
    if (this.#loading) return this.#loading;
    const loading = this.#load(this.#use.signal).finally(() => {
      // If not, `leave` has ended it already.
      if (this.#loading === loading) this.#endLoading();
    });
    this.#loading = loading;
    this.#changed();
    return loading;
  }

  /**
   * Makes unit vectors of one length; undefined for a text without one. After a rejection the next call checks first
   * whether the embedder still works.
   */
  async embed(texts: readonly string[], kind: EmbedCall['kind'], signal: AbortSignal): Promise<Vectors> {
    while (this.#dimension === undefined) await this.load();
    signal.throwIfAborted();
    const { timeoutMs } = this.#limits;
    const dimension = this.#dimension;
    try {
      const rows = await this.#call(texts, { kind, signal, timeoutMs, onProgress: () => undefined });
      return rows.map((row) => (row?.length === dimension ? row : undefined));
    } catch (error) {
      if (!signal.aborted) this.checkAgain();
      throw error;
    }
  }

  /** Makes the next call check first whether the embedder still works. */
  checkAgain(): void {
    this.#dimension = undefined;
  }

  async #query(prompt: string): Promise<Float32Array | undefined> {
    const [row] = await this.embed([prompt], 'query', this.#use.signal);
    return row;
  }

  async #load(signal: AbortSignal): Promise<void> {
    const onProgress = (progress: EmbedderProgress): void => {
      this.#progress = progress;
      this.#changed();
    };
    try {
      await this.#releasing;
      const { timeoutMs } = this.#limits;
      const [row] = await this.#call([PROBE], { kind: 'passage', signal, timeoutMs, onProgress });
      if (!row) throw wrongVectors(this.model, 'no usable vector for a plain word');
      this.#dimension = row.length;
      this.clearOutage();
    } catch (thrown) {
      signal.throwIfAborted();
      const error = embedderError(this.model, thrown);
      const failures = (this.#outage?.failures ?? 0) + 1;
      this.#outage = { error, failures, retryAt: systemClock() + waitMs(failures) };
      this.#retry.set(waitMs(failures));
      throw error;
    }
  }

  async #call(texts: readonly string[], options: DeadlineCall): Promise<Vectors> {
    this.#idle.clear();
    this.#calls++;
    try {
      return await callWithDeadline(this.#embedder, texts, options);
    } catch (error) {
      // Releasing the model is the only way to end a call that hangs.
      if (isHung(error)) void this.#release();
      throw error;
    } finally {
      if (--this.#calls === 0 && this.#users.size > 0) this.#idle.set(this.#limits.idleMs);
    }
  }

  async #release(): Promise<void> {
    this.#idle.clear();
    this.#dimension = undefined;
    this.#changed();
    const gone = new AbortController();
    // A failed release is not reported: the app could do nothing about it.
    const released = Promise.resolve()
      .then(() => this.#embedder.release?.())
      .catch(() => undefined)
      .then(() => gone.abort());
    const releasing = Promise.race([released, pause(RELEASE_MS, gone.signal)]);
    this.#releasing = releasing;
    await releasing;
    if (this.#releasing === releasing) this.#releasing = undefined;
  }

  #endLoading(): void {
    this.#loading = undefined;
    this.#progress = undefined;
    this.#changed();
  }

  #changed(): void {
    for (const changed of this.#users) changed();
  }
}
