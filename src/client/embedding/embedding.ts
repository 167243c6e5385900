// Embedding on the app's side: its status, `start` and `stop`, and the query vector of a prompt for recall. Loaded only
// with an embedder.
import { systemClock } from '../../ports/system.ts';
import type { Commit } from '../../api/memory.ts';
import type { Embedding, EmbeddingStatus } from '../../api/embedding.ts';
import type { Meaning } from '../../boundary/engine.ts';
import { memoryClosed, type WorkingMemoryError } from '../../errors.ts';
import { Listeners } from '../listeners.ts';
import type { Settings } from '../../options/options.ts';
import { rankingOf, type RecallOptions } from '../../recall/query.ts';
import { unlessAborted } from '../../ports/deadline.ts';
import { pause } from '../../ports/timers.ts';
import { EngineInUse, type VectorEngine } from './engine-in-use.ts';
import { stoppedByApp } from './failures.ts';
import { type Fusion, fusionOf } from '../../transformers/models.ts';
import { BackgroundIndexer, type Blocked } from './background-indexer.ts';
import type { SharedEmbedder } from './shared-embedder.ts';

export interface EmbeddingHost {
  readonly settings: Pick<Settings, 'workspace' | 'session' | 'recall' | 'embedding'>;
  readonly embedder: SharedEmbedder;
  /** Returns the engine to ask now. */
  readonly engine: () => Promise<VectorEngine>;
  readonly fastScan: () => Promise<WebAssembly.Module | undefined>;
}

/** Types of events that add no text. */
const SILENT: readonly string[] = ['step-advanced', 'vectors-stored', 'vectors-sealed', 'vectors-dropped'];

export class EmbeddingClient implements Embedding {
  /** Face that the app holds. */
  readonly face: Embedding = {
    status: () => this.status(),
    subscribe: (listener) => this.subscribe(listener),
    start: () => this.start(),
    stop: () => this.stop(),
    settled: () => this.settled(),
  };
  readonly #host: EmbeddingHost;
  readonly #engine: EngineInUse;
  readonly #indexer: BackgroundIndexer;
  readonly #listeners = new Listeners<EmbeddingStatus>();
  readonly #fusion: Fusion;
  readonly #changed = (): void => this.#tell();
  #stopped: WorkingMemoryError | true | undefined;
  #isClosed = false;
  /** Controller that `stop` and `close` abort. */
  #life = new AbortController();
  #hadOutage = false;
  #told = '';

