// Page with a large memory in its default worker: measures what filling and reopening cost the page's own thread.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { type Blocking, watchMainThread } from './main-thread.ts';
import { makeCorpus } from './texts.ts';

export interface FillBench {
  /** Blocking in a second without work: noise of the machine. */
  readonly idle: Blocking;
  readonly blocking: Blocking;
  readonly totalMs: number;
}

export interface ReopenBench {
  readonly blocking: Blocking;
  readonly items: number;
  readonly openMs: number;
  readonly firstRecallMs: number;
  readonly secondRecallMs: number;
}

const BATCH = 1000;

const open = (): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'bench', limits: { maxItems: 20_000, maxTokens: 100_000_000 } });

export async function benchFill(size: number): Promise<FillBench> {
  const items = makeCorpus('English', size, 0).texts.map((text) => ({ text }));
  const memory = await open();
  requireWorker(memory);
  const idle = await watchMainThread(() => new Promise<void>((resolve) => setTimeout(resolve, 1000)));
  const start = performance.now();
  const { value: end, blocking } = await watchMainThread(async () => {
    for (let at = 0; at < size; at += BATCH) await memory.items.memorize(items.slice(at, at + BATCH));
    return performance.now();
  });
  await memory.close();
  return { idle: idle.blocking, blocking, totalMs: end - start };
}

/** Reopens the session; call it in a page that has not opened it before. */
export async function benchReopen(size: number): Promise<ReopenBench> {
  const [one, other] = makeCorpus('English', size, 2).queries.map(({ prompt }) => prompt) as [string, string];
  const { value, blocking } = await watchMainThread(async () => {
    const start = performance.now();
    const memory = await open();
    const opened = performance.now();
    await memory.items.remember(one);
    const recalled = performance.now();
    await memory.items.remember(other);
    const end = performance.now();
    return { memory, openMs: opened - start, firstRecallMs: recalled - opened, secondRecallMs: end - recalled };
  });
  const { memory, ...times } = value;
  requireWorker(memory);
  const { usage } = await memory.items.capacity();
  await memory.close();
  return { blocking, items: usage.items, ...times };
}

/** Exports the session that `benchFill` made. */
export async function benchExport(): Promise<{ readonly ms: number; readonly bytes: number }> {
  const memory = await open();
  requireWorker(memory);
  const start = performance.now();
  const { length: bytes } = await memory.export({ format: 'zip' });
  const ms = performance.now() - start;
  await memory.close();
  return { ms, bytes };
}

function requireWorker({ runtime }: WorkingMemory): void {
  if (runtime.place !== 'worker' || runtime.storage !== 'indexeddb') {
    throw new Error(
      `the bench needs a worker over IndexedDB, not ${runtime.place} over ${runtime.storage}: ${runtime.reason}`,
    );
  }
}
