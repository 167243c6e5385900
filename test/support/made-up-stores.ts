// Stores and rankers for tests of the recall evaluation.
import type { Ranker } from '../../bench/eval/rankers/ranker.ts';
import type { Store } from '../../bench/eval/stores.ts';

export const store = (
  group: string,
  texts: readonly string[],
  questions: readonly (readonly [string, string[]])[],
): Store => ({
  set: 'made-up',
  group,
  lang: 'en',
  corpus: texts.map((text, index) => ({ id: `${group}${index}`, text, ts: index * 1000 })),
  queries: questions.map(([q, relevant]) => ({ q, relevant, ts: 1_000_000 })),
});

export const answering = (name: string, answer: (q: string) => readonly string[]): Ranker => ({
  name,
  open: async () => ({ search: async ({ q }) => answer(q) }),
});
