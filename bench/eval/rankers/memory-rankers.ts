// Rankings of the library, through its public API only.
import {
  isWorkingMemoryError,
  memoryStorage,
  openWorkingMemory,
  type RecallOptions,
  type WorkingMemory,
} from 'working-memory';
import type { Embedder } from 'working-memory/transformers';
import type { Ranker } from './ranker.ts';
import type { Text } from '../stores.ts';

type Ranking = Required<RecallOptions>['ranking'];

/** Limits that evict and expire nothing, so that a missing text is the ranking's fault. */
const EVERYTHING_STAYS = {
  limits: { maxItems: 1_000_000, maxTokens: 100_000_000, maxTextLength: 1_048_576 },
  ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
  doubles: 'keep',
} as const;
const DEADLINE_MS = 600_000;
/** Wait for the vector of a question: an answer without it would be counted as one with it. */
const QUERY_MS = 60_000;

let opened = 0;

const DAY_MS = 86_400_000;

/** All options at their defaults, asked a day later: evicted and expired texts must still be found. */
export const oursAsShipped: Ranker = {
  name: 'ours, as shipped',
  async open({ corpus }) {
    let now = corpus.at(-1)?.ts ?? 0;
    const memory = await openWorkingMemory({
      session: `store ${++opened}`,
      storage: memoryStorage(),
      worker: false,
      clock: () => now,
      deadlineMs: DEADLINE_MS,
    });
    const textOf = new Map<string, string>();
    for (const text of corpus) {
      const id = await memorizeIfAllowed(memory, text);
      if (id !== undefined && !textOf.has(id)) textOf.set(id, text.id);
    }
    return {
      async search({ q, ts }, most) {
        now = ts + DAY_MS;
        const { hits } = await memory.items.remember(q, { limit: most });
        return hits.map(({ item }) => textOf.get(item.id) ?? '');
      },
      close: () => memory.close(),
    };
  },
};

/** Returns the id; undefined where the default limits refuse the text. */
async function memorizeIfAllowed(memory: WorkingMemory, text: Text): Promise<string | undefined> {
  try {
    return (await memorize(memory, [text]))[0];
  } catch (error) {
    if (isWorkingMemoryError(error, 'invalid-input') || isWorkingMemoryError(error, 'item-too-large')) return undefined;
    throw error;
  }
}

/** Default options except the limits of the store. */
export const ours: Ranker = memoryRanker('ours', {});

const SEED: string = 'seed';
/** Ranking that the default has to beat. */
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

/**
 * The library with an embedder.
 * @param model name in the table
 * @param share share of the texts that have vectors, 0–1: the first ones; the others stay in the queue
 */
export function oursWith(embedder: Embedder, model: string, share: number): Ranker {
  const name = `${ours.name} with ${model}${share < 1 ? `, ${Math.round(share * 100)} % embedded` : ''}`;
  return memoryRanker(name, {}, { embedder, share });
}

function memoryRanker(
  name: string,
  options: Pick<RecallOptions, 'ranking'>,
  meaning?: { readonly embedder: Embedder; readonly share: number },
): Ranker {
  return {
    name,
    async open({ corpus }) {
      let now = corpus.at(-1)?.ts ?? 0;
      const held = meaning && holding(meaning.embedder);
      const memory = await openWorkingMemory({
        session: `store ${++opened}`,
        storage: memoryStorage(),
        worker: false,
        clock: () => now,
        deadlineMs: DEADLINE_MS,
        ...(held && { embedder: held.embedder, embedding: { queryMs: QUERY_MS, timeoutMs: DEADLINE_MS } }),
        ...EVERYTHING_STAYS,
      });
      const embedded = Math.ceil((meaning?.share ?? 1) * corpus.length);
      const ids = await memorize(memory, corpus.slice(0, embedded));
      await memory.embedding.settled();
      held?.hold();
      ids.push(...(await memorize(memory, corpus.slice(embedded))));
      const textOf = new Map(ids.map((id, index) => [id, corpus[index]?.id ?? '']));
      return {
        async search({ q, ts }, most) {
          now = ts;
          const { hits, mode } = await memory.items.remember(q, { limit: most, ...options });
          if (meaning && mode !== 'hybrid') throw new Error(`there was no vector for ${JSON.stringify(q)} in time`);
          return hits.map(({ item }) => textOf.get(item.id) ?? '');
        },
        close: () => memory.close(),
      };
    },
  };
}

/** Opens a memory with default ranking and all texts of a store. @returns `at`: sets the clock, ms since 1970 */
export async function openMemory(corpus: readonly Text[]): Promise<{
  readonly memory: WorkingMemory;
  at(ms: number): void;
  close(): Promise<void>;
}> {
  let now = corpus.at(-1)?.ts ?? 0;
  const memory = await openWorkingMemory({
    session: `store ${++opened}`,
    storage: memoryStorage(),
    worker: false,
    clock: () => now,
    deadlineMs: DEADLINE_MS,
    ...EVERYTHING_STAYS,
  });
  await memorize(memory, corpus);
  return { memory, at: (ms) => (now = ms), close: () => memory.close() };
}

/** Wraps an embedder: after `hold`, texts wait forever, and questions are still embedded. */
function holding(embedder: Embedder): { readonly embedder: Embedder; hold(): void } {
  let isHeld = false;
  return {
    embedder: {
      model: embedder.model,
      embed: (texts, call) =>
        isHeld && call.kind === 'passage' ? new Promise(() => undefined) : embedder.embed(texts, call),
    },
    hold() {
      isHeld = true;
    },
  };
}

async function memorize(memory: WorkingMemory, texts: readonly Text[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const { items } = await memory.items.memorize(texts.map(newItem));
  return items.map(({ id }) => id);
}

const newItem = ({ text, ts, role, speaker, session }: Text) => ({
  text,
  at: ts,
  ...(role !== undefined && { role }),
  ...(speaker !== undefined && { speaker }),
  ...(session !== undefined && { group: String(session) }),
});
