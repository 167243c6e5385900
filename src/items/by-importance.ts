// The order in which a digest lists items. Pure.
import type { Item } from './item.ts';

/** Most important first, then newest. */
export const byImportance = (one: Item, other: Item): number =>
  other.importance - one.importance || other.sequence - one.sequence;
