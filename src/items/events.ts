// Journal events about items, in the past tense: ids and numbers only, never a caller's words.
import type { EditableField, FieldValues, JournalField } from './fields/item-fields.ts';
import type { Usage } from './limits.ts';

/**
 * `capacity-exceeded`: a limit of the store · `expired-soft`: past the soft TTL and unprotected · `expired-hard`: past
 * the hard TTL · `protected-last-resort`: a limit, with none but protected items left.
 */
export const EVICTION_REASONS = ['capacity-exceeded', 'expired-soft', 'expired-hard', 'protected-last-resort'] as const;
export type EvictionReason = (typeof EVICTION_REASONS)[number];

/** An item that a limit or its age removed from the store. */
export interface Eviction {
  readonly id: string;
  /** Place in the queue before the command, 0 = oldest; for a newcomer the place it would have taken. */
  readonly position: number;
  readonly reason: EvictionReason;
  /** 0–8, lowest leaves first (docs/model.md). */
  readonly victimClass: number;
  readonly importance: number;
  /** importance × decay at that moment. */
  readonly priority: number;
}

/** `soft` hides an item and can be undone; `hard` removes every row that holds it. */
export type ForgetMode = 'soft' | 'hard';

/** The store, or the long tail of items that left it. */
export type ItemPlace = 'items' | 'tail';

/** One change of the items of a session, as the journal keeps it and `items.audit` returns it. */
export type ItemEvent =
  | ({ readonly type: 'item-memorized' } & FieldValues<JournalField>)
  | ({ readonly type: 'item-evicted' } & Eviction)
  | ({ readonly type: 'item-expired' } & Eviction)
  | {
      readonly type: 'item-forgotten';
      readonly id: string;
      readonly mode: ForgetMode;
      readonly place: ItemPlace;
      /** Place in the queue before the command, 0 = oldest; absent in the long tail. */
      readonly position?: number;
    }
  | { readonly type: 'item-restored'; readonly id: string; readonly place: ItemPlace }
  | ({ readonly type: 'item-updated'; readonly id: string } & FieldValues<EditableField>)
  /** The long tail was full, so its oldest item was deleted. */
  | { readonly type: 'tail-dropped'; readonly id: string }
  | {
      readonly type: 'capacity-exceeded';
      readonly usage: Usage;
      readonly overItems: number;
      readonly overTokens: number;
    }
  | { readonly type: 'step-advanced'; readonly step: number };
