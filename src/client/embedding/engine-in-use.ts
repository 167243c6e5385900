// The engine of now with the model's vectors in it. After a lost worker it is another engine, which knows of no model.
import type { Engine } from '../../boundary/engine.ts';

export type VectorEngine = Pick<Engine, 'useVectors' | 'unembedded' | 'storeVectors' | 'sealVectors'>;

export class EngineInUse {
  readonly #current: () => Promise<VectorEngine>;
  readonly #model: string;
  readonly #fastScan: () => Promise<WebAssembly.Module | undefined>;
  #engine: VectorEngine | undefined;
  #using: Promise<void> | undefined;
  #isReady = false;

  constructor(
    current: () => Promise<VectorEngine>,
    model: string,
    fastScan: () => Promise<WebAssembly.Module | undefined>,
  ) {
    this.#current = current;
    this.#model = model;
    this.#fastScan = fastScan;
  }

  /** The stored vectors are in place in this engine. */
  isReady(engine: object): boolean {
    return this.#isReady && engine === this.#engine;
  }

  /** @throws whatever the engine rejects with; the next call tries again */
  async ready(): Promise<VectorEngine> {
    const engine = await this.#current();
    if (engine !== this.#engine) {
      this.#engine = engine;
      this.#isReady = false;
      this.#using = this.#use(engine);
    }
    await this.#using;
    return engine;
  }

  async #use(engine: VectorEngine): Promise<void> {
    try {
      await engine.useVectors(this.#model, await this.#fastScan());
      this.#isReady = engine === this.#engine;
    } catch (error) {
      if (engine === this.#engine) this.#engine = undefined;
      throw error;
    }
  }
}
