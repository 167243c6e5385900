// The eviction order at one moment, as the kernel computes it. Items past their hard TTL are in it no longer, though their
// rows still stand in the store. Types only; the engine implements them.
import type { EvictionRank, ExpiredRank } from './eviction.ts';
import type { Item } from './item.ts';

/**
 * What competes for room with numbers that the store does not have yet: a new item, a touched one, one that comes back,
 * one that lost its pin. Without a step and a mark it is of this step and visible. Its age counts from `createdAt`.
 */
export type Contender = Pick<Item, 'id' | 'importance' | 'tokens' | 'pinned' | 'createdAt' | 'expiresAt'> &
  Partial<Pick<Item, 'step' | 'forgotten'>>;

/** Queries only: no call changes the kernel's state. */
export interface Order {
  /** Items past the hard TTL, oldest first. `position`: of their rows among all rows of the store. */
  expired(): readonly ExpiredRank[];
  /** Those of the contenders that are past the hard TTL already. `position`: the one that each would have taken. */
  late(contenders: readonly Contender[]): readonly ExpiredRank[];
  /** Unprotected items past the soft TTL, in eviction order. */
  expiredSoftly(): readonly EvictionRank[];
  /**
   * The first items to leave, newcomers among them, until the overrun is gone.
   * `enough` is false when only pinned items are left.
   */
  victims(request: {
    readonly newcomers: readonly Contender[];
    /** Items of the store that leave their place in any case; they are no victims. */
    readonly leaving: readonly EvictionRank[];
    readonly overItems: number;
    readonly overTokens: number;
  }): { readonly victims: readonly EvictionRank[]; readonly enough: boolean };
  /** Place in the queue, 0 = oldest. */
  position(id: string): number;
  /** Id of the item at a place in the queue; undefined past its end. */
  at(position: number): string | undefined;
  rank(id: string): EvictionRank;
  /** Weight of age now, from the floor to 1. */
  decay(createdAt: number): number;
}
