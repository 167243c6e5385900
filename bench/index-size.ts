// What an index keeps in memory, without the texts. Each is built in a thread of its own, so that the heap holds nothing
// else and nobody finds the caches filled; index-size-thread.ts is what runs there.
import { Worker } from 'node:worker_threads';
import type { Corpus } from './texts.ts';

export interface IndexSize {
  /** Of the JavaScript heap. */
  readonly heapBytes: number;
  /** Of the kernel, with what it has in reserve. */
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
