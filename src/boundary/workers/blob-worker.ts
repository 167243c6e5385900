// Starts the worker from its source, for pages without its file: nobody copied it next to the bundle, or it has another
// origin. The build inserts the source, which makes this a chunk as large as the worker.
declare const MEMORY_WORKER_SOURCE_IN_BUILD: string;

/** Kept for the life of the page: a restart after `worker-lost` uses it again. */
let url: string | undefined;

export function startBlobWorker(): Worker {
  url ??= URL.createObjectURL(new Blob([MEMORY_WORKER_SOURCE_IN_BUILD], { type: 'text/javascript' }));
  return new Worker(url, { type: 'module', name: 'working-memory' });
}
