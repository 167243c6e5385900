// The eviction order at one moment, as the kernel computes it. Excludes items past their hard TTL, even if their rows
// are still in the store. Types only; the engine implements them.
import type { EvictionRank, ExpiredRank } from './eviction.ts';
import type { Item } from './item.ts';

/**
 * A competitor for room with numbers that the store does not have yet: a new item, a touched one, one that comes back,
 * or one that lost its pin. Without `step` and `forgotten` it is of this step and visible. Its age counts from
 * `createdAt`.
 */
export type Contender = Pick<Item, 'id' | 'importance' | 'tokens' | 'pinned' | 'createdAt' | 'expiresAt'> &
  Partial<Pick<Item, 'step' | 'forgotten'>>;

/** Queries only: no call changes the kernel's state. */
export interface Order {
  /** Returns items past the hard TTL, oldest first. `position`: of their rows among all rows of the store. */
  expired(): readonly ExpiredRank[];
  /** Returns the contenders that are already past the hard TTL. `position`: the one each would have taken. */
  late(contenders: readonly Contender[]): readonly ExpiredRank[];
  /** Returns unprotected items past the soft TTL, in eviction order. */
  expiredSoftly(): readonly EvictionRank[];
  /**
   * Returns the first items to leave, newcomers included, until the overrun is gone. `enough` is false if only pinned
   * items are left.
   */
  victims(request: {
    readonly newcomers: readonly Contender[];
    /** Items of the store that leave their place in any case and are not victims. */
    readonly leaving: readonly EvictionRank[];
    readonly overItems: number;
    readonly overTokens: number;
  }): { readonly victims: readonly EvictionRank[]; readonly enough: boolean };
  /** Returns the place in the queue, 0 = oldest. */
  position(id: string): number;
  /** Returns the id of the item at a place in the queue; undefined past its end. */
  at(position: number): string | undefined;
  rank(id: string): EvictionRank;
  /** Returns the weight of age now, from the floor to 1. */
  decay(createdAt: number): number;
}
