// Starts the library's worker from its file. The build inserts the expression that bundlers and browsers understand
// (`new Worker(new URL('./worker.js', import.meta.url), …)`): in source, this library's own bundler would rewrite it.
declare const MEMORY_WORKER_IN_BUILD: Worker;
declare const MEMORY_WORKER_PARTS_IN_BUILD: Readonly<Record<string, string>>;

export const startDefaultWorker = (): Worker => MEMORY_WORKER_IN_BUILD;

/** A worker cannot know where a bundler has put its other files, nor under which names; from source it imports them. */
export const workerParts = (): Readonly<Record<string, string>> =>
  typeof MEMORY_WORKER_PARTS_IN_BUILD === 'undefined' ? {} : MEMORY_WORKER_PARTS_IN_BUILD;
