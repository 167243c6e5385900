// Full stores of any size, where every memorize evicts one item. In-process over memory storage, to measure the engine
// and its kernel rather than a disk.
import { memoryStorage, type OpenOptions, openWorkingMemory, type WorkingMemory } from 'working-memory';
import { makeCorpus } from './texts.ts';

const BATCH = 1000;
const { texts } = makeCorpus('English', BATCH, 0);

/** @param open `openWorkingMemory` of the build to measure */
export async function openFullStore(
  session: string,
  size: number,
  { open = openWorkingMemory, ...options }: Partial<OpenOptions> & { open?: typeof openWorkingMemory } = {},
): Promise<WorkingMemory> {
  const memory = await open({
    session,
    storage: memoryStorage(),
    worker: false,
    limits: limitsOf(size),
    ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
    deadlineMs: 600_000,
    ...options,
  });
  const all = textsOf(size);
  for (let at = 0; at < size; at += BATCH) {
    await memory.items.memorize(all.slice(at, at + BATCH).map((text) => ({ text })));
  }
  return memory;
}

/** Limits the number of items only. */
export const limitsOf = (size: number) => ({ maxItems: size, maxTokens: 100_000_000 });

export const textsOf = (size: number): string[] =>
  Array.from({ length: size }, (_, index) => `${texts[index % BATCH]} ${index}`);

/** Returns a text that differs from all earlier ones. */
export const newText = (round: number): string => `${texts[round % BATCH]} again ${round}`;
