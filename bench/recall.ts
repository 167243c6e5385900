// Recall through the public API against minisearch over the same terms of the same texts, in Node and in a page.
// Both answer asynchronously and give their ten best.
import MiniSearch from 'minisearch';
import { openWorkingMemory } from 'working-memory';
import { terms } from '../src/recall/terms.ts';
import { takeTurns, type Timing } from './measure.ts';
import { type Corpus, type Language, makeCorpus } from './texts.ts';

export interface RecallBench {
  readonly memory: Timing;
  readonly minisearch: Timing;
  /** How many times faster the memory is. */
  readonly ratio: number;
  /** Share of the queries whose source is among the ten: a fast wrong answer is no answer. */
  readonly found: { readonly memory: number; readonly minisearch: number };
}

/** The ten best texts for a prompt. */
type Recall = (prompt: string) => Promise<readonly string[]>;

const QUERIES = 200;
const BEST = 10;

export async function benchRecall(language: Language, size: number): Promise<RecallBench> {
  const corpus = makeCorpus(language, size, QUERIES);
  const memory = await openWorkingMemory({
    session: 'bench',
    storage: 'memory',
    worker: false,
    limits: { maxItems: 20_000, maxTokens: 100_000_000 },
    ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
  });
  await memory.items.memorize(corpus.texts.map((text) => ({ text })));
  const index = minisearchOver(corpus.texts);

  const byMemory: Recall = async (prompt) => {
    const { hits } = await memory.items.remember(prompt, { limit: BEST });
    return hits.map(({ item }) => item.text);
  };
  const byMinisearch: Recall = async (prompt) =>
    index
      .search(prompt)
      .slice(0, BEST)
      .map(({ id }) => corpus.texts[id as number] as string);

  // Also the warm-up.
  const found = { memory: await shareFound(corpus, byMemory), minisearch: await shareFound(corpus, byMinisearch) };
  const prompt = (round: number): string => corpus.queries[round % QUERIES]?.prompt ?? '';
  const timings = await takeTurns(
    { memory: (round) => byMemory(prompt(round)), minisearch: (round) => byMinisearch(prompt(round)) },
    { rounds: QUERIES, warmUp: 20 },
  );
  await memory.close();
  return { ...timings, ratio: timings.minisearch.medianMs / timings.memory.medianMs, found };
}

function minisearchOver(texts: readonly string[]): MiniSearch {
  const index = new MiniSearch({ fields: ['text'], tokenize: terms, processTerm: (term) => term });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return index;
}

async function shareFound({ queries }: Corpus, recall: Recall): Promise<number> {
  let found = 0;
  for (const { prompt, source } of queries) if ((await recall(prompt)).includes(source)) found++;
  return found / queries.length;
}
