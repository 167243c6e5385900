// What the bundler makes of these imports.
declare module 'working-memory/worker?worker' {
  const MemoryWorker: new (options?: WorkerOptions) => Worker;
  export default MemoryWorker;
}
