// The curve of an item's weight over time, as points of a small picture. Pure.

export interface DecayRule {
  readonly factor: number;
  readonly periodMs: number;
  readonly floor: number;
}

export interface CurvePoint {
  /** Ms from now; below 0: past. */
  readonly at: number;
  /** importance × decay, 0–1. */
  readonly weight: number;
}

/** Returns max(floor, factor ^ (age ÷ period)), for a picture only: the memory itself computes the order. */
export const weightAt = ({ factor, periodMs, floor }: DecayRule, ageMs: number): number =>
  Math.max(floor, factor ** (Math.max(0, ageMs) / periodMs));

/**
 * Returns points from the moment that the item's age counts from, or from `backMs` ago, to `aheadMs` from now. One of
 * them is now.
 * @param span `steps`: number of steps in each half
 */
export function decayCurve(
  rule: DecayRule,
  item: { readonly importance: number; readonly ageMs: number },
  span: { readonly backMs: number; readonly aheadMs: number; readonly steps: number },
): { readonly past: readonly CurvePoint[]; readonly ahead: readonly CurvePoint[] } {
  const back = Math.min(Math.max(0, item.ageMs), span.backMs);
  const point = (at: number): CurvePoint => ({ at, weight: item.importance * weightAt(rule, item.ageMs + at) });
  const points = (from: number, to: number): CurvePoint[] =>
    Array.from({ length: span.steps + 1 }, (_, step) => point(from + ((to - from) * step) / span.steps));
  return { past: points(-back, 0), ahead: points(0, span.aheadMs) };
}
