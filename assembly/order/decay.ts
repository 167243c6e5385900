// Weight of age, in two forms of one formula: the weight itself, and its logarithm, which orders the same way.
// Every order uses these: JavaScript's Math.pow and Math.log differ between engines in their last bits.
import { Item } from '../items';
import { exp2, log2 } from '../powers';
import { decayFloor, decayRate } from '../settings';

/** Stands for log2(0). Finite and huge: adding or subtracting times (ms) is lost in rounding, so all zeros tie. */
const LOG2_OF_ZERO: f64 = -1e300;

/** Returns max(φ, f^(age / P)), with f^(1 / P) = 2^−λ. A clock that jumped back must not give a weight above 1. */
export function decay(createdAt: f64, now: f64): f64 {
  return max(decayFloor, exp2(-decayRate * max(now - createdAt, 0)));
}

export function priorityOf(item: Item, now: f64): f64 {
  return item.importance * decay(item.createdAt, now);
}

export function log2Importance(item: Item): f64 {
  return item.importance > 0 ? log2(item.importance) : LOG2_OF_ZERO;
}
