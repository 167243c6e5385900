// The parts of transformers.js that are used, and a loaded model. Types only.
export interface Environment {
  version: string;
  allowLocalModels: boolean;
  allowRemoteModels: boolean;
  localModelPath: string;
  remoteHost: string;
  /** Since version 4. */
  fetch?: typeof fetch;
  /** Name of the browser cache; since version 4. */
  cacheKey?: string;
  backends: { onnx?: { wasm?: { wasmPaths?: unknown; numThreads?: number } } };
}

/** The part of the module that is used; the same in all three versions. */
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
  /** Makes the vector of a text. @throws embedder-unavailable */
  embed(text: string): Promise<Float32Array>;
  dispose(): Promise<void>;
}
