// Correction of the meter by the provider's counts. Pure.
//
// A count differs from the estimate by a part that stays (tools and wrappers that the app does not pass) and by one
// that grows with the request (another tokenizer). A ratio of the two numbers mixes both up: it makes the part that
// stays grow, and takes it off when messages are hidden. Two readings of different size tell them apart, by the line
// through them. Pictures, sound and files are a third part: the excess of a request with more of them is charged to
// them, so that it comes and goes with each of them.

/** One request as estimated, and as the provider counted it. */
export interface Reading {
  /** Estimated tokens, with the default charges of media. */
  readonly estimated: number;
  readonly actual: number;
  /** Number of pictures, sounds and files that the request showed; absent: none. */
  readonly media?: number;
  /** Tokens of the model's window at that time; absent in rows of former versions. */
  readonly window?: number;
}

/** The latest reading; nothing was read while `estimated` is 0. */
export interface Calibration extends Reading {
  /**
   * The smaller reading that the line begins at: the first one since the request last fell below half. It is as old as
   * the present view, so a model or a tool of long ago does not bend the line. Former versions kept sums without it:
   * their line begins at 0.
   */
  readonly base?: Reading;
  /** Tokens that a medium takes beyond its default charge, and the number of media that this is the mean of. */
  readonly perMedium?: { readonly tokens: number; readonly of: number };
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
/**
 * Bounds of the slope outside of the readings (tokens per estimated token): beyond them two requests are no pair.
 * Between the readings there is no bound.
 */
const LEAST_RATIO = 0.5;
const MOST_RATIO = 2;

/** Returns the tokens that a medium takes beyond its default charge; 0 while nothing is known. */
export const learntPerMedium = ({ perMedium }: Calibration): number => perMedium?.tokens ?? 0;

/** Adds one more reading. */
export function observed(calibration: Calibration, { media, ...counted }: Reading): Calibration {
  const reading = { ...counted, ...(media && { media }) };
  const perMedium = perMediumAfter(calibration, reading);
  const { base } = calibration;
  const now = charged({ ...reading, perMedium });
  const former = charged({ ...calibration, perMedium });
  const isContinued =
    base && now.estimated >= former.estimated * NEW_LINE_BELOW && isAbove(now, charged({ ...base, perMedium }));
  return { ...reading, base: isContinued ? base : reading, ...(perMedium && { perMedium }) };
}

/** Limit of media in the mean, so that the latest ones still move it: a provider may change what it charges. */
const MOST_IN_MEAN = 20;

/**
 * Updates the mean charge of a medium. The whole excess of a first reading over its estimate counts for its media: it
 * may come from tools that the app did not pass, but the next picture tells. The excess of a later reading over the one
 * before it tells more surely.
 */
function perMediumAfter(former: Calibration, reading: Reading): Calibration['perMedium'] {
  const added = (reading.media ?? 0) - (former.media ?? 0);
  if (added <= 0) return former.perMedium;
  const beyond = reading.actual - former.actual - (reading.estimated - former.estimated);
  const { tokens, of } = former.perMedium ?? { tokens: 0, of: 0 };
  const seen = former.estimated === 0 ? 0 : Math.min(MOST_IN_MEAN, of + added);
  return { tokens: (tokens * of + beyond) / (of + added), of: seen };
}

/** Returns the reading with what its media take beyond their default charges. */
const charged = ({
  estimated,
  actual,
  media = 0,
  perMedium,
}: Reading & { readonly perMedium?: Calibration['perMedium'] | undefined }): Reading => ({
  estimated: estimated === 0 ? 0 : Math.max(1, estimated + media * (perMedium?.tokens ?? 0)),
  actual,
});

/** Returns the line through both readings, with its slope outside of them. */
function lineOf(calibration: Calibration): Reading & { readonly base: Reading; readonly slope: number } {
  const { base: first = ORIGIN, perMedium } = calibration;
  const { estimated, actual } = charged(calibration);
  const base = charged({ ...first, perMedium });
  const slope = (ASSUMED + actual - base.actual) / (ASSUMED + estimated - base.estimated);
  return { estimated, actual, base, slope: Math.min(MOST_RATIO, Math.max(LEAST_RATIO, slope)) };
}

const isAbove = (one: Reading, other: Reading): boolean => one.estimated > other.estimated && one.actual > other.actual;

/**
 * Converts an estimate, with the learnt charges of media, into the provider's count. Exact for both readings; between
 * them on the line through them, outside of them at its slope within the bounds. Rises with `tokens`; never below half
 * of them, as a provider that reports only uncached tokens would empty the meter.
 */
export function corrected(calibration: Calibration, tokens: number): number {
  if (calibration.estimated === 0) return tokens;
  const { estimated, actual, base, slope } = lineOf(calibration);
  const onLine = lineAt(tokens, [base.estimated, base.actual], [estimated, actual], slope);
  return Math.ceil(Math.max(onLine, tokens * LEAST_RATIO));
}

/** Returns the estimate that `corrected` turns into this many tokens, at least 0. The inverse of `corrected`. */
export function estimateFor(calibration: Calibration, tokens: number): number {
  if (calibration.estimated === 0) return tokens;
  const { estimated, actual, base, slope } = lineOf(calibration);
  const onLine = lineAt(tokens, [base.actual, base.estimated], [actual, estimated], 1 / slope);
  return Math.max(0, Math.min(onLine, tokens / LEAST_RATIO));
}

type Point = readonly [across: number, up: number];

/** Returns the height at a place: between the two points on the line through them, outside of them at this slope. */
function lineAt(at: number, [x0, y0]: Point, [x1, y1]: Point, slope: number): number {
  if (at >= x1) return y1 + (at - x1) * slope;
  return at > x0 ? y0 + ((at - x0) * (y1 - y0)) / (x1 - x0) : y0 - (x0 - at) * slope;
}
