// The worker from its own source, for pages that cannot have its file: it was not copied beside the bundle, or it lies on
// another origin. A chunk by itself, as large as the worker. The build puts the text here.
declare const MEMORY_WORKER_SOURCE_IN_BUILD: string;

/** One for the life of the page: a worker that was lost is started again from it. */
let url: string | undefined;

export function startBlobWorker(): Worker {
  url ??= URL.createObjectURL(new Blob([MEMORY_WORKER_SOURCE_IN_BUILD], { type: 'text/javascript' }));
  return new Worker(url, { type: 'module', name: 'working-memory' });
}
