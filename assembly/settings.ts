// Settings of decay and victim classes, in the form that the formulas use. `configure` sets them once, before the first
// item; after that they are constants.
import { log2 } from './powers';

/** λ: powers of two of weight that an item loses per millisecond. */
export let decayRate: f64 = 0;
/** φ: no weight falls below it, 0–1. */
export let decayFloor: f64 = 0;
export let log2DecayFloor: f64 = 0;
/** Age at which 2^(−λ·age) reaches the floor: Infinity without a floor, −Infinity without decay. */
export let floorAfterMs: f64 = 0;

/** The bands of importance: low < `lowBelow` ≤ mid < `protectedFrom` ≤ protected. */
export let lowBelow: f64 = 0;
export let protectedFrom: f64 = 0;
/** Greatest distance in steps at which an item still counts as recent. */
export let lastRecentStep: f64 = 0;
/** An item is softly expired past this many steps or milliseconds; Infinity = never. */
export let softSteps: f64 = 0;
export let softMs: f64 = 0;
/** Priority orders items within a victim class; otherwise order of arrival alone does. */
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
  byPriority: bool,
): void {
  decayRate = -log2(factor) / periodMs;
  decayFloor = floor;
  log2DecayFloor = log2(floor);
  // −Infinity without decay: an item of age 0 must tie exactly with older ones, whatever the rounding of λ·time.
  floorAfterMs = floor < 1 ? -log2DecayFloor / decayRate : -Infinity;
  lowBelow = low;
  protectedFrom = protect;
  // Steps are integers, so `distance < recentSteps` is `distance <= ceil(recentSteps) − 1`. In this form every limit is
  // passed by a strict `>`, and one rule serves both due queues.
  lastRecentStep = ceil(recentSteps) - 1;
  softSteps = soft;
  softMs = softMilliseconds;
  orderedByPriority = byPriority;
}
