// The state of a memory after its latest calls. Types only.

/** Answer of `memory.health`. */
export interface Health {
  /**
   * `ok` · `full`: the storage had no room for the latest write; reads and `context.prepare` continue · `unavailable`:
   * a call found the worker or storage silent or gone, and no such call was answered since · `closed`.
   */
  readonly state: 'ok' | 'full' | 'unavailable' | 'closed';
  /** Number of prepared requests that are not stored; the next one that can be stored stores their messages. */
  readonly unsaved: number;
  /** Number and time (ms since 1970) of the latest commit known since opening; absent before. */
  readonly lastCommit?: { readonly head: number; readonly time: number };
  /** Number of rows with a wrong checksum; `memory.runtime.quarantined` names them. */
  readonly quarantined: number;
  /**
   * Number of times this session was reopened because its worker, which other sessions may share, was lost or silent.
   */
  readonly restarts: number;
}
