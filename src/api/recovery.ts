// What a memory says when its storage is not as the library left it. Types only.
import type { RowStore } from '../storage/port.ts';

/** Rows by their store; a store without any is absent. */
export type RowCounts = Readonly<Partial<Record<RowStore, number>>>;

/** How the stored session differs from what was committed to it. */
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
  /** Missing and damaged rows; with `reset` and `rolled-back` those that this memory held and storage has not. */
  readonly lost: RowCounts;
}

/**
 * The storage was not as this library left it. What was found at opening is in the journal with the first commit after
 * it; `reset` and `rolled-back` are told at once and are in no journal.
 */
export interface RecoveryEvent extends Recovery {
  readonly type: 'session-recovered';
}

/** Answer of `salvage`: the sound part of a session, and its damaged rows. */
export interface Salvage {
  /**
   * The sound part, as of `export({ format: 'json' })`; for `import`. Of a session that is no longer stored: what this
   * memory still holds, without messages and former revisions.
   */
  readonly bundle: string;
  /** Damaged rows as they are stored; the place of one that was kept aside is that before. */
  readonly damaged: readonly { readonly store: RowStore | 'journal'; readonly key: string; readonly row: unknown }[];
}

/** The stored rows were brought from one format to the next, which older versions of the library refuse. */
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
