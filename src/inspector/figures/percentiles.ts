// Percentiles of the durations of calls. Pure.

/** Returns the value that this share of all values does not exceed; undefined for none. @param share 0–1 */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
