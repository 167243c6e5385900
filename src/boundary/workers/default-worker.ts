// Starts the library's worker from its file. The build inserts the expression that bundlers and browsers understand
// (`new Worker(new URL('./worker.js', import.meta.url), …)`): in source, this library's own bundler would rewrite it.
declare const MEMORY_WORKER_IN_BUILD: Worker;
declare const MEMORY_WORKER_PARTS_IN_BUILD: Readonly<Record<string, string>>;

export const startDefaultWorker = (): Worker => MEMORY_WORKER_IN_BUILD;

/** Returns the addresses that only a bundler knows: where it put the worker's other files. Empty from source. */
export const workerParts = (): Readonly<Record<string, string>> =>
  typeof MEMORY_WORKER_PARTS_IN_BUILD === 'undefined' ? {} : MEMORY_WORKER_PARTS_IN_BUILD;
