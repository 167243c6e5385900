// Page whose memory has vectors: measures how fast stored vectors load, how long the page is blocked, and the cost of a
// question with a vector. All cases take turns, so that a busy machine slows them alike; only ratios count.
import { wrap } from 'comlink';
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import type { Meaning } from '../src/boundary/engine.ts';
import type { RecallOptions } from '../src/recall/query.ts';
import { makeEmbeddings } from '../test/support/kernel/embeddings.ts';
import type { EmptyWorker } from './empty-worker.ts';
import { type Blocking, watchMainThread } from './main-thread.ts';
import { takeTurns, type Timing } from './measure.ts';
import { makeCorpus } from './texts.ts';
import { MODEL, VECTOR_BENCH } from './stored-vectors.ts';

const ROUNDS = 800;
const WARM_UP = 800;
const PROMPTS = 32;
/** Settings of a calibrated model. */
const KNOWN = { fusion: { weight: 0.5, floor: 0.1 } };

export interface OpeningWithVectors {
  readonly idle: Blocking;
  readonly blocking: Blocking;
  /** Time until open; `settledMs`: from there until every vector is loaded. */
  readonly openMs: number;
  readonly settledMs: number;
}

/** Opens the session of `benchFillVectors`; call it in a page that has not opened it before. */
export async function benchOpenWithVectors(count: number, dimension: number): Promise<OpeningWithVectors> {
  const embed = madeUp(1, dimension);
  const idle = await watchMainThread(() => new Promise<void>((resolve) => setTimeout(resolve, 1000)));
  const { value, blocking } = await watchMainThread(async () => {
    const start = performance.now();
    const memory = await openWorkingMemory({ ...VECTOR_BENCH, embedder: { model: MODEL, embed }, recall: KNOWN });
    const opened = performance.now();
    await memory.embedding.settled();
    return { memory, openMs: opened - start, settledMs: performance.now() - opened };
  });
  const { memory, ...times } = value;
  requireWorker(memory);
  await memory.embedding.start();
  const { hits, mode } = await memory.items.remember('a question of no word that is there', { limit: 5 });
  const { stored } = memory.embedding.status();
  await memory.close();
  if (mode !== 'hybrid' || hits.length === 0 || stored > 0) {
    throw new Error(`the ${count} vectors were not found again: ${mode}, ${hits.length} hits, ${stored} made anew`);
  }
  return { idle: idle.blocking, blocking, ...times };
}

export interface QuestionBench {
  readonly empty: Timing;
  readonly withVector: Timing;
  /** The same with a limit of one hit instead of ten. */
  readonly oneHit: Timing;
  readonly wordsAlone: Timing;
  /** Call that finds nothing: the cost of any call apart from its answer. */
  readonly noItem: Timing;
  /** The question and its vector, sent to a worker that does nothing with them. */
  readonly questionAlone: Timing;
  /** The same, answered by a worker with ten hits at hand: the cost of crossing alone. */
  readonly ready: Timing;
  readonly readyOneHit: Timing;
}

/**
 * Compares a question over `count` items through the worker, with its vector known, with an empty call.
 * @param emptyWorker source of empty-worker.ts
 */
export async function benchQuestion(count: number, dimension: number, emptyWorker: string): Promise<QuestionBench> {
  const corpus = makeCorpus('English', count, PROMPTS);
  const open = async (session: string, options: object): Promise<WorkingMemory> => {
    const memory = await openWorkingMemory({ session, ...options });
    requireWorker(memory);
    await memory.items.memorize(corpus.texts.map((text) => ({ text })));
    return memory;
  };
  const embed = madeUp(count, dimension);
  const withVector = await open('bench question', {
    embedder: { model: MODEL, embed },
    recall: KNOWN,
  });
  await withVector.embedding.start();
  await withVector.embedding.settled();
  const wordsAlone = await open('bench words', {});
  const prompt = (round: number): string => corpus.queries[round % PROMPTS]?.prompt ?? '';
  for (let round = 0; round < PROMPTS; round++) {
    const { mode } = await withVector.items.remember(prompt(round));
    if (mode !== 'hybrid') throw new Error(`${prompt(round)} has no vector`);
  }
  const address = URL.createObjectURL(new Blob([emptyWorker], { type: 'text/javascript' }));
  const worker = new Worker(address, { type: 'module' });
  const remote = wrap<EmptyWorker>(worker);
  const { hits } = await withVector.items.remember(prompt(0));
  await remote.keep({ hits, mode: 'hybrid', confidence: 1 });
  const vectors = await embed(corpus.queries.map((query) => query.prompt));
  const question = (round: number, limit = 10): [string, RecallOptions, Meaning] => [
    prompt(round),
    { limit },
    { model: MODEL, vector: vectors[round % PROMPTS] as Float32Array, ...KNOWN.fusion },
  ];
  const timings = await takeTurns(
    {
      empty: () => remote.nothing(),
      withVector: (round) => withVector.items.remember(prompt(round)),
      oneHit: (round) => withVector.items.remember(prompt(round), { limit: 1 }),
      wordsAlone: (round) => wordsAlone.items.remember(prompt(round)),
      noItem: () => withVector.items.get('nobody'),
      questionAlone: (round) => remote.take(...question(round)),
      ready: (round) => remote.answer(...question(round)),
      readyOneHit: (round) => remote.answer(...question(round, 1)),
    },
    { rounds: ROUNDS, warmUp: WARM_UP },
  );
  worker.terminate();
  URL.revokeObjectURL(address);
  await withVector.close();
  await wordsAlone.close();
  return timings;
}

/** Returns an embedder that gives each text one of `count` vectors, always the same. */
function madeUp(count: number, dimension: number): (texts: readonly string[]) => Promise<Float32Array[]> {
  const { rows } = makeEmbeddings('clustered', count, 0, dimension);
  const vectorOf = (text: string): Float32Array => {
    let sum = 0;
    for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
    return rows[sum % count] as Float32Array;
  };
  return async (texts) => texts.map(vectorOf);
}

function requireWorker({ runtime }: WorkingMemory): void {
  if (runtime.place !== 'worker' || runtime.storage !== 'indexeddb') {
    throw new Error(`the bench needs a worker over IndexedDB, not ${runtime.place} over ${runtime.storage}`);
  }
}
