// How the meter learns from the provider's counts. Pure.
//
// A count differs from the estimate by a part that stays (tools and wrappers that the app does not pass) and by one that
// grows with the request (another tokenizer, pictures). A ratio of the two numbers mixes both up: it makes the part that
// stays grow, and takes it off when messages are hidden. Two readings of different size tell them apart, by the line
// through them.

/** One request as estimated, and as the provider counted it. */
export interface Reading {
  readonly estimated: number;
  readonly actual: number;
}

/** The latest reading; nothing was read while `estimated` is 0. */
export interface Calibration extends Reading {
  /**
   * The smaller reading that the line begins at: the first one since the request last fell below half. It is as old as
   * the present view, so a model or a tool of long ago does not bend the line. Former versions kept sums without it:
   * their line begins at 0.
   */
  readonly base?: Reading;
}

export const NOT_CALIBRATED: Calibration = { estimated: 0, actual: 0 };

const ORIGIN: Reading = { estimated: 0, actual: 0 };
/** A reading below this share of the one before it begins a new line. */
const NEW_LINE_BELOW = 0.5;
/**
 * Tokens that are taken to have grown as estimated before the first reading. A single reading says how large the whole
 * difference is, but not which part of it will grow, and the difference between two small requests says little more.
 */
const ASSUMED = 250;
/** Bounds of what a token more of the estimate adds outside of the readings: beyond them two requests are no pair. */
const LEAST_RATIO = 0.5;
const MOST_RATIO = 2;

/** With one more reading. */
export function observed({ estimated, base }: Calibration, reading: Reading): Calibration {
  const isContinued = base && reading.estimated >= estimated * NEW_LINE_BELOW && isAbove(reading, base);
  const { estimated: tokens, actual } = reading;
  return { estimated: tokens, actual, base: isContinued ? base : { estimated: tokens, actual } };
}

const isAbove = (one: Reading, other: Reading): boolean => one.estimated > other.estimated && one.actual > other.actual;

/**
 * Estimated tokens as the provider would count them. Exact for both readings; between them on the line through them,
 * outside of them at its slope within the bounds. Rises with `tokens`; never below half of them, as a provider that
 * reports only what its cache lacked would empty the meter.
 */
export function corrected(calibration: Calibration, tokens: number): number {
  const { estimated, actual, base = ORIGIN } = calibration;
  if (estimated === 0) return tokens;
  const slope = outerSlope(calibration);
  const onLine =
    tokens >= estimated
      ? actual + (tokens - estimated) * slope
      : tokens > base.estimated
        ? base.actual + ((tokens - base.estimated) * (actual - base.actual)) / (estimated - base.estimated)
        : base.actual - (base.estimated - tokens) * slope;
  return Math.ceil(Math.max(onLine, tokens * LEAST_RATIO));
}

/** The estimate that is corrected to this many tokens; 0 where even nothing is more. The inverse of `corrected`. */
export function estimateFor(calibration: Calibration, tokens: number): number {
  const { estimated, actual, base = ORIGIN } = calibration;
  if (estimated === 0) return tokens;
  const slope = outerSlope(calibration);
  const onLine =
    tokens >= actual
      ? estimated + (tokens - actual) / slope
      : tokens > base.actual
        ? base.estimated + ((tokens - base.actual) * (estimated - base.estimated)) / (actual - base.actual)
        : base.estimated - (base.actual - tokens) / slope;
  return Math.max(0, Math.min(onLine, tokens / LEAST_RATIO));
}

/**
 * The least that the provider may count: what it counted beyond twice the estimate may have been in messages that are
 * hidden by now, such as pictures.
 */
export const leastTokens = (calibration: Calibration, tokens: number): number =>
  Math.min(corrected(calibration, tokens), tokens * MOST_RATIO);

function outerSlope({ estimated, actual, base = ORIGIN }: Calibration): number {
  const slope = (ASSUMED + actual - base.actual) / (ASSUMED + estimated - base.estimated);
  return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, slope));
}
