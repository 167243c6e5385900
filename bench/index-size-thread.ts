// Builds one index and reports the memory that it added.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { Index, IndexSize, SizeTask } from './index-size.ts';
import { DEFAULTS, minisearchOver, OUR_TERMS } from './minisearch.ts';
import { askIndex, itemsOf, recallIndexOver } from './recall-index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { index, texts, prompt } = workerData as SizeTask;
const items = itemsOf(texts);
/** Each index answers one query, so that what it builds lazily is measured. */
const BUILDS: Record<Index, () => object> = {
  index: () => {
    const built = recallIndexOver(items);
    askIndex(built.index, prompt);
    return built;
  },
  minisearch: () => askedMinisearch(OUR_TERMS),
  defaults: () => askedMinisearch(DEFAULTS),
};

const before = usedHeap();
// The variable keeps the index alive until the heap is measured, like the texts.
const kept = BUILDS[index]();
const heapBytes = usedHeap() - before;
const wasmBytes = 'memory' in kept ? (kept.memory as WebAssembly.Memory).buffer.byteLength : 0;
parentPort?.postMessage({ heapBytes, wasmBytes } satisfies IndexSize);

function askedMinisearch(options: typeof OUR_TERMS): object {
  const built = minisearchOver(texts, options);
  built.search(prompt);
  return built;
}

function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
