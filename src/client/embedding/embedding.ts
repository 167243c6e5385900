// Embedding on the app's side: says how far it is, starts and stops, and gives recall the meaning of a prompt. Loaded
// with an embedder only.
import { systemClock } from '../../ports/system.ts';
import type { Commit } from '../../api/memory.ts';
import type { Embedding, EmbeddingStatus } from '../../api/embedding.ts';
import type { Meaning } from '../../boundary/engine.ts';
import { memoryClosed, type WorkingMemoryError } from '../../errors.ts';
import { Listeners } from '../listeners.ts';
import type { Settings } from '../../options.ts';
import type { Ranking } from '../../recall/query.ts';
import { pause, unlessAborted } from './timers.ts';
import { EngineInUse, type VectorEngine } from './engine-in-use.ts';
import { stoppedByApp } from './failures.ts';
import { type Fusion, fusionOf } from '../../transformers/models.ts';
import { Pump, type Standstill } from './background-loop.ts';
import type { SharedEmbedder } from './shared-embedder.ts';

export interface EmbeddingHost {
  readonly settings: Pick<Settings, 'workspace' | 'session' | 'recall' | 'embedding'>;
  readonly embedder: SharedEmbedder;
  /** The engine to ask now. */
  readonly engine: () => Promise<VectorEngine>;
  readonly fastScan: () => Promise<WebAssembly.Module | undefined>;
}

/** Events that bring no text. */
const SILENT: readonly string[] = ['step-advanced', 'vectors-stored', 'vectors-sealed', 'vectors-dropped'];

export class EmbeddingClient implements Embedding {
  /** What the app holds. */
  readonly face: Embedding = {
    status: () => this.status(),
    subscribe: (listener) => this.subscribe(listener),
    start: () => this.start(),
    stop: () => this.stop(),
    settled: () => this.settled(),
  };
  readonly #host: EmbeddingHost;
  readonly #engine: EngineInUse;
  readonly #pump: Pump;
  readonly #listeners = new Listeners<EmbeddingStatus>();
  readonly #fusion: Fusion;
  readonly #changed = (): void => this.#tell();
  #stopped: WorkingMemoryError | true | undefined;
  #isClosed = false;
  /** Ended by `stop` and `close`. */
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
    this.#pump = new Pump({
      engine: this.#engine,
      embedder,
      batch: settings.embedding.batch,
      lock: `working-memory embedding ${JSON.stringify([settings.workspace, settings.session])}`,
      changed: this.#changed,
      stop: (error) => void this.#halt(error),
    });
    embedder.join(this.#changed);
    void this.#pump.pass();
  }

  status(): EmbeddingStatus {
    const { embedder } = this.#host;
    const { waiting, stored, leftOut } = this.#pump;
    const state = this.#state();
    const standstill = state === 'idle' || state === 'waiting' || state === 'stopped' ? this.#standstill() : undefined;
    const { error, retryAt } = standstill ?? {};
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
    // Who does not wait for it reads the status; a model that cannot be loaded must not end the app.
    started.catch(() => undefined);
    return started;
  }

  async stop(): Promise<void> {
    if (!this.#isClosed) await this.#halt(true);
  }

  async settled(): Promise<void> {
    for (;;) {
      this.#refuseEnded('embedding.settled');
      await this.#pump.pass();
      this.#refuseEnded('embedding.settled');
      const { dueAt, standstill, waiting } = this.#pump;
      if (standstill) throw standstill.error;
      if (waiting === 0) return;
      if (this.#host.embedder.outage) throw this.#host.embedder.outage.error;
      if (dueAt !== undefined) await pause(dueAt - systemClock(), this.#life.signal);
    }
  }

  /** For this prompt now, and never a wait for a model: undefined where there are only words. */
  async meaningOf(engine: object, prompt: string, ranking: Ranking = 'hybrid'): Promise<Meaning | undefined> {
    const { embedder, settings } = this.#host;
    if (this.#fusion.weight === 0 || ranking === 'importance-recency') return undefined;
    if (this.#stopped || this.#isClosed || prompt.trim() === '') return undefined;
    if (!this.#engine.isReady(engine)) void this.#pump.pass();
    let vector = embedder.queries.known(prompt);
    if (!vector && embedder.isLoaded) vector = await embedder.queries.ask(prompt, settings.embedding.queryMs);
    else if (!vector) embedder.load().catch(() => undefined);
    return vector && this.#engine.isReady(engine) ? { model: embedder.model, vector, ...this.#fusion } : undefined;
  }

  /** To be called with every commit to the session. */
  heard({ events }: Pick<Commit, 'events'>): void {
    for (const event of events) {
      if (event.type !== 'vectors-dropped') continue;
      if (event.reason === 'storage-quota') this.#pump.fill();
      else this.#pump.loosen();
    }
    if (events.some(({ type }) => !SILENT.includes(type))) void this.#pump.pass();
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
    embedder.forgive();
    this.#pump.resume();
    void this.#pump.pass();
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
    this.#pump.halt();
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
    if (this.#pump.activity === 'embedding') return 'embedding';
    const { activity, standstill, dueAt } = this.#pump;
    const stands = activity === 'queued' || standstill || this.#host.embedder.outage || dueAt !== undefined;
    return stands ? 'waiting' : 'idle';
  }

  #standstill(): Partial<Standstill> | undefined {
    if (this.#stopped) return this.#stopped === true ? undefined : { error: this.#stopped };
    const { standstill, dueAt, why, leftOut } = this.#pump;
    const stands = standstill ?? this.#host.embedder.outage;
    if (stands) return stands;
    if (why && dueAt !== undefined) return { error: why, retryAt: dueAt };
    return why && leftOut > 0 ? { error: why } : undefined;
  }

  #tell(): void {
    const { outage } = this.#host.embedder;
    if (this.#hadOutage && !outage && !this.#stopped) void this.#pump.pass();
    this.#hadOutage = outage !== undefined;
    const status = this.status();
    const shown = JSON.stringify(status);
    if (shown === this.#told) return;
    this.#told = shown;
    this.#listeners.notify(status);
  }
}
