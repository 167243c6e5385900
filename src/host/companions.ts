// Files that an entry loads on demand: the workers and the embedder of transformers.js.
import type { Embedder } from '../ports/embedder.ts';
import type { TransformersSettings } from '../transformers/settings.ts';
import { startDefaultWorker, workerParts } from '../boundary/workers/default-worker.ts';

/** Files of the package that an entry can start or load. The standalone entry has none. */
export interface Companions {
  /** The memory worker, from its file. */
  readonly fileWorker: () => Worker;
  /** Addresses of the files that the memory worker loads itself, by name. */
  readonly workerParts: () => Readonly<Record<string, string>>;
  /** The memory worker from its source, if the file is missing or refused. */
  readonly blobWorker: () => Promise<Worker>;
  /** An embedder over a model of transformers.js. */
  readonly transformers: (settings: TransformersSettings) => Promise<Embedder>;
}

export const companions: Companions = {
  fileWorker: startDefaultWorker,
  workerParts,
  blobWorker: async () => (await import('../boundary/workers/blob-worker.ts')).startBlobWorker(),
  transformers: async (settings) => (await import('../transformers/embedder.ts')).transformersEmbedder(settings),
};
