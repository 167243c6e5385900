// The options that every long call takes. Types only.
export interface CallOptions {
  /**
   * Ends the wait with `aborted`. Nothing happens if it was aborted before the call reached the engine; afterwards the
   * command may still be committed.
   */
  readonly signal?: AbortSignal;
}
