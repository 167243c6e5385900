// Vectors that are stored in IndexedDB come back into a kernel: in blocks through the engine, and one record for each.
import { openDB } from 'idb';
import { idbStorage } from '../src/adapters/idb-storage.ts';
import type { Engine } from '../src/engine-api.ts';
import { inlineKernel } from '../src/kernel/inline.ts';
import { createKernel } from '../src/kernel/kernel.ts';
import { startLocalEngine } from '../src/local-engine.ts';
import { resolveSettings } from '../src/options.ts';
import { overviewTemplate } from '../src/session/overview-template.ts';
import { makeEmbeddings } from '../test/support/embeddings.ts';
import { COLUMNS, KERNEL_SETTINGS } from './kernel-settings.ts';
import { takeTurns, type Timing } from './measure.ts';
import { makeCorpus } from './texts.ts';

export const MODEL = 'bench/made-up';
export const VECTOR_BENCH = { session: 'bench vectors', limits: { maxItems: 20_000, maxTokens: 100_000_000 } };

const BATCH = 1000;
const ROUNDS = 7;
const RECORDS = 'bench-records';

export interface StoredVectorsBench {
  readonly blocks: Timing;
  readonly records: Timing;
  /** Reading them alone. */
  readonly blocksRead: Timing;
  readonly recordsRead: Timing;
}

/** Stores both ways first. On the page's own thread, which nobody else uses here. */
export async function benchStoredVectors(count: number, dimension: number): Promise<StoredVectorsBench> {
  const keys = await fill(count, dimension);
  const database = await openDB(RECORDS, 1);
  const slots = new Map(keys.map((key, slot) => [key, slot]));
  const storage = idbStorage();
  const { workspace, session } = resolveSettings(VECTOR_BENCH);
  const address = { workspace, session };
  const engines: Engine[] = [];
  const kernels = Array.from({ length: ROUNDS + 1 }, () => {
    const kernel = createKernel(new WebAssembly.Module(inlineKernel()), KERNEL_SETTINGS);
    for (let slot = 0; slot < count; slot++) kernel.add(COLUMNS);
    return kernel;
  });
  for (let round = 0; round <= ROUNDS; round++) {
    const engine = await openEngine();
    // Its index is built when something is asked: that is no part of reading vectors.
    await engine.unembedded(1, []);
    engines.push(engine);
  }
  const timings = await takeTurns(
    {
      blocks: async () => (engines.pop() as Engine).useVectors(MODEL),
      records: async () => {
        const kernel = kernels.pop();
        for (const { key, vector } of (await database.getAll(RECORDS)) as StoredRecord[]) {
          kernel?.setVector(slots.get(key) ?? 0, vector);
        }
        if (kernel?.vectors !== count) throw new Error(`${kernel?.vectors} of ${count} vectors were read`);
      },
      blocksRead: () => storage.rows(address, 'vectors', '', count),
      recordsRead: () => database.getAll(RECORDS),
    },
    { rounds: ROUNDS, warmUp: 1 },
  );
  database.close();
  await storage.close();
  return timings;
}

interface StoredRecord {
  readonly key: string;
  readonly vector: Float32Array;
}

/** Returns the keys of the texts. */
async function fill(count: number, dimension: number): Promise<string[]> {
  const { rows } = makeEmbeddings('clustered', count, 0, dimension);
  const engine = await openEngine();
  const items = makeCorpus('English', count, 0).texts.map((text, at) => ({ text: `${at} ${text}` }));
  for (let at = 0; at < count; at += BATCH) await engine.memorize(items.slice(at, at + BATCH));
  await engine.useVectors(MODEL);
  const { texts } = await engine.unembedded(count, []);
  const vectors = texts.map(({ key }, at) => ({ key, vector: rows[at] as Float32Array }));
  for (let at = 0; at < count; at += BATCH) await engine.storeVectors(MODEL, vectors.slice(at, at + BATCH));
  await engine.sealVectors();
  await engine.close();
  const database = await openDB(RECORDS, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(RECORDS, { keyPath: 'key' }),
  });
  const transaction = database.transaction(RECORDS, 'readwrite');
  for (const record of vectors) void transaction.store.put(record);
  await transaction.done;
  database.close();
  return vectors.map(({ key }) => key);
}

function openEngine(): Promise<Engine> {
  const settings = resolveSettings(VECTOR_BENCH);
  const template = overviewTemplate(settings);
  const kernel = inlineKernel();
  return startLocalEngine({ settings, kernel, storage: idbStorage(), ownsStorage: true, template }, () => undefined);
}
