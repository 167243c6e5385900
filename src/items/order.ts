// The eviction order at one moment, as the kernel computes it. Types only; the engine implements them.
import type { EvictionRank } from './eviction.ts';
import type { Newcomer } from './item.ts';

/** Queries only: no call changes the kernel's state. */
export interface Order {
  /** Items past the hard TTL, oldest first. */
  expired(): readonly EvictionRank[];
  /** Unprotected items past the soft TTL, in eviction order. */
  expiredSoftly(): readonly EvictionRank[];
  /**
   * The first items to leave, newcomers among them, until the overrun is gone.
   * `enough` is false when only pinned items are left.
   */
  victims(request: {
    readonly newcomers: readonly (Newcomer & { readonly createdAt: number })[];
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
