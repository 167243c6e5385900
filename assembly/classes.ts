// Which victim class an item is in at a moment, and the next moment at which that can change.
// Both come from the same sums (`createdAt + softMs`), never from differences, so that an item filed at a
// moment is never due again at that moment. Every limit is passed by a strict `>`.
import { FORGOTTEN, Item } from './items';
import {
  floorAfterMs,
  hardMs,
  lastRecentStep,
  lowBelow,
  orderedByPriority,
  protectedFrom,
  softMs,
  softSteps,
} from './settings';

export function victimClass(item: Item, now: f64, step: f64): u32 {
  if (item.flags & FORGOTTEN) return 0;
  const expired = step > item.step + softSteps || now > item.createdAt + softMs;
  const recent = step <= item.step + lastRecentStep;
  if (item.importance >= protectedFrom) return expired ? 6 : recent ? 8 : 7;
  if (expired) return 1;
  if (item.importance < lowBelow) return recent ? 3 : 2;
  return recent ? 5 : 4;
}

/** Whether only the floor is left of its weight; at the very moment both formulas agree. */
export function isFloored(item: Item, now: f64): bool {
  return orderedByPriority && now > item.createdAt + floorAfterMs;
}

/** The item must be filed anew once `now` is past this; Infinity = never. */
export function nextTimeChange(item: Item, now: f64): f64 {
  const expiry = item.createdAt + softMs;
  const floor = orderedByPriority ? item.createdAt + floorAfterMs : Infinity;
  return min(now > expiry ? Infinity : expiry, now > floor ? Infinity : floor);
}

/** The item must be filed anew once `step` is past this; Infinity = never. */
export function nextStepChange(item: Item, step: f64): f64 {
  const expiry = item.step + softSteps;
  const lastRecent = item.step + lastRecentStep;
  return min(step > expiry ? Infinity : expiry, step > lastRecent ? Infinity : lastRecent);
}

/** The item is hard-expired once `now` is past this; Infinity = never. */
export function hardExpiry(item: Item): f64 {
  return item.createdAt + hardMs;
}
