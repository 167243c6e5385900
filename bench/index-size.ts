// Memory of an index, without the texts. Each index is built in a thread of its own by index-size-thread.ts, so that
// the heap holds nothing else and the caches start cold.
import { Worker } from 'node:worker_threads';
import type { Corpus } from './texts.ts';

export interface IndexSize {
  /** Bytes on the JavaScript heap. */
  readonly heapBytes: number;
  /** Bytes of the kernel's memory, including its reserve. */
  readonly wasmBytes: number;
}

export const INDEXES = ['index', 'minisearch', 'defaults'] as const;
export type Index = (typeof INDEXES)[number];

export interface SizeTask {
  readonly index: Index;
  readonly texts: readonly string[];
  readonly prompt: string;
}

export async function benchIndexSize({ texts, queries }: Corpus): Promise<Record<Index, IndexSize>> {
  const sizes = new Map<Index, IndexSize>();
  const prompt = queries[0]?.prompt ?? '';
  for (const index of INDEXES) sizes.set(index, await sizeInThread({ index, texts, prompt }));
  return Object.fromEntries(sizes) as Record<Index, IndexSize>;
}

function sizeInThread(workerData: SizeTask): Promise<IndexSize> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('index-size-thread.js', import.meta.url), { workerData });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread ended without an answer')));
  });
}
