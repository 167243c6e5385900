// Searches between two requests, and their best hits: ids and scores, for the trace of the next request. A search
// writes nothing; its results are stored with the request that follows it.
import { addressOf } from '../../../recall/hit-address.ts';
import type { SinceThen } from '../../../context/watching/trace.ts';
import type { RecallResult } from '../../../api/recall.ts';

/** Limits of traced hits: of one search, and of all of them. */
const MOST_OF_ONE = 3;
const MOST_HITS = 12;

export function tracedSearches(results: readonly RecallResult[]): Pick<SinceThen, 'searches' | 'hits'> {
  if (results.length === 0) return {};
  const best = results.flatMap(({ hits }) => hits.slice(0, MOST_OF_ONE)).slice(-MOST_HITS);
  const hits = best.map((hit) => ({ ...addressOf(hit), score: Math.round(hit.score * 1000) / 1000 }));
  return { searches: results.length, ...(hits.length > 0 && { hits }) };
}
