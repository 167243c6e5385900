// Plain BM25 over our terms: the difference to it is what our ranking adds or costs.
import { latinOf, latinWords } from '../../../src/recall/terms/latin.ts';
import { termIds } from '../../../src/recall/terms/terms.ts';
import type { Ranker } from './ranker.ts';

/** Parameters of Anserini and of our own ranking. */
const [K1, B] = [0.9, 0.4];
/** Texts used to detect the language, as in a store. */
const LANGUAGE_SAMPLE = 512;
/** Lowest two bits of a spelling's id, and the weight of a spelling relative to its word. */
const [SPELLING, SPELLING_WEIGHT] = [3, 0.2];

export const bm25: Ranker = {
  name: 'BM25, our terms',
  async open({ corpus }) {
    const latin = latinOf(corpus.slice(0, LANGUAGE_SAMPLE).map(({ text }) => latinWords(text)));
    const postings = new Map<number, Map<number, number>>();
    const lengths = corpus.map(({ text }, place) => {
      const ids = termIds(text, latin);
      for (const id of ids) {
        const list = postings.get(id) ?? new Map<number, number>();
        if (list.size === 0) postings.set(id, list);
        list.set(place, (list.get(place) ?? 0) + 1);
      }
      return ids.length;
    });
    const mean = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
    return {
      async search({ q }, most) {
        const scores = new Map<number, number>();
        for (const id of new Set(termIds(q, latin))) {
          const list = postings.get(id) ?? new Map<number, number>();
          const idf = Math.log(1 + (corpus.length - list.size + 0.5) / (list.size + 0.5));
          const weight = (id & SPELLING) === SPELLING ? SPELLING_WEIGHT : 1;
          for (const [place, frequency] of list) {
            const norm = K1 * (1 - B + (B * (lengths[place] as number)) / mean);
            const part = (weight * idf * frequency * (K1 + 1)) / (frequency + norm);
            scores.set(place, (scores.get(place) ?? 0) + part);
          }
        }
        // Ties go to the newer text, as in our ranking.
        const best = [...scores].sort(([one, high], [other, low]) => low - high || other - one);
        return best.slice(0, most).map(([place]) => corpus[place]?.id ?? '');
      },
    };
  },
};
