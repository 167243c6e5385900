// Starts the library's worker from its file. The build inserts the expression that bundlers and browsers understand
// (`new Worker(new URL('./worker.js', import.meta.url), …)`): in source, this library's own bundler would rewrite it.
declare const MEMORY_WORKER_IN_BUILD: Worker;

export const startDefaultWorker = (): Worker => MEMORY_WORKER_IN_BUILD;
