// Types of the modules that the bundler makes from these imports.
declare module 'working-memory/worker?worker' {
  const MemoryWorker: new (options?: WorkerOptions) => Worker;
  export default MemoryWorker;
}
