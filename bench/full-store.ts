// A full store of any size: every memorize evicts one item. In-process over memory storage: what is measured is the engine
// and its kernel, not a disk.
import { memoryStorage, type OpenOptions, openWorkingMemory, type WorkingMemory } from 'working-memory';
import { makeCorpus } from './texts.ts';

const BATCH = 1000;
const { texts } = makeCorpus('English', BATCH, 0);

/** @param open of the build that is measured */
export async function openFullStore(
  session: string,
  size: number,
  { open = openWorkingMemory, ...options }: Partial<OpenOptions> & { open?: typeof openWorkingMemory } = {},
): Promise<WorkingMemory> {
  const memory = await open({
    session,
    storage: memoryStorage(),
    worker: false,
    limits: { maxItems: size, maxTokens: 100_000_000 },
    ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
    deadlineMs: 600_000,
    ...options,
  });
  for (let at = 0; at < size; at += BATCH) {
    const batch = texts.slice(0, Math.min(BATCH, size - at));
    await memory.items.memorize(batch.map((text, index) => ({ text: `${text} ${at + index}` })));
  }
  return memory;
}

/** Nobody said it before. */
export const newText = (round: number): string => `${texts[round % BATCH]} again ${round}`;
