// Loads vectors from IndexedDB into a kernel: in blocks through the engine, and as one row each.
import { openDB } from 'idb';
import { idbStorage } from '../src/storage/indexeddb/storage.ts';
import { inlineKernel } from '../src/kernel/inline.ts';
import { createKernel } from '../src/kernel/kernel.ts';
import type { Row, RowChange, Storage } from '../src/storage/port.ts';
import { type Block, blockRow, BLOCKS_AT_ONCE, readBlock } from '../src/engine/recall/vectors/vector-blocks.ts';
import { type TestEngine, testEngine } from '../test/support/engine.ts';
import { makeEmbeddings } from '../test/support/kernel/embeddings.ts';
import { COLUMNS, KERNEL_SETTINGS } from './kernel-settings.ts';
import { makeCorpus } from './texts.ts';

export const MODEL = 'bench/made-up';
export const VECTOR_BENCH = { session: 'bench vectors', limits: { maxItems: 20_000, maxTokens: 100_000_000 } };

const BATCH = 1000;
const RECORDS = 'bench-records';

/** `blocks` and `records` load into a kernel; the others only read. */
export const WAYS = ['blocks', 'records', 'blocks read', 'records read'] as const;
export type Way = (typeof WAYS)[number];

/**
 * Reads what `benchFillVectors` stored, once, and returns the ms. Call it in a page of its own, whose heap has no
 * garbage of another round. Runs on the page's own thread, which is otherwise idle.
 */
export async function benchReadVectors(way: Way, count: number): Promise<number> {
  // The index is built on the first query, which is not part of reading vectors.
  const storage = idbStorage();
  const { engine, settings } = await openEngine(storage);
  const { texts } = await engine.unembedded(count, []);
  const database = await openDB(RECORDS, 1);
  const slots = new Map(texts.map(({ key }, slot) => [key, slot]));
  const kernel = createKernel(new WebAssembly.Module(inlineKernel()), KERNEL_SETTINGS);
  for (let slot = 0; slot < count; slot++) kernel.add(COLUMNS);
  const { workspace, session } = settings;

  const ways: Record<Way, () => Promise<unknown>> = {
    blocks: () => engine.useVectors(MODEL),
    // One row per vector, with the check that every row has.
    records: async () => {
      for (const row of (await database.getAll(RECORDS)) as Row[]) {
        const { keys, data } = readBlock(row) as Block;
        kernel.setVector(slots.get(keys[0] as string) ?? 0, data);
      }
      if (kernel.vectors !== count) throw new Error(`${kernel.vectors} of ${count} vectors were read`);
    },
    'blocks read': async () => {
      for (let after: string | undefined = ''; after !== undefined;) {
        const page: readonly RowChange[] = await storage.rows({ workspace, session }, 'vectors', after, BLOCKS_AT_ONCE);
        after = page[BLOCKS_AT_ONCE - 1]?.key;
      }
    },
    'records read': () => database.getAll(RECORDS),
  };
  // Garbage of the preparation must not be collected while timing.
  (globalThis as { gc?: () => void }).gc?.();
  const start = performance.now();
  await ways[way]();
  const duration = performance.now() - start;
  database.close();
  await engine.close();
  await storage.close();
  return duration;
}

/** Stores the same vectors in both ways. */
export async function benchFillVectors(count: number, dimension: number): Promise<void> {
  const { rows } = makeEmbeddings('clustered', count, 0, dimension);
  const storage = idbStorage();
  const { engine } = await openEngine(storage);
  const items = makeCorpus('English', count, 0).texts.map((text, at) => ({ text: `${at} ${text}` }));
  for (let at = 0; at < count; at += BATCH) await engine.memorize(items.slice(at, at + BATCH));
  await engine.useVectors(MODEL);
  const { texts } = await engine.unembedded(count, []);
  const vectors = texts.map(({ key }, at) => ({ key, vector: rows[at] as Float32Array }));
  for (let at = 0; at < count; at += BATCH) await engine.storeVectors(MODEL, vectors.slice(at, at + BATCH));
  await engine.sealVectors();
  await engine.close();
  await storage.close();
  const database = await openDB(RECORDS, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(RECORDS),
  });
  const transaction = database.transaction(RECORDS, 'readwrite');
  for (const { key, vector } of vectors) {
    const record = blockRow({ model: MODEL, keys: [key], data: Float32Array.from(vector) });
    void transaction.store.put(record, key);
  }
  await transaction.done;
  database.close();
}

const openEngine = (storage: Storage): Promise<TestEngine> => testEngine(VECTOR_BENCH, { storage });
