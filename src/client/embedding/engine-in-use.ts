// The current engine, with the stored vectors of the model loaded. After a lost worker it is a new one without vectors.
import type { Engine } from '../../boundary/engine.ts';
import { engineBehind } from '../observing/observed-engines.ts';

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

  /** Whether this engine has loaded the stored vectors. */
  isReady(engine: object): boolean {
    return this.#isReady && engineBehind(engine) === this.#engine;
  }

  /** Returns the current engine once it is ready. @throws errors of the engine; the next call tries again */
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
