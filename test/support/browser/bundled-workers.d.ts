declare module '*?bundled-worker' {
  /** Starts the worker. */
  export function start(): Worker;
}
