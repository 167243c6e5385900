// How well one answer names the evidence of its question. Relevance is binary.

export interface Scores {
  /** Share of the evidence among the first 5, and among the first 10. */
  readonly recall5: number;
  readonly recall10: number;
  /** 1 ÷ place of the first piece of evidence among the first 10, counted from 1; 0 without any. */
  readonly reciprocalRank: number;
  /** Each piece of evidence counts 1 ÷ log2(place + 1), against the best possible order; over the first 10. */
  readonly ndcg10: number;
}

export const METRICS = ['recall5', 'recall10', 'reciprocalRank', 'ndcg10'] as const satisfies (keyof Scores)[];

/** What is looked at of an answer. */
export const DEPTH = 10;

/**
 * @param ranked ids, best first, none twice
 * @param relevant ids, at least one, none twice
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

/** NaN of nothing. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
