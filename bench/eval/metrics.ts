// Metrics of one answer against the evidence of its question. Relevance is binary.

export interface Scores {
  /** Recall: share of the evidence among the first 5, and among the first 10. */
  readonly recall5: number;
  readonly recall10: number;
  /** 1 ÷ rank of the first evidence among the first 10, from 1; 0 without any. */
  readonly reciprocalRank: number;
  /** NDCG over the first 10: each piece of evidence gains 1 ÷ log2(rank + 1), divided by the ideal order's sum. */
  readonly ndcg10: number;
}

export const METRICS = ['recall5', 'recall10', 'reciprocalRank', 'ndcg10'] as const satisfies (keyof Scores)[];

/** Hits of an answer that the metrics consider. */
export const DEPTH = 10;

/**
 * @param ranked unique ids, best first
 * @param relevant unique ids, at least one
 */
export function scoresOf(ranked: readonly string[], relevant: readonly string[]): Scores {
  const evidence = new Set(relevant);
  const places = ranked.slice(0, DEPTH).flatMap((id, index) => (evidence.has(id) ? [index + 1] : []));
  const best = Array.from({ length: Math.min(evidence.size, DEPTH) }, (_, index) => index + 1);
  return {
    recall5: places.filter((place) => place <= 5).length / evidence.size,
    recall10: places.length / evidence.size,
    reciprocalRank: places[0] === undefined ? 0 : 1 / places[0],
    ndcg10: gain(places) / gain(best),
  };
}

const gain = (places: readonly number[]): number => places.reduce((sum, place) => sum + 1 / Math.log2(place + 1), 0);

/** Returns the mean; NaN for no values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
