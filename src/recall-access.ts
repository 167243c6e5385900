// Recall for the app: what it asks is checked, and what the engine finds is put into the order that was asked for and
// shown. Loaded when it is first used.
import type { EmbeddingClient } from './embedding/embedding.ts';
import type { Engine } from './engine-api.ts';
import { bySeed } from './items/seed-ranking.ts';
import { explainAbsence, type WhyNot } from './items/why-not.ts';
import type { Found, RecallResult } from './recall-api.ts';
import { checkQuery, type RecallOptions, type RecallQuery } from './recall/query.ts';
import { type SeedCorpus, seedCorpus } from './recall/seed-formula.ts';
import { shown } from './recall/showing.ts';

/** @throws invalid-input */
export async function recall(
  engine: Pick<Engine, 'recall'>,
  prompt: string,
  options: RecallOptions = {},
  embedding?: Pick<EmbeddingClient, 'meaningOf'>,
): Promise<RecallResult> {
  const query = checkQuery(prompt, options);
  const meaning = await embedding?.meaningOf(engine, prompt, query.ranking);
  const { found, mode } = await engine.recall(query, meaning);
  return { hits: shown(inOrder(found, query), prompt, query.limit), mode };
}

/** @throws invalid-input */
export async function whyNot(
  engine: Pick<Engine, 'recall' | 'whyNot'>,
  id: string,
  prompt: string,
  options: RecallOptions = {},
  embedding?: Pick<EmbeddingClient, 'meaningOf'>,
): Promise<WhyNot> {
  const query = checkQuery(prompt, options);
  const meaning = await embedding?.meaningOf(engine, prompt, query.ranking);
  const facts = await engine.whyNot(id, query, meaning);
  if (query.ranking !== 'seed') return explainAbsence(id, facts);
  const { found } = await engine.recall(query, meaning);
  const all = inOrder(found, query);
  const rank = all.findIndex(({ hit }) => hit.id === id);
  return explainAbsence(id, { ...facts, rank: rank < 0 ? undefined : rank, score: all[rank]?.hit.score });
}

function inOrder(found: readonly Found[], { prompt, ranking, explain }: RecallQuery): readonly Found[] {
  if (ranking !== 'seed') return found;
  const ordered = bySeed(found, prompt, fitted);
  if (explain) return ordered;
  return ordered.map(({ hit: { parts: _, ...hit }, text }) => ({ hit, text }));
}

/** Fitting takes longer than asking, and a store rarely changes between two questions. */
let latest: { readonly texts: readonly string[]; readonly corpus: SeedCorpus } | undefined;

function fitted(texts: readonly string[]): SeedCorpus {
  const isKnown = latest?.texts.length === texts.length && texts.every((text, place) => text === latest?.texts[place]);
  if (!isKnown || !latest) latest = { texts, corpus: seedCorpus(texts) };
  return latest.corpus;
}
