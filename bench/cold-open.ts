// From nothing to the first answer of a session that is already there; in a page and in a process, each time a new one.
import type { WorkingMemory } from 'working-memory';
import { makeCorpus } from './texts.ts';

export interface ColdOpen {
  /** Until the memory is open, and from there to the first answer. */
  readonly openMs: number;
  readonly firstRecallMs: number;
}

/** Room for the whole session: nothing is to leave while it is filled. */
export const OPEN_BENCH = { session: 'bench open', limits: { maxItems: 20_000, maxTokens: 100_000_000 } };

export async function fillSession(memory: WorkingMemory, size: number): Promise<void> {
  await memory.items.memorize(makeCorpus('English', size, 0).texts.map((text) => ({ text })));
  await memory.close();
}

/** @param open what has to be done in a new page or process */
export async function timeColdOpen(open: () => Promise<WorkingMemory>, size: number): Promise<ColdOpen> {
  const [query] = makeCorpus('English', size, 1).queries;
  const start = performance.now();
  const memory = await open();
  const opened = performance.now();
  const { hits } = await memory.items.remember(query?.prompt ?? '');
  const end = performance.now();
  const { usage } = await memory.items.capacity();
  await memory.close();
  if (usage.items !== size || hits.length === 0) throw new Error(`${usage.items} of ${size} items were found again`);
  return { openMs: opened - start, firstRecallMs: end - opened };
}
