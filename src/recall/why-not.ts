// Explains why an item is not among the hits of a prompt. Pure: the engine gathers the facts.
import type { LeftReason } from '../items/events.ts';
import type { TailItem } from '../items/item.ts';

/**
 * First reason that applies, as a code and as a sentence.
 * - `erased`: forgotten for good at `time`, ms since 1970
 * - `unknown`: no such item, or the long tail dropped it
 * - `replaced`: another item took its place; `by` is the present one
 * - `forgotten`: hidden by a soft forget
 * - `left`: it left the store, and the query does not search the long tail
 * - `filtered`: outside of the scope, or excluded by a filter
 * - `not-relevant`: too little in common with the prompt, or a score below `minShare` of the best
 * - `below-limit`: a hit with a `rank` (0 = best) outside of `limit`, before texts of several scopes merge
 * - `found`: it is among the hits
 */
export type WhyNot =
  | { readonly because: 'found'; readonly rank: number; readonly score: number; readonly message: string }
  | {
      readonly because: 'below-limit';
      readonly rank: number;
      readonly score: number;
      readonly limit: number;
      readonly message: string;
    }
  | { readonly because: 'not-relevant' | 'filtered' | 'forgotten' | 'unknown'; readonly message: string }
  | { readonly because: 'replaced'; readonly by: string; readonly message: string }
  | { readonly because: 'erased'; readonly time: number; readonly message: string }
  | {
      readonly because: 'left';
      readonly reason: LeftReason;
      readonly time: number;
      readonly step: number;
      readonly message: string;
    };

export interface WhyNotFacts {
  /** Undefined if the item is neither in the store nor in the long tail. */
  readonly item: { readonly forgotten: boolean; readonly left: TailItem['left'] | undefined } | undefined;
  /** Id of the item in its place; undefined for a current item, and if the query asks for replaced ones. */
  readonly replacedBy: string | undefined;
  /** Time of its hard forget, ms since 1970. */
  readonly erasedAt: number | undefined;
  /** Whether the query searches the scope of the item. */
  readonly isAsked: boolean;
  readonly matchesFilters: boolean;
  /** Place among all hits, 0 = best; undefined if it is not a hit. */
  readonly rank: number | undefined;
  readonly score: number | undefined;
  readonly limit: number;
}

/** Asks in this order: does the item exist, is it visible, is its scope searched, does it match, does it rank? */
export function explainAbsence(id: string, facts: WhyNotFacts): WhyNot {
  const { item, replacedBy, erasedAt, isAsked, rank, score = 0, limit } = facts;
  if (erasedAt !== undefined) {
    return { because: 'erased', time: erasedAt, message: 'It was forgotten for good; nothing but its id is left.' };
  }
  if (!item)
    return { because: 'unknown', message: `There is no item ${id}: it never existed, or the long tail dropped it.` };
  if (replacedBy !== undefined) {
    const message = `Item ${replacedBy} replaced it; former: true shows it as well.`;
    return { because: 'replaced', by: replacedBy, message };
  }
  if (item.forgotten) return { because: 'forgotten', message: 'It is forgotten softly; restore brings it back.' };
  if (item.left && !isAsked) {
    const { reason, time, step } = item.left;
    const message = `It left the store in step ${step} (${reason}); scope 'all' still finds it.`;
    return { because: 'left', reason, time, step, message };
  }
  if (!isAsked) return { because: 'filtered', message: "It is in the store; scope 'items' or 'all' looks there." };
  if (!facts.matchesFilters) return { because: 'filtered', message: 'It does not pass the filters.' };
  if (rank === undefined) return { because: 'not-relevant', message: 'It shares too little with the prompt.' };
  if (rank >= limit) {
    return {
      because: 'below-limit',
      rank,
      score,
      limit,
      message: `It is hit number ${rank + 1}; the limit is ${limit}.`,
    };
  }
  return { because: 'found', rank, score, message: `It is hit number ${rank + 1}.` };
}
