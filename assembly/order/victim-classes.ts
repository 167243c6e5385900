// The victim class of an item at a moment, and the next moment at which it can change. The class is the first part of
// the eviction order, from 0 (softly forgotten) to 8 (protected and recent); it combines expiry, recency and the band
// of importance: low, mid or protected.
//
// Both questions compare the same sums (`createdAt + softMs`), never differences, and every limit is passed by a strict
// `>`. So an item that was filed for a moment is never due again at that very moment, whatever the rounding.
import { FORGOTTEN, Item } from '../items';
import {
  floorAfterMs,
  lastRecentStep,
  lowBelow,
  orderedByPriority,
  protectedFrom,
  softMs,
  softSteps,
} from '../settings';

/** Returns the class, 0–8; the lowest leaves first. */
export function victimClass(item: Item, now: f64, step: f64): u32 {
  if (item.flags & FORGOTTEN) return 0;
  const expired = step > item.step + softSteps || now > item.createdAt + softMs;
  const recent = step <= item.step + lastRecentStep;
  if (item.importance >= protectedFrom) return expired ? 6 : recent ? 8 : 7;
  if (expired) return 1;
  if (item.importance < lowBelow) return recent ? 3 : 2;
  return recent ? 5 : 4;
}

/** Whether decay has reached the floor. At the exact crossing both formulas give the same weight. */
export function isFloored(item: Item, now: f64): bool {
  return orderedByPriority && now > item.createdAt + floorAfterMs;
}

/** Whether the item is dated in the future: its age is 0. At that exact moment both formulas give the same weight. */
export function isAhead(item: Item, now: f64): bool {
  return orderedByPriority && now <= item.createdAt;
}

/** Returns the moment after which the item must be filed again; Infinity = never. */
export function nextTimeChange(item: Item, now: f64): f64 {
  const expiry = item.createdAt + softMs;
  const change = now > expiry ? Infinity : expiry;
  if (!orderedByPriority || isFloored(item, now)) return change;
  return min(change, isAhead(item, now) ? item.createdAt : item.createdAt + floorAfterMs);
}

/** Returns the step after which the item must be filed again; Infinity = never. */
export function nextStepChange(item: Item, step: f64): f64 {
  const expiry = item.step + softSteps;
  const lastRecent = item.step + lastRecentStep;
  return min(step > expiry ? Infinity : expiry, step > lastRecent ? Infinity : lastRecent);
}
