// The state of a memory, as its calls left it. Types only.

/** Answer of `memory.health`. */
export interface Health {
  /**
   * `ok` · `full`: the storage had no room for the latest write; reads and `context.prepare` go on · `unavailable`: a call
   * found worker or storage silent or gone, and none like it was answered since · `closed`.
   */
  readonly state: 'ok' | 'full' | 'unavailable' | 'closed';
  /** Prepared requests that are not stored; the next one that can be stored stores their messages. */
  readonly unsaved: number;
  /** Number and time (ms since 1970) of the latest commit heard of since opening; absent before. */
  readonly lastCommit?: { readonly head: number; readonly time: number };
  /** Rows with a wrong checksum; `memory.runtime.quarantined` names them. */
  readonly quarantined: number;
  /** How often this session was opened anew because its worker, which other sessions may share, was lost or silent. */
  readonly restarts: number;
}
