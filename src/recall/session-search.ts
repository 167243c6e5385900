// Ranks sessions by their best text for a query. Pure; reads each text once.
import type { Latin } from './terms/latin.ts';
import { eachTermId, termIds } from './terms/terms.ts';

/** Most terms of a query that are compared, the first ones. */
const MOST_TERMS = 31;

/** Rules for words in Latin letters: sessions may be in several languages. */
export const SESSIONS_LATIN: Latin = 'any';

/** Best text of a session: the place that the caller gave it, and its score. */
export interface FoundText<Place> {
  readonly score: number;
  readonly place: Place;
}

/**
 * Collects texts session by session and weighs them at the end: a term that few of the sessions hold counts more. Keeps
 * one text per session and combination of terms, so its memory does not grow with the texts.
 */
export class SessionSearch<Place> {
  readonly #bits: ReadonlyMap<number, number>;
  readonly #sessions: Map<number, Place>[] = [];

  constructor(query: string) {
    const distinct = [...new Set(termIds(query, SESSIONS_LATIN))].slice(0, MOST_TERMS);
    this.#bits = new Map(distinct.map((id, place) => [id, 1 << place]));
  }

  /** Whether the query has words. */
  get hasTerms(): boolean {
    return this.#bits.size > 0;
  }

  session(): void {
    this.#sessions.push(new Map());
  }

  /** Adds a text of the session that began last; of equal ones the latest counts. */
  text(text: string, place: Place): void {
    let found = 0;
    eachTermId(text, SESSIONS_LATIN, (id) => (found |= this.#bits.get(id) ?? 0));
    if (found !== 0) this.#sessions.at(-1)?.set(found, place);
  }

  /** Returns the best text of each session, in the order in which they began; undefined if no text holds a term. */
  best(): (FoundText<Place> | undefined)[] {
    const weights = [...this.#bits.values()].map((bit) => {
      const holding = this.#sessions.filter((texts) => [...texts.keys()].some((found) => (found & bit) !== 0)).length;
      // A fraction, as engines differ in the last bit of a logarithm; 3 keeps one odd word from outweighing many.
      return [bit, 1 / (3 + holding)] as const;
    });
    const weightOf = (found: number): number =>
      weights.reduce((sum, [bit, weight]) => sum + ((found & bit) === 0 ? 0 : weight), 0);
    const whole = weightOf(-1);
    return this.#sessions.map((texts) => {
      let best: FoundText<Place> | undefined;
      for (const [found, place] of texts) {
        const score = weightOf(found) / whole;
        if (!best || score > best.score) best = { score, place };
      }
      return best;
    });
  }
}
