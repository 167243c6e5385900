// What every long call takes. Types only.
export interface CallOptions {
  /** Stops waiting. A command that already reached the engine may still be committed. */
  readonly signal?: AbortSignal;
}