  constructor(host: EmbeddingHost) {
    const { settings, embedder, engine, fastScan } = host;
    const { weight, floor } = settings.recall.fusion;
    const known = fusionOf(embedder.model);
    this.#fusion = { ...(floor === 'auto' ? known : { floor }), weight: weight === 'auto' ? known.weight : weight };
    this.#host = host;
    this.#engine = new EngineInUse(engine, embedder.model, fastScan);
    this.#indexer = new BackgroundIndexer({
      engine: this.#engine,
      embedder,
      batch: settings.embedding.batch,
      lock: `working-memory embedding ${JSON.stringify([settings.workspace, settings.session])}`,
      changed: this.#changed,
      stop: (error) => void this.#halt(error),
    });
    embedder.join(this.#changed);
    void this.#indexer.run();
  }

  status(): EmbeddingStatus {
    const { embedder } = this.#host;
    const { waiting, stored, leftOut } = this.#indexer.status;
    const state = this.#state();
    const blocked = state === 'idle' || state === 'waiting' || state === 'stopped' ? this.#blocked() : undefined;
    const { error, retryAt } = blocked ?? {};
    return {
      state,
      model: embedder.model,
      waiting,
      stored,
      leftOut,
      ...(state === 'loading' && embedder.progress && { progress: embedder.progress }),
      ...(error && {
        error: { code: error.code, message: error.message, ...(retryAt !== undefined && { retryAt }) },
      }),
    };
  }

  subscribe(listener: (status: EmbeddingStatus) => void): () => void {
    return this.#listeners.add(listener);
  }

  start(): Promise<void> {
    const started = this.#start();
    // A caller that does not await this reads the status; an unhandled rejection must not end the app.
    started.catch(() => undefined);
    return started;
  }

  async stop(): Promise<void> {
    if (!this.#isClosed) await this.#halt(true);
  }

  async settled(): Promise<void> {
    for (;;) {
      this.#refuseEnded('embedding.settled');
      await this.#indexer.run();
      this.#refuseEnded('embedding.settled');
      const { dueAt, blocked, waiting } = this.#indexer.status;
      if (blocked) throw blocked.error;
      if (waiting === 0) return;
      if (this.#host.embedder.outage) throw this.#host.embedder.outage.error;
      if (dueAt !== undefined) await pause(dueAt - systemClock(), this.#life.signal);
    }
  }

  /**
   * Returns the vector of this prompt with its weight, without waiting for a model to load; undefined leaves recall
   * lexical.
   */
  async queryVector(engine: object, prompt: string, query: RecallOptions = {}): Promise<Meaning | undefined> {
    const { embedder, settings } = this.#host;
    if (this.#fusion.weight === 0 || rankingOf(query, settings.recall) !== 'hybrid') return undefined;
    if (this.#stopped || this.#isClosed || prompt.trim() === '' || query.meaning === false) return undefined;
    if (!this.#engine.isReady(engine)) void this.#indexer.run();
    let vector = embedder.queries.known(prompt);
    if (!vector && embedder.isLoaded) vector = await embedder.queries.within(prompt, settings.embedding.queryMs);
    else if (!vector) embedder.load().catch(() => undefined);
    return vector && this.#engine.isReady(engine) ? { model: embedder.model, vector, ...this.#fusion } : undefined;
  }

  /** Takes note of a commit. Must be called with every commit to the session. */
  heard({ events }: Pick<Commit, 'events'>): void {
    for (const event of events) {
      if (event.type !== 'vectors-dropped') continue;
      if (event.reason === 'storage-quota') this.#indexer.storageIsFull();
      else this.#indexer.sealSoon();
    }
    if (events.some(({ type }) => !SILENT.includes(type))) void this.#indexer.run();
    this.#tell();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#halt(true);
    this.#listeners.clear();
  }

  async #start(): Promise<void> {
    if (this.#isClosed) throw memoryClosed();
    const { embedder } = this.#host;
    if (this.#stopped) {
      this.#stopped = undefined;
      this.#life = new AbortController();
      embedder.join(this.#changed);
    }
    embedder.clearOutage();
    this.#indexer.resume();
    void this.#indexer.run();
    const { signal } = this.#life;
    try {
      await unlessAborted(embedder.load(), signal);
    } catch (error) {
      this.#refuseEnded('embedding.start');
      throw error;
    }
  }

  async #halt(why: WorkingMemoryError | true): Promise<void> {
    this.#stopped = why;
    this.#life.abort();
    this.#indexer.halt();
    await this.#host.embedder.leave(this.#changed);
    this.#tell();
  }

  #refuseEnded(method: string): void {
    if (this.#isClosed) throw memoryClosed();
    if (this.#stopped) throw this.#stopped === true ? stoppedByApp(method) : this.#stopped;
  }

  #state(): EmbeddingStatus['state'] {
    if (this.#stopped) return 'stopped';
    if (this.#host.embedder.isLoading) return 'loading';
    const { state, blocked, dueAt } = this.#indexer.status;
    if (state === 'embedding') return 'embedding';
    const waits = state === 'queued' || blocked || this.#host.embedder.outage || dueAt !== undefined;
    return waits ? 'waiting' : 'idle';
  }

  #blocked(): Blocked | undefined {
    if (this.#stopped) return this.#stopped === true ? undefined : { error: this.#stopped };
    const { blocked, dueAt, textError, leftOut } = this.#indexer.status;
    const outage = blocked ?? this.#host.embedder.outage;
    if (outage) return outage;
    if (textError && dueAt !== undefined) return { error: textError, retryAt: dueAt };
    return textError && leftOut > 0 ? { error: textError } : undefined;
  }

  #tell(): void {
    const { outage } = this.#host.embedder;
    if (this.#hadOutage && !outage && !this.#stopped) void this.#indexer.run();
    this.#hadOutage = outage !== undefined;
    const status = this.status();
    const shown = JSON.stringify(status);
    if (shown === this.#told) return;
    this.#told = shown;
    this.#listeners.notify(status);
  }
}
