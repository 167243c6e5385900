// The audit of every change: what `items.audit` yields. Types only.
import type { TransferEvent } from '../../bundle/form.ts';
import type { ContextEvent } from '../../context/plan/events.ts';
import type { ItemEvent } from '../../items/events.ts';
import type { Usage } from '../../items/limits.ts';
import type { DocumentEvent } from '../../tree/files/document.ts';
import type { TranscriptEvent } from '../../tree/transcript/transcript.ts';
import type { VectorEvent } from '../recall.ts';
import type { DismissEvent, MigrationEvent, RecoveryEvent } from '../recovery.ts';

/** Options of `items.audit`. */
export interface AuditOptions {
  /** Skips commits up to this `head`; a whole number ≥ 0, default 0. */
  readonly after?: number;
}

/** One event with its commit. */
export interface AuditRecord {
  /** Number of the commit, from 1. */
  readonly head: number;
  /** Time of the commit, ms since 1970. */
  readonly time: number;
  /** The agent step of the commit. */
  readonly step: number;
  /**
   * Items and tokens in the rows of the store before and after the commit. Rows of items past the hard TTL count until a
   * command moves them, so each record begins where the one before it ended.
   */
  readonly usage: { readonly before: Usage; readonly after: Usage };
  /** Holds ids and numbers, never a text. */
  readonly event:
    | ItemEvent
    | DocumentEvent
    | TranscriptEvent
    | TransferEvent
    | ContextEvent
    | VectorEvent
    | ClockEvent
    | RoomEvent
    | RecoveryEvent
    | MigrationEvent
    | DismissEvent;
}

/** A full storage gave up data so that a hard forget had room. */
export type RoomEvent =
  /** Entries of the journal up to this head. */
  | { readonly type: 'journal-dropped'; readonly reason: 'storage-quota'; readonly upTo: number }
  /** Former revisions of files. */
  | { readonly type: 'history-dropped'; readonly reason: 'storage-quota'; readonly revisions: number };

/**
 * The clock moved by more than a day since the latest commit. `clock-jumped`: forwards · `clock-restored`: back, after a
 * jump. Both times in ms since 1970; the commit is dated `to`.
 */
export interface ClockEvent {
  readonly type: 'clock-jumped' | 'clock-restored';
  readonly from: number;
  readonly to: number;
}
