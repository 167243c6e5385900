// Texts that people wrote, from retrieval sets (docs/eval-recall.md), if available.
import { readStores, setFile } from './eval/stores.ts';
import { spread } from './spread.ts';
import type { Corpus, Query } from './texts.ts';

/**
 * Returns at most `size` texts, taken from the sets in turn, and questions that one of them answers.
 * @throws when the folder lacks one of the sets
 */
export function readCorpus(folder: string, sets: readonly string[], size: number, queryCount: number): Corpus {
  const texts: string[] = [];
  const queries: Query[] = [];
  for (const set of sets) {
    const stores = readStores(folder, set);
    if (!stores) throw new Error(`There is no ${setFile(folder, set)}. See docs/eval-recall.md.`);
    for (const { corpus, queries: questions } of stores) {
      const kept = corpus.slice(0, size - texts.length);
      const textOf = new Map(kept.map(({ id, text }) => [id, text]));
      for (const { text } of kept) texts.push(text);
      for (const { q, relevant } of questions) {
        const sources = relevant.flatMap((id) => textOf.get(id) ?? []);
        if (sources.length > 0) queries.push({ prompt: q, sources });
      }
    }
  }
  return { texts, queries: spread(queries, queryCount) };
}
