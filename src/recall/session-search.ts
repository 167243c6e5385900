// Ranks sessions by the one text of each that answers a query best. Pure; reads each text once.
import type { Latin } from './terms/latin.ts';
import { eachTermId, termIds } from './terms/terms.ts';

/** A query of more distinct terms is compared by the first of these. */
const MOST_TERMS = 31;

/** How words in Latin letters are read: sessions may be in several languages. */
export const SESSIONS_LATIN: Latin = 'any';

/** What of a session answers: the place that its caller gave to the text. */
export interface FoundText<Place> {
  readonly score: number;
  readonly place: Place;
}

/**
 * Collects texts session by session, and weighs them in the end: a term that few of the sessions hold counts more. Keeps,
 * of each session, one text per combination of terms, so its memory does not grow with the texts.
 */
export class SessionSearch<Place> {
  readonly #bits: ReadonlyMap<number, number>;
  readonly #sessions: Map<number, Place>[] = [];

  constructor(query: string) {
    const distinct = [...new Set(termIds(query, SESSIONS_LATIN))].slice(0, MOST_TERMS);
    this.#bits = new Map(distinct.map((id, place) => [id, 1 << place]));
  }

  /** Whether the query has words at all. */
  get hasTerms(): boolean {
    return this.#bits.size > 0;
  }

  session(): void {
    this.#sessions.push(new Map());
  }

  /** A text of the session that was begun last; of equal ones the latest counts. */
  text(text: string, place: Place): void {
    let found = 0;
    eachTermId(text, SESSIONS_LATIN, (id) => (found |= this.#bits.get(id) ?? 0));
    if (found !== 0) this.#sessions.at(-1)?.set(found, place);
  }

  /** The best text of each session, in the order in which they began; undefined where no text holds a term. */
  best(): (FoundText<Place> | undefined)[] {
    const weights = [...this.#bits.values()].map((bit) => {
      const holding = this.#sessions.filter((texts) => [...texts.keys()].some((found) => (found & bit) !== 0)).length;
      // A fraction and no logarithm, of which engines disagree in the last bit; 3 keeps one odd word from outweighing many.
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
