// Recall through the public API against minisearch over the same texts, in Node and in a page. All answer
// asynchronously with their ten best.
import { type ItemHit, memoryStorage, openWorkingMemory, type WorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';
import { DEFAULTS, minisearchOver, OUR_TERMS } from './minisearch.ts';
import { askIndex, BEST, itemsOf, recallIndexOver } from './recall-index.ts';
import { type Corpus, type Language, makeCorpus } from './texts.ts';

export interface RecallBench extends RememberBench {
  /** Part of it that the index takes; the rest is the way there and back. */
  readonly index: Found;
  /** MiniSearch with our terms, and with its defaults. */
  readonly minisearch: Found;
  readonly defaults: Found;
}

export interface RememberBench {
  readonly memory: Found;
  /** The same with every snippet read; snippets are made on demand. */
  readonly withSnippets: Found;
  /** Coherence gate, 0–1 (docs/recall.md), which the cost of a query depends on. */
  readonly gate: number;
}

export interface Found extends Timing {
  /** Share of queries with a source among the ten hits: a fast wrong answer does not count. */
  readonly found: number;
}

/** Returns the ten best texts for a prompt. */
type Recall = (prompt: string) => Promise<readonly string[]>;

export const QUERIES = 200;
const ROUNDS = 200;

export const EVERYTHING_STAYS = {
  worker: false,
  limits: { maxItems: 200_000, maxTokens: 100_000_000 },
  ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
  doubles: 'keep',
  deadlineMs: 600_000,
} as const;

/** Measures made-up texts, because a page cannot read others. */
export const benchRecallOfMadeUp = (language: Language, size: number): Promise<RecallBench> =>
  benchRecall(makeCorpus(language, size, QUERIES));

export async function benchRecall(corpus: Corpus): Promise<RecallBench> {
  const { memory, gate } = await memoryOver(corpus);
  const results = await compare(corpus, {
    memory: byMemory(memory),
    withSnippets: byMemory(memory, ({ snippet }) => snippet),
    index: byIndex(corpus),
    minisearch: byMinisearch(corpus, OUR_TERMS),
    defaults: byMinisearch(corpus, DEFAULTS),
  });
  await memory.close();
  return { ...results, gate };
}

/** Measures ours alone, because the others would take too long to index this many texts. */
export async function benchRemember(corpus: Corpus): Promise<RememberBench> {
  const { memory, gate } = await memoryOver(corpus);
  const results = await compare(corpus, {
    memory: byMemory(memory),
    withSnippets: byMemory(memory, ({ snippet }) => snippet),
  });
  await memory.close();
  return { ...results, gate };
}

async function memoryOver({ texts, queries }: Corpus): Promise<{ memory: WorkingMemory; gate: number }> {
  const memory = await openWorkingMemory({ session: 'bench', storage: memoryStorage(), ...EVERYTHING_STAYS });
  await memory.items.memorize(texts.map((text) => ({ text })));
  let gate = 0;
  for (const { prompt } of queries) {
    const { hits } = await memory.items.remember(prompt, { limit: BEST, explain: true });
    // A hit's part is relative to the best window, times the gate: the best window's part is the gate.
    for (const { parts } of hits) gate = Math.max(gate, parts?.window ?? 0);
  }
  return { memory, gate };
}

const byMemory =
  (memory: WorkingMemory, read: (hit: ItemHit) => unknown = () => undefined): Recall =>
  async (prompt) => {
    const { hits } = await memory.items.remember(prompt, { limit: BEST });
    for (const hit of hits) read(hit);
    return hits.map(({ item }) => item.text);
  };

function byIndex({ texts }: Corpus): Recall {
  const { index } = recallIndexOver(itemsOf(texts));
  return async (prompt) => askIndex(index, prompt).map(({ entry }) => (entry.kind === 'item' ? entry.item.text : ''));
}

function byMinisearch({ texts }: Corpus, options: Parameters<typeof minisearchOver>[1]): Recall {
  const index = minisearchOver(texts, options);
  return async (prompt) =>
    index
      .search(prompt)
      .slice(0, BEST)
      .map(({ id }) => texts[id as number] as string);
}

async function compare<Name extends string>(
  corpus: Corpus,
  recalls: Readonly<Record<Name, Recall>>,
): Promise<Record<Name, Found>> {
  const entries = Object.entries(recalls) as [Name, Recall][];
  // These runs are the warm-up as well.
  const found = new Map<Name, number>();
  for (const [name, recall] of entries) found.set(name, await shareFound(corpus, recall));
  const { queries } = corpus;
  const cases = entries.map(([name, recall]) => [
    name,
    (round: number) => recall(queries[round % queries.length]?.prompt ?? ''),
  ]);
  const timings = await takeTurns(Object.fromEntries(cases) as Record<Name, (round: number) => unknown>, {
    rounds: ROUNDS,
    warmUp: 20,
  });
  return Object.fromEntries(
    entries.map(([name]) => [name, { ...timings[name], found: found.get(name) as number }]),
  ) as Record<Name, Found>;
}

async function shareFound({ queries }: Corpus, recall: Recall): Promise<number> {
  let found = 0;
  for (const { prompt, sources } of queries) {
    const texts = await recall(prompt);
    if (sources.some((source) => texts.includes(source))) found++;
  }
  return found / queries.length;
}
