// What an entry of the package brings along: its kernel, and files that it loads on demand.
import type { CompilableKernel } from '../kernel/load.ts';
import type { Settings } from '../options/options.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { TransformersSettings } from '../transformers/settings.ts';
import { startDefaultWorker, workerParts } from '../boundary/workers/default-worker.ts';

export interface EntryParts {
  readonly kernel: () => Promise<CompilableKernel>;
  /** Absent in an entry of one file, which has no worker file and loads no model. */
  readonly companions?: Companions;
  /** Replaces defaults of the options `recall.workspace`. */
  readonly workspaceDefaults?: Partial<Settings['recall']['workspace']>;
}

/** Files of the package that an entry can start or load. */
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
