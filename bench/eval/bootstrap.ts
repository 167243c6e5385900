// Bootstrap intervals of means over questions. On differences per question it is the paired bootstrap.
import { quantile } from '../measure.ts';
import { seeded } from '../random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;
const CONFIDENCE = 0.95;
/** Fixed, so that the same values give the same interval. */
const SEED = 1;

/** Returns the 95 % percentile bootstrap interval of the mean; NaN for no values. */
export function intervalOfMean(values: readonly number[]): Interval {
  const random = seeded(SEED);
  const { length } = values;
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let draw = 0; draw < length; draw++) sum += values[Math.floor(random.next() * length)] as number;
    return sum / length;
  });
  const outside = (1 - CONFIDENCE) / 2;
  return { low: quantile(means, outside), high: quantile(means, 1 - outside) };
}

export const differences = (values: readonly number[], others: readonly number[]): number[] =>
  values.map((value, index) => value - (others[index] as number));
