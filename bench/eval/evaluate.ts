// Asks every ranker every question of a set.
import { seeded } from '../random.ts';
import { DEPTH, type Scores, scoresOf } from './metrics.ts';
import { NONSENSE_KINDS, type NonsenseKind, nonsenseFor } from './nonsense.ts';
import { openChecked, type OpenRanker, type Ranker } from './rankers/ranker.ts';
import type { Question, Store } from './stores.ts';

export interface Answer extends Scores {
  /** Group of the store. */
  readonly group: string;
  /** Number of texts found, evidence or not. */
  readonly found: number;
  readonly ms: number;
}

export interface Results {
  readonly ranker: string;
  /** In the order of the questions, the same for all rankers. */
  readonly answers: Answer[];
  /** Nonsense questions that were asked, and those for which something was found. */
  readonly nonsense: Record<NonsenseKind, { asked: number; found: number }>;
}

interface Contestant {
  readonly results: Results;
  readonly open: OpenRanker;
}

/** Nonsense questions of each kind per set, spread over all its stores. */
const NONSENSE = 60;

/** @throws the error of a ranker, with its name and the store's */
export async function evaluate(
  stores: readonly Store[],
  rankers: readonly Ranker[],
  onStore: (done: number) => void = () => undefined,
): Promise<Results[]> {
  const results = rankers.map(({ name }): Results => ({
    ranker: name,
    answers: [],
    nonsense: { english: { asked: 0, found: 0 }, chinese: { asked: 0, found: 0 } },
  }));
  for (const [place, store] of stores.entries()) {
    const contestants: Contestant[] = [];
    for (const [at, ranker] of rankers.entries()) {
      contestants.push({ results: results[at] as Results, open: await openChecked(ranker, store) });
    }
    await askQuestions(store, contestants);
    await askNonsense(store, contestants, place, Math.ceil(NONSENSE / stores.length));
    for (const { open } of contestants) await open.close?.();
    onStore(place + 1);
  }
  return results;
}

async function askQuestions({ group, queries }: Store, contestants: readonly Contestant[]): Promise<void> {
  // The first search pays for lazy work, which is not part of a question's time.
  for (const { open } of contestants) await open.search(queries[0] as Question, DEPTH);
  const order = [...contestants];
  for (const question of queries) {
    // The second ranker finds the caches full of the first one's data, so the order alternates.
    order.reverse();
    for (const { results, open } of order) {
      const start = performance.now();
      const ids = await open.search(question, DEPTH);
      const ms = performance.now() - start;
      results.answers.push({ group, found: ids.length, ms, ...scoresOf(ids, question.relevant) });
    }
  }
}

async function askNonsense(
  { corpus, queries }: Store,
  contestants: readonly Contestant[],
  seed: number,
  count: number,
): Promise<void> {
  const texts = corpus.map(({ text }) => text);
  const { ts } = queries.at(-1) as Question;
  const nonsense = nonsenseFor(texts, count, seeded(seed));
  for (const kind of NONSENSE_KINDS) {
    for (const q of nonsense[kind]) {
      for (const { results, open } of contestants) {
        const counts = results.nonsense[kind];
        counts.asked++;
        if ((await open.search({ q, ts }, DEPTH)).length > 0) counts.found++;
      }
    }
  }
}
