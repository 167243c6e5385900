// Bands of the fill: how full the room for what can be folded is. Pure.

import { PRESSURE_FROM } from '../../options/policy.ts';

/** A band of the fill, half open: it begins at its number in `PRESSURE_FROM` and ends where the next one begins. */
export type Pressure = keyof typeof PRESSURE_FROM;

interface Band {
  readonly pressure: Pressure;
  /** The fill at which it begins; it ends where the next one begins. */
  readonly from: number;
}

/** Bands in ascending order. The guides take their percentages from here. */
export const BANDS: readonly Band[] = (Object.entries(PRESSURE_FROM) as [Pressure, number][]).map(
  ([pressure, from]) => ({ pressure, from }),
);

/** Returns the band of a fill. @param fill at least 0 */
export const pressureOf = (fill: number): Pressure =>
  BANDS.filter(({ from }) => fill >= from).at(-1)?.pressure ?? 'normal';

export const actionHintOf = (pressure: Pressure): string =>
  pressure === 'normal' ? 'normal' : `${pressure}_compression`;

/** Whether a fuller band was entered. Before the first request nothing was full. */
export const bandEdge = (before: Pressure | undefined, after: Pressure): boolean =>
  rankOf(after) > rankOf(before ?? 'normal');

/** Returns the percent at which a band begins. */
export const percentAt = (pressure: Pressure): number => percentOf(rankOf(pressure));

/** Returns a range such as `20–40`: percent from the beginning of a band to the beginning of the next. */
export const bandRange = (pressure: Exclude<Pressure, 'emergency'>): string =>
  `${percentAt(pressure)}–${percentOf(rankOf(pressure) + 1)}`;

const rankOf = (pressure: Pressure): number => BANDS.findIndex((band) => band.pressure === pressure);

/** Rounds, because 0.6 × 100 is not 60 in binary. */
const percentOf = (rank: number): number => Math.round((BANDS[rank]?.from ?? 1) * 100);
