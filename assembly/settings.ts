// The numbers that shape decay, victim classes and expiry, in the form the formulas use.
// Set once before the first item; holds no formula that looks at an item.
import { log2 } from './powers';

/** λ: how many powers of two an item's weight loses per millisecond. */
export let decayRate: f64 = 0;
export let decayFloor: f64 = 0;
export let log2DecayFloor: f64 = 0;
/** Age at which 2^(−λ·age) reaches the floor: Infinity without a floor, −Infinity without decay. */
export let floorAfterMs: f64 = 0;

export let lowBelow: f64 = 0;
export let protectedFrom: f64 = 0;
/** Greatest distance in steps at which an item still counts as recent. */
export let lastRecentStep: f64 = 0;
export let softSteps: f64 = 0;
export let softMs: f64 = 0;
export let hardMs: f64 = 0;
export let orderedByPriority: bool = false;

export function configure(
  factor: f64,
  periodMs: f64,
  floor: f64,
  low: f64,
  protect: f64,
  recentSteps: f64,
  soft: f64,
  softMilliseconds: f64,
  hardMilliseconds: f64,
  byPriority: bool,
): void {
  decayRate = -log2(factor) / periodMs;
  decayFloor = floor;
  log2DecayFloor = log2(floor);
  // With a floor of 1, an item of age 0 must tie exactly with older ones, not but for the rounding of λ·time.
  floorAfterMs = floor < 1 ? -log2DecayFloor / decayRate : -Infinity;
  lowBelow = low;
  protectedFrom = protect;
  // Steps are integers, so `distance < recentSteps` is `distance <= ceil(recentSteps) − 1`; in this form
  // every limit is passed by a strict `>`, and one rule serves both due queues.
  lastRecentStep = ceil(recentSteps) - 1;
  softSteps = soft;
  softMs = softMilliseconds;
  hardMs = hardMilliseconds;
  orderedByPriority = byPriority;
}
