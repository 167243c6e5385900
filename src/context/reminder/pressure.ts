// How full the model's window is, in five bands. Pure.

/** Half open, by usage ratio: [0, .20) normal, [.20, .40) light, [.40, .60) medium, [.60, .75) heavy, [.75, ∞) emergency. */
export type Pressure = 'normal' | 'light' | 'medium' | 'heavy' | 'emergency';

interface Band {
  readonly pressure: Pressure;
  /** The usage ratio at which it begins; it ends where the next one begins. */
  readonly from: number;
}

/** In ascending order. The guides take their percentages from here. */
export const BANDS: readonly Band[] = [
  { pressure: 'normal', from: 0 },
  { pressure: 'light', from: 0.2 },
  { pressure: 'medium', from: 0.4 },
  { pressure: 'heavy', from: 0.6 },
  { pressure: 'emergency', from: 0.75 },
];

/** Above this usage ratio reminders are firm. */
export const PRESSING_ABOVE = 0.5;

/** @param ratio used ÷ maximum, at least 0 */
export const pressureOf = (ratio: number): Pressure =>
  BANDS.filter(({ from }) => ratio >= from).at(-1)?.pressure ?? 'normal';

export const actionHintOf = (pressure: Pressure): string =>
  pressure === 'normal' ? 'normal' : `${pressure}_compression`;

/** Whether a fuller band was entered. Before the first request nothing was full. */
export const bandEdge = (before: Pressure | undefined, after: Pressure): boolean =>
  rankOf(after) > rankOf(before ?? 'normal');

/** Percent at which a band begins. */
export const percentAt = (pressure: Pressure): number => percentOf(rankOf(pressure));

/** `20–40`: percent from the beginning of a band to the beginning of the next. */
export const bandRange = (pressure: Exclude<Pressure, 'emergency'>): string =>
  `${percentAt(pressure)}–${percentOf(rankOf(pressure) + 1)}`;

const rankOf = (pressure: Pressure): number => BANDS.findIndex((band) => band.pressure === pressure);

/** Rounded, because 0.6 × 100 is not 60 in binary. */
const percentOf = (rank: number): number => Math.round((BANDS[rank]?.from ?? 1) * 100);
