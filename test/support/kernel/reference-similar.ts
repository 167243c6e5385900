// Reference search for similar texts, word by word over all texts: the oracle of property tests. Speed does not matter.
import type { SimilarQuery, SimilarSlot } from '../../../src/kernel/kernel.ts';
import type { ReferenceKernel } from './reference-kernel.ts';
import { inverseFrequency, sum } from './reference-streams.ts';

/** Odd terms are parts of words. */
const wordsOf = (terms: Iterable<number>): number[] => [...new Set(terms)].filter((term) => term % 2 === 0);

/** Returns similar slots in their order. */
export function referenceSimilar(kernel: ReferenceKernel, { terms, scopes, least }: SimilarQuery): SimilarSlot[] {
  const texts = kernel.items.flatMap(({ live, scope = 0, terms: held, forgotten }, slot) =>
    live && held && scopes.includes(scope) ? [{ slot, words: wordsOf(held.keys()), forgotten }] : [],
  );
  const idf = (word: number): number =>
    inverseFrequency(texts.length, Math.max(1, texts.filter(({ words }) => words.includes(word)).length));
  const asked = wordsOf(terms);
  const mass = sum(asked.map(idf));
  return texts.flatMap(({ slot, words, forgotten }) => {
    const shared = asked.filter((word) => words.includes(word));
    const likeness = Math.min(sum(shared.map(idf)) / mass, shared.length / words.length);
    return !forgotten && shared.length > 0 && likeness >= least ? [{ slot, likeness }] : [];
  });
}
