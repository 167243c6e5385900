// The library's own worker file. The build puts the one expression here that bundlers and browsers all understand
// (`new Worker(new URL('./worker.js', import.meta.url), …)`): written in source, the bundler would rewrite it.
declare const MEMORY_WORKER_IN_BUILD: Worker;

export const startDefaultWorker = (): Worker => MEMORY_WORKER_IN_BUILD;
