// Evaluates what was asked for and prints it.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Embedder, transformersEmbedder } from 'working-memory/transformers';
import { loadAverage, machineLine } from '../report.ts';
import { evaluate } from './evaluate.ts';
import { evidenceInside, insideLine } from './evidence-inside.ts';
import { keptVectors } from './kept-vectors.ts';
import { knowsSeed, ours, oursWith, seed } from './memory-rankers.ts';
import { moduleRanker } from './module-ranker.ts';
import { minisearch, minisearchWithOurTerms, orama } from './peer-rankers.ts';
import { type Plan, planOf } from './plan.ts';
import type { Ranker } from './ranker.ts';
import { limited, readStores, setFile, type Store } from './stores.ts';
import { summaryOf } from './summary.ts';
import { table } from './table.ts';

const PROGRESS_MS = 2000;

/** @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const plan = planOf(args);
  const sets = setsOf(plan);
  const rankers = await rankersOf(plan);
  const loadBefore = loadAverage();
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  const report = [];
  for (const { set, stores } of sets) {
    let told = performance.now();
    const results = await evaluate(stores, rankers, (done) => {
      if (performance.now() - told < PROGRESS_MS) return;
      told = performance.now();
      console.error(`${set}: ${done} of ${stores.length} stores, ${seconds()}`);
    });
    const summary = summaryOf(set, stores, results, ours.name);
    console.log(`${table(summary)}\n`);
    for (const tokens of plan.blocks) console.log(`${insideLine(tokens, await evidenceInside(stores, tokens))}\n`);
    report.push({ ...summary, answers: Object.fromEntries(results.map(({ ranker, answers }) => [ranker, answers])) });
  }
  console.log(`${seconds()} · ${machineLine('', loadBefore)}`);
  if (plan.out !== undefined) {
    const limit = plan.limit === Infinity ? 'none' : plan.limit;
    writeFileSync(plan.out, `${JSON.stringify({ limit, sets: report })}\n`);
  }
  return 0;
}

/** Those that are in the folder; the others are named. */
function setsOf({ data, sets, limit }: Plan): { readonly set: string; readonly stores: readonly Store[] }[] {
  const found = sets.flatMap((set) => {
    const stores = readStores(data, set);
    if (!stores) console.error(`Without the set ${set}: there is no ${setFile(data, set)}.`);
    return stores ? [{ set, stores: limited(stores, limit) }] : [];
  });
  if (found.length === 0)
    throw new Error(`None of the sets ${sets.join(', ')} is in ${data}. See docs/eval-recall.md.`);
  return found;
}

async function rankersOf({ modules, model, embedded }: Plan): Promise<Ranker[]> {
  const rankers = [minisearch, minisearchWithOurTerms, orama];
  if (await knowsSeed()) rankers.unshift(seed);
  else console.error(`Without the ranking ${seed.name}: this build does not know it.`);
  for (const file of modules) rankers.push(await moduleRanker(file));
  if (model === undefined) return [...rankers, ours];
  return [...rankers, ours, oursWith(embedderOf(model), basename(resolve(model)), embedded)];
}

/** The vectors are kept in build/vectors, under the name and the weights of the model. */
function embedderOf(folder: string): Embedder {
  const path = resolve(folder);
  const embedder = transformersEmbedder({ model: basename(path), localModelPath: `${dirname(path)}/` });
  const hash = createHash('sha256').update(embedder.model);
  for (const file of ['tokenizer.json', 'onnx/model_quantized.onnx']) hash.update(readFileSync(join(path, file)));
  const name = `../vectors/${basename(path)}-${hash.digest('hex').slice(0, 16)}.txt`;
  return keptVectors(embedder, fileURLToPath(new URL(name, import.meta.url)));
}
