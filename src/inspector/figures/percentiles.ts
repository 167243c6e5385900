// How long calls took, in two numbers. Pure.

/** The value that this share of the others does not exceed; undefined of none. @param share 0–1 */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
