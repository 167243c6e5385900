// The two forms of one formula: the weight of age itself, and the logarithm that orders like it.
// Everything that ranks or evicts goes through here; JavaScript's own pow and log differ between engines.
import { Item } from './items';
import { exp2, log2 } from './powers';
import { decayFloor, decayRate } from './settings';

/** Stands for log2(0): finite, so that adding and subtracting times leaves all zeros equal. */
const LOG2_OF_ZERO: f64 = -1e300;

/** max(φ, f^(age / P)). A clock that jumped back must not give a weight above 1. */
export function decay(createdAt: f64, now: f64): f64 {
  return max(decayFloor, exp2(-decayRate * max(now - createdAt, 0)));
}

export function priorityOf(item: Item, now: f64): f64 {
  return item.importance * decay(item.createdAt, now);
}

export function log2Importance(item: Item): f64 {
  return item.importance > 0 ? log2(item.importance) : LOG2_OF_ZERO;
}
