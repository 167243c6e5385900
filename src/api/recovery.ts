// Differences between a storage and what the library committed to it. Types only.
import type { RowStore } from '../storage/port.ts';

/** Numbers of rows by store; a store without any is absent. */
export type RowCounts = Readonly<Partial<Record<RowStore, number>>>;

/** Difference between the stored session and what was committed to it. */
export interface Recovery {
  /**
   * - `none`: it does not differ
   * - `reset`: another session is stored under this name, or none; the former one was deleted or the storage emptied
   * - `rolled-back`: the storage went back to an older state, as after a restored copy
   * - `partial`: rows are missing or damaged; the rest is open
   * - `repaired`: only counters were missing or damaged; they were counted anew
   */
  readonly kind: 'none' | 'reset' | 'rolled-back' | 'partial' | 'repaired';
  /** Sound rows of the session as it is open now. */
  readonly kept: RowCounts;
  /** Missing and damaged rows; with `reset` and `rolled-back`, rows that this memory held and the storage does not. */
  readonly lost: RowCounts;
}

/**
 * The storage differs from what this library committed. Differences found at opening enter the journal with the next
 * commit; `reset` and `rolled-back` are reported at once and enter no journal.
 */
export interface RecoveryEvent extends Recovery {
  readonly type: 'session-recovered';
}

/** Answer of `salvage`: the sound part of a session, and its damaged rows. */
export interface Salvage {
  /**
   * The sound part, in the format of `export({ format: 'json' })`; for `import`. For a session that is no longer
   * stored: what this memory still holds, without messages and former revisions.
   */
  readonly bundle: string;
  /** Damaged rows as stored; a row that was kept aside keeps the key of its former place. */
  readonly damaged: readonly { readonly store: RowStore | 'journal'; readonly key: string; readonly row: unknown }[];
}

/** The stored rows were migrated to a new format, which older versions of the library refuse. */
export interface MigrationEvent {
  readonly type: 'session-migrated';
  readonly from: number;
  readonly to: number;
}

/** The app dismissed quarantined rows; they were deleted. */
export interface DismissEvent {
  readonly type: 'quarantine-dismissed';
  readonly rows: number;
}
