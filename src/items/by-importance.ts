// The order by importance and recency, for digests and for the ranking of that name. Pure.
import type { Item } from './item.ts';

/** Orders the most important first, then the newest by the time an item is about, then by arrival. */
export const byImportance = (one: Item, other: Item): number =>
  other.importance - one.importance || other.createdAt - one.createdAt || other.sequence - one.sequence;
