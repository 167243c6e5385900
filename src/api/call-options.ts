// The options that every long call takes. Types only.
export interface CallOptions {
  /** Ends the wait with `aborted`. A command that reached the engine before may still be committed. */
  readonly signal?: AbortSignal;
}
