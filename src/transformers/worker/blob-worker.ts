// The model's worker from its own source, as in boundary/blob-worker.ts. The build puts the text here.
declare const EMBEDDING_WORKER_SOURCE_IN_BUILD: string;

let url: string | undefined;

export function startBlobWorker(): Worker {
  url ??= URL.createObjectURL(new Blob([EMBEDDING_WORKER_SOURCE_IN_BUILD], { type: 'text/javascript' }));
  return new Worker(url, { type: 'module', name: 'working-memory-embedding' });
}
