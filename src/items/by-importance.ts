// Which of two items says more. Pure.
import type { Item } from './item.ts';

/** Most important first, then newest (S000-31). */
export const byImportance = (one: Item, other: Item): number =>
  other.importance - one.importance || other.sequence - one.sequence;
