// Compares `memorize` through a page's worker with a bare IndexedDB transaction of the same rows, in turns.
import { memoryStorage, openWorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';
import { makeCorpus } from './texts.ts';

type Batch = Parameters<ReturnType<typeof memoryStorage>['commit']>[2];

const BATCH = 1000;

export async function benchEveryday(): Promise<{ ours: Timing; bare: Timing }> {
  const { texts } = makeCorpus('English', BATCH, 0);
  const textOf = (round: number): string => `${texts[round % BATCH]} again ${round}`;
  const batches = await batchesOf(texts.map((_, round) => textOf(round)));
  const memory = await openWorkingMemory({ session: 'everyday' });
  const { place, storage, reason } = memory.runtime;
  if (place !== 'worker' || storage !== 'indexeddb')
    throw new Error(`the bench needs a worker over IndexedDB, not ${place} over ${storage}: ${reason}`);
  const database = await openBare();
  const timings = await takeTurns(
    {
      ours: (round) => memory.items.memorize(textOf(round)),
      bare: (round) => commitBare(database, batches[round % BATCH] as Batch),
    },
    { rounds: 600, warmUp: 100 },
  );
  database.close();
  await memory.close();
  return timings;
}

/** Returns the batches that storage receives for these texts. */
async function batchesOf(texts: readonly string[]): Promise<Batch[]> {
  const batches: Batch[] = [];
  const storage = memoryStorage();
  const memory = await openWorkingMemory({
    session: 'batches',
    worker: false,
    storage: {
      ...storage,
      commit(address, basis, batch) {
        batches.push(batch);
        return storage.commit(address, basis, batch);
      },
    },
  });
  // Opening a session commits as well.
  batches.length = 0;
  for (const text of texts) await memory.items.memorize(text);
  await memory.close();
  return batches;
}

const openBare = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('bare', 1);
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('rows'));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

const commitBare = (database: IDBDatabase, { rows, manifest, entry }: Batch): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction('rows', 'readwrite');
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
    const store = transaction.objectStore('rows');
    for (const { store: name, key, value } of rows) {
      if (value) store.put(value, `${name}/${key}`);
      else store.delete(`${name}/${key}`);
    }
    store.put(manifest, 'manifest');
    store.put(entry, `journal/${manifest.head}`);
  });
