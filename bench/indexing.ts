// Time until texts can be found: the engine's index alone against minisearch's, each built from nothing.
import { memoryStorage, openWorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';
import { DEFAULTS, minisearchOver, OUR_TERMS } from './minisearch.ts';
import { itemsOf, recallIndexOver } from './recall-index.ts';
import { EVERYTHING_STAYS } from './recall.ts';
import type { Corpus } from './texts.ts';

export interface IndexingBench {
  readonly index: Timing;
  readonly minisearch: Timing;
  readonly defaults: Timing;
  /**
   * Through the public API with all that memorizing does; `firstRememberMs`: first question, which waits for the index.
   */
  readonly memorizeMs: number;
  readonly firstRememberMs: number;
}

/** Few rounds, because one takes half a minute. */
const ROUNDS = 3;
const WARM_UP_TEXTS = 1000;

export async function benchIndexing({ texts, queries }: Corpus): Promise<IndexingBench> {
  const builds = (some: readonly string[]) => {
    const items = itemsOf(some);
    return {
      index: () => recallIndexOver(items),
      minisearch: () => minisearchOver(some, OUR_TERMS),
      defaults: () => minisearchOver(some, DEFAULTS),
    };
  };
  await takeTurns(builds(texts.slice(0, WARM_UP_TEXTS)), { rounds: ROUNDS, warmUp: 0 });
  const timings = await takeTurns(builds(texts), { rounds: ROUNDS, warmUp: 0 });

  const memory = await openWorkingMemory({ session: 'bench indexing', storage: memoryStorage(), ...EVERYTHING_STAYS });
  const start = performance.now();
  await memory.items.memorize(texts.map((text) => ({ text })));
  const memorized = performance.now();
  await memory.items.remember(queries[0]?.prompt ?? '');
  const answered = performance.now();
  await memory.close();
  return { ...timings, memorizeMs: memorized - start, firstRememberMs: answered - memorized };
}
