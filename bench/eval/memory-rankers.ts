// The rankings of the library itself, through its public API only.
import { isWorkingMemoryError, openWorkingMemory, type RecallOptions } from 'working-memory';
import type { Ranker } from './ranker.ts';
import type { Text } from './stores.ts';

type Ranking = Required<RecallOptions>['ranking'];

/** Nothing is evicted and nothing expires: what recall cannot find it did not rank. */
const EVERYTHING_STAYS = {
  limits: { maxItems: 1_000_000, maxTokens: 100_000_000, maxTextLength: 1_048_576 },
  ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
};
const DEADLINE_MS = 600_000;

let opened = 0;

/** The library as it is by default. */
export const ours: Ranker = memoryRanker('ours', {});

const SEED: string = 'seed';
/** The formula that the default is to beat. */
export const seed: Ranker = memoryRanker(SEED, { ranking: SEED as Ranking });

/** Whether this build knows the ranking `seed`. */
export async function knowsSeed(): Promise<boolean> {
  const open = await seed.open({
    set: 'probe',
    group: '',
    lang: '',
    corpus: [{ id: 'tea', text: 'tea', ts: 0 }],
    queries: [],
  });
  try {
    await open.search({ q: 'tea', ts: 0 }, 1);
    return true;
  } catch (error) {
    if (isWorkingMemoryError(error, 'invalid-input')) return false;
    throw error;
  } finally {
    await open.close?.();
  }
}

function memoryRanker(name: string, options: Pick<RecallOptions, 'ranking'>): Ranker {
  return {
    name,
    async open({ corpus }) {
      let now = corpus.at(-1)?.ts ?? 0;
      const memory = await openWorkingMemory({
        session: `store ${++opened}`,
        storage: 'memory',
        worker: false,
        clock: () => now,
        deadlineMs: DEADLINE_MS,
        ...EVERYTHING_STAYS,
      });
      const { items } = await memory.items.memorize(corpus.map(newItem));
      const textOf = new Map(items.map(({ id }, index) => [id, corpus[index]?.id ?? '']));
      return {
        async search({ q, ts }, most) {
          now = ts;
          const { hits } = await memory.items.remember(q, { limit: most, ...options });
          return hits.map(({ item }) => textOf.get(item.id) ?? '');
        },
        close: () => memory.close(),
      };
    },
  };
}

const newItem = ({ text, ts, role, speaker, session }: Text) => ({
  text,
  at: ts,
  ...(role !== undefined && { role }),
  ...(speaker !== undefined && { speaker }),
  ...(session !== undefined && { group: String(session) }),
});
