// Journal events about items, in the past tense: ids and numbers only, never a caller's words.
import type { EditedLabel, EditedNumber, FieldValues, JournalField } from './fields/item-fields.ts';
import type { Usage } from './limits.ts';

export const EVICTION_REASONS = ['capacity-exceeded', 'expired-soft', 'expired-hard', 'protected-last-resort'] as const;
/**
 * `capacity-exceeded`: a limit of the store · `expired-soft`: past the soft TTL and unprotected · `expired-hard`: past
 * the hard TTL · `protected-last-resort`: a limit, with none but protected items left.
 */
export type EvictionReason = (typeof EVICTION_REASONS)[number];

export const LEFT_REASONS = [...EVICTION_REASONS, 'replaced'] as const;
/** Reason why an item left the store: evicted, expired, or `replaced` by another one. */
export type LeftReason = (typeof LEFT_REASONS)[number];

/** An item that a limit or its age removed from the store. */
export interface Eviction {
  readonly id: string;
  /**
   * Place in the queue before the command, 0 = oldest; for a newcomer, the place it would have taken. With
   * `expired-hard`, the place of its row, counting other expired rows.
   */
  readonly position: number;
  readonly reason: EvictionReason;
  /** 0–8, lowest leaves first (docs/model.md). */
  readonly victimClass: number;
  readonly importance: number;
  /** importance × decay at that moment. */
  readonly priority: number;
  /** With `expired-hard`: time at which the item passed its hard TTL, ms since 1970. */
  readonly expiredAt?: number;
}

/** `soft` hides an item and can be undone; `hard` removes every row that holds it. */
export type ForgetMode = 'soft' | 'hard';

/** The store, or the long tail of items that left it. */
export type ItemPlace = 'items' | 'tail';

export interface ItemReplaced {
  readonly id: string;
  /** Id of the item that took its place. */
  readonly by: string;
  readonly place: ItemPlace;
  /** Place in the queue before the command, 0 = oldest; absent in the long tail. */
  readonly position?: number;
}

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
  /** An item became visible again in `place`. One of the long tail comes back with the `item-touched` that follows. */
  | { readonly type: 'item-restored'; readonly id: string; readonly place: ItemPlace }
  | ({ readonly type: 'item-updated'; readonly id: string } & FieldValues<EditedNumber>)
  /** Labels were set or removed; their words are only in the row. */
  | { readonly type: 'item-relabelled'; readonly id: string; readonly fields: readonly EditedLabel[] }
  /** An item became the newest of the queue; one of the long tail came back to the store. */
  | { readonly type: 'item-touched'; readonly id: string; readonly sequence: number }
  /** Another item replaced it. */
  | ({ readonly type: 'item-replaced' } & ItemReplaced)
  /** The long tail was full, so its oldest item was deleted. */
  | { readonly type: 'tail-dropped'; readonly id: string }
  | {
      readonly type: 'capacity-exceeded';
      readonly usage: Usage;
      readonly overItems: number;
      readonly overTokens: number;
    }
  /** An add found no room; nothing of it was stored. `items` and `tokens` are sums of the whole call. */
  | {
      readonly type: 'add-refused';
      readonly reason: 'item-too-large' | 'only-pinned-left';
      readonly items: number;
      readonly tokens: number;
      readonly maxItems: number;
      readonly maxTokens: number;
    }
  /** Limits of an owner's opening from here on. */
  | { readonly type: 'limits-set'; readonly maxItems: number; readonly maxTokens: number }
  | { readonly type: 'step-advanced'; readonly step: number };
