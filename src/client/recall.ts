// Recall for the app: what it asks is checked, and what the engine finds is put into the order that was asked for and
// shown. Loaded when it is first used.
import type { EmbeddingClient } from './embedding/embedding.ts';
import type { Engine, Recalled } from '../boundary/engine.ts';
import type { Item } from '../items/item.ts';
import { bySeed } from '../recall/seed/seed-ranking.ts';
import { explainAbsence, type WhyNot } from '../recall/why-not.ts';
import type { Found, Hit, RecallResult } from '../api/recall.ts';
import { scopeOf } from '../tree/paths.ts';
import { checkQuery, type RecallOptions, type RecallQuery } from '../recall/query.ts';
import { type SeedCorpus, seedCorpus } from '../recall/seed/seed-formula.ts';
import { shown } from '../recall/present-hits.ts';

/** @throws invalid-input */
export async function recall(
  engine: Pick<Engine, 'recall'>,
  prompt: string,
  options: RecallOptions = {},
  embedding?: Pick<EmbeddingClient, 'meaningOf'>,
): Promise<RecallResult> {
  const query = checkQuery(prompt, options);
  const meaning = await embedding?.meaningOf(engine, prompt, query.ranking);
  const recalled = await engine.recall(query, meaning);
  return { hits: shown(inOrder(recalled, query), prompt, query.limit), mode: recalled.mode };
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
  const all = inOrder(await engine.recall(query, meaning), query);
  const rank = all.findIndex(({ hit }) => hit.id === id);
  return explainAbsence(id, { ...facts, rank: rank < 0 ? undefined : rank, score: all[rank]?.hit.score });
}

interface Finding {
  readonly hit: Omit<Hit, 'snippet' | 'matches' | 'also'>;
  /** Of which a snippet is shown. */
  readonly text: string;
}

function inOrder({ found, now }: Recalled, { prompt, ranking, explain }: RecallQuery): readonly Finding[] {
  const findings = found.map((each) => findingOf(each, now));
  if (ranking !== 'seed') return findings;
  const ordered = bySeed(findings, prompt, fitted);
  if (explain) return ordered;
  return ordered.map(({ hit: { parts: _, ...hit }, text }) => ({ hit, text }));
}

function findingOf(found: Found, now: number): Finding {
  const { score, signals } = found;
  const { standing, text } = standingOf(found);
  const hit = { ...standing, score, ageMs: now - standing.time };
  if (!signals) return { hit, text };
  const importanceWeight = 0.8 + 0.4 * (standing.item?.importance ?? 0.5);
  return { hit: { ...hit, parts: { ...signals, importanceWeight } }, text };
}

function standingOf(found: Found): { standing: Omit<Finding['hit'], 'score' | 'ageMs'>; text: string } {
  if ('path' in found) {
    const { path, heading, time, text } = found;
    const scope = scopeOf(path);
    return { standing: { scope, path, heading, archived: scope === 'archive', time }, text };
  }
  if ('message' in found) {
    const { message, role: heading, time, text } = found;
    return { standing: { scope: 'transcript', message, heading, archived: false, time }, text };
  }
  if ('item' in found) {
    const { item, position } = found;
    const { id, text, createdAt: time } = item;
    return { standing: { scope: 'items', id, heading: saidBy(item), archived: false, time, item, position }, text };
  }
  const { left, ...item } = found.tailItem;
  const { id, text, createdAt: time } = item;
  return { standing: { scope: 'tail', id, heading: saidBy(item), archived: true, time, item, left }, text };
}

const saidBy = ({ speaker, role }: Item): string => speaker ?? role ?? '';

/** Fitting takes longer than asking, and a store rarely changes between two questions. */
let latest: { readonly texts: readonly string[]; readonly corpus: SeedCorpus } | undefined;

function fitted(texts: readonly string[]): SeedCorpus {
  const isKnown = latest?.texts.length === texts.length && texts.every((text, place) => text === latest?.texts[place]);
  if (!isKnown || !latest) latest = { texts, corpus: seedCorpus(texts) };
  return latest.corpus;
}
