// What the kernel says about one moment, as the rules ask for it. Types only: the engine answers.
import type { Standing } from './eviction.ts';
import type { Newcomer } from './item.ts';

/** Asking changes nothing. */
export interface Order {
  /** Items past the hard TTL, oldest first. */
  expired(): readonly Standing[];
  /** Unprotected items past the soft TTL, in the order in which they would leave. */
  expiredSoftly(): readonly Standing[];
  /**
   * The first items to leave, newcomers among them, until the overrun is gone.
   * `enough` is false when only pinned items are left.
   */
  victims(request: {
    readonly newcomers: readonly (Newcomer & { readonly createdAt: number })[];
    readonly leaving: readonly Standing[];
    readonly overItems: number;
    readonly overTokens: number;
  }): { readonly victims: readonly Standing[]; readonly enough: boolean };
  /** Place in the queue, 0 = oldest. */
  position(id: string): number;
  /** The item at a place in the queue. */
  at(position: number): string | undefined;
  standing(id: string): Standing;
  /** Weight of age, from the floor to 1. */
  decay(createdAt: number): number;
}
