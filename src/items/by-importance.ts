// The order of importance and recency: of digests, and of the ranking by that name. Pure.
import type { Item } from './item.ts';

/** Most important first, then newest by the time an item is about, then by arrival. */
export const byImportance = (one: Item, other: Item): number =>
  other.importance - one.importance || other.createdAt - one.createdAt || other.sequence - one.sequence;
