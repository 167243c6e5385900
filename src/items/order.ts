// What the kernel says about one moment, as the rules ask for it. Types only: the engine answers.
import type { EvictionRank } from './eviction.ts';
import type { Newcomer } from './item.ts';

/** Asking changes nothing. */
export interface Order {
  /** Items past the hard TTL, oldest first. */
  expired(): readonly EvictionRank[];
  /** Unprotected items past the soft TTL, in the order in which they would leave. */
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
  /** The item at a place in the queue. */
  at(position: number): string | undefined;
  rank(id: string): EvictionRank;
  /** Weight of age, from the floor to 1. */
  decay(createdAt: number): number;
}
