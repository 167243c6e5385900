// Cold open: from nothing to the first answer of a stored session, each time in a new page or process.
import type { WorkingMemory } from 'working-memory';
import { makeCorpus } from './texts.ts';

export interface ColdOpen {
  /** Time until the memory is open; `firstRecallMs`: from there to the first answer. */
  readonly openMs: number;
  readonly firstRecallMs: number;
}

/** Limits high enough that filling the session evicts nothing. */
export const OPEN_BENCH = { session: 'bench open', limits: { maxItems: 20_000, maxTokens: 100_000_000 } };

export async function fillSession(memory: WorkingMemory, size: number): Promise<void> {
  await memory.items.memorize(makeCorpus('English', size, 0).texts.map((text) => ({ text })));
  await memory.close();
}

/** @param open opens the memory in a new page or process */
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
