// Evaluates retrieval sets as the command line asks, and prints the tables.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Embedder, transformersEmbedder } from 'working-memory/transformers';
import { loadAverage, machineLine } from '../report.ts';
import { classesOf } from './classes.ts';
import { derived, mayShuffle } from './derived.ts';
import { evaluate, type Results } from './evaluate.ts';
import { evidenceInside, insideLine } from './evidence-inside.ts';
import { keptVectors } from './kept-vectors.ts';
import { ordered, ORDERS } from './orders.ts';
import { overview } from './overview.ts';
import { bestPeers } from './rankers/best-peers.ts';
import { bm25 } from './rankers/bm25.ts';
import { acrossConversations } from './rankers/conversation-rankers.ts';
import { knowsSeed, ours, oursAsShipped, oursWith, seed } from './rankers/memory-rankers.ts';
import { moduleRanker } from './rankers/module-ranker.ts';
import { minisearch, orama } from './rankers/peer-rankers.ts';
import { type Plan, planOf } from './plan.ts';
import type { Ranker } from './rankers/ranker.ts';
import { limited, readStores, type Store } from './stores.ts';
import { type SetSummary, summaryOf } from './summary.ts';
import { table } from './table.ts';
import { listsLine, wholeLists } from './whole-lists.ts';

const PROGRESS_MS = 2000;
const FEWEST_OF_CLASS = 30;

/** Evaluates every available set in each of its orders, then by classes of questions. @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const plan = planOf(args);
  const sets = setsOf(plan);
  const peers = [minisearch, orama, ...bestPeers()];
  const rankers = await rankersOf(plan, peers);
  const loadBefore = loadAverage();
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  const report = [];
  const all: SetSummary[] = [];
  const classes: SetSummary[] = [];
  for (const { set, stores } of sets) {
    for (const order of mayShuffle(set) ? ORDERS : ORDERS.slice(0, 1)) {
      const asked = ordered(stores, order);
      const name = order === 'in order' ? set : `${set}, ${order}`;
      // A peer ignores the order of texts, so one order is enough for it.
      const results = await evaluate(asked, order === 'shuffled' ? [bm25, ours] : rankers, progress(name, seconds));
      const summary = summaryOf(name, asked, results, ours.name);
      console.log(`${table(summary)}\n`);
      all.push(summary);
      if (order === 'in order') classes.push(...summariesOfClasses(set, asked, results));
      report.push({ ...summary, answers: Object.fromEntries(results.map(({ ranker, answers }) => [ranker, answers])) });
    }
    if (plan.lists) console.log(`${listsLine(await wholeLists(stores))}\n`);
    for (const tokens of plan.blocks) console.log(`${insideLine(tokens, await evidenceInside(stores, tokens))}\n`);
  }
  const roles = {
    ours: ours.name,
    baseline: bm25.name,
    shipped: oursAsShipped.name,
    peers: peers.map(({ name }) => name),
  };
  console.log(`### All sets\n\n${overview(all, roles)}\n`);
  if (classes.length > 0) console.log(`### By class of question\n\n${overview(classes, roles)}\n`);
  console.log(`${seconds()} · ${machineLine('', loadBefore)}`);
  if (plan.out !== undefined) {
    const sample = plan.sample === Infinity ? 'none' : plan.sample;
    writeFileSync(plan.out, `${JSON.stringify({ sample, sets: report })}\n`);
  }
  return 0;
}

function progress(set: string, seconds: () => string): (done: number) => void {
  let told = performance.now();
  return (done) => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    console.error(`${set}: ${done} stores, ${seconds()}`);
  };
}

/** Summaries of classes with enough questions for a mean; none where all questions are of one class. */
function summariesOfClasses(set: string, stores: readonly Store[], results: readonly Results[]): SetSummary[] {
  const classesOfQuestions = classesOf(stores);
  return [...new Set(classesOfQuestions.flat())].flatMap((name) => {
    const isIn = (_: unknown, question: number): boolean => Boolean(classesOfQuestions[question]?.includes(name));
    const questions = classesOfQuestions.filter(isIn).length;
    if (questions < FEWEST_OF_CLASS || questions === classesOfQuestions.length) return [];
    const own = results.map((each) => ({ ...each, answers: each.answers.filter(isIn) }));
    return [{ ...summaryOf(`${set}, ${name}`, stores, own, ours.name), questions }];
  });
}

/** Reads the sets that are in the folder and prints the names of missing ones. */
function setsOf({ data, sets, sample }: Plan): { readonly set: string; readonly stores: readonly Store[] }[] {
  const found = sets.flatMap((set) => {
    const [file = '', kind] = set.split(':');
    const read = readStores(data, file);
    const stores = read && kind !== undefined ? derived(read, kind) : read;
    return stores ? [{ set, stores: limited(stores, sample) }] : [];
  });
  const missing = sets.filter((set) => !found.some((one) => one.set === set));
  if (missing.length > 0) console.error(`Left out are the sets ${missing.join(', ')}: they have no file in ${data}.`);
  if (found.length === 0)
    throw new Error(`None of the sets ${sets.join(', ')} is in ${data}. See docs/eval-recall.md.`);
  return found;
}

async function rankersOf(
  { modules, model, embedded, conversations }: Plan,
  peers: readonly Ranker[],
): Promise<Ranker[]> {
  if (conversations) return [acrossConversations, ours];
  const rankers = [...peers, bm25];
  if (await knowsSeed()) rankers.unshift(seed);
  else console.error(`Without the ranking ${seed.name}: this build does not know it.`);
  for (const file of modules) rankers.push(await moduleRanker(file));
  rankers.push(ours, oursAsShipped);
  if (model === undefined) return rankers;
  return [...rankers, oursWith(embedderOf(model), basename(resolve(model)), embedded)];
}

/** Loads the model; its vectors are cached in build/vectors under the name and the weights of the model. */
function embedderOf(folder: string): Embedder {
  const path = resolve(folder);
  const embedder = transformersEmbedder({ model: basename(path), localModelPath: `${dirname(path)}/` });
  const hash = createHash('sha256').update(embedder.model);
  for (const file of ['tokenizer.json', 'onnx/model_quantized.onnx']) hash.update(readFileSync(join(path, file)));
  const name = `../vectors/${basename(path)}-${hash.digest('hex').slice(0, 16)}.txt`;
  return keptVectors(embedder, fileURLToPath(new URL(name, import.meta.url)));
}
