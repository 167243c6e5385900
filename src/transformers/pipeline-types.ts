// As much of transformers.js as is used, and a model loaded by it. Types only.
export interface Environment {
  version: string;
  allowLocalModels: boolean;
  allowRemoteModels: boolean;
  localModelPath: string;
  remoteHost: string;
  /** From version 4 on. */
  fetch?: typeof fetch;
  /** Name of the browser's cache; from version 4 on. */
  cacheKey?: string;
  backends: { onnx?: { wasm?: { wasmPaths?: unknown; numThreads?: number } } };
}

/** As much of the module as is used; the same in all three versions. */
export interface TransformersModule {
  readonly env: Environment;
  pipeline(task: 'feature-extraction', model: string, options: object): Promise<Extractor>;
}

export interface Extractor {
  readonly tokenizer?: unknown;
  (text: string, options: { pooling: 'mean' | 'cls'; normalize: true }): Promise<Tensor>;
  dispose?(): Promise<unknown>;
}

export interface Tensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number>;
  dispose?(): void;
}

export interface LoadedModel {
  /** @throws embedder-unavailable */
  embed(text: string): Promise<Float32Array>;
  dispose(): Promise<void>;
}
