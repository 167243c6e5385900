// Starts the model's worker from its source, as boundary/workers/blob-worker.ts does. The build inserts the text here.
declare const EMBEDDING_WORKER_SOURCE_IN_BUILD: string;

let url: string | undefined;

export function startBlobWorker(): Worker {
  url ??= URL.createObjectURL(new Blob([EMBEDDING_WORKER_SOURCE_IN_BUILD], { type: 'text/javascript' }));
  return new Worker(url, { type: 'module', name: 'working-memory-embedding' });
}
