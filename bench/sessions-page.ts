// Many sessions in one page: in a shared worker, or each in a worker of its own.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { makeCorpus } from './texts.ts';

/** `shared`: the library's default · `own`: an own function makes each session start a worker of its own. */
export type Hosting = 'shared' | 'own';

const { texts, queries } = makeCorpus('English', 64, 1);
const prompt = queries[0]?.prompt ?? '';
const nameOf = (index: number): string => `bench session ${index}`;
const ownWorker = () => () => new Worker('/worker.js', { type: 'module' });

/** Open until the page is reloaded; their memory is measured from outside. */
const open: WorkingMemory[] = [];

export async function benchFillSessions(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const memory = await openWorkingMemory({ session: nameOf(index), limits: { maxTokens: 100_000 } });
    await memory.items.memorize(texts.map((text) => ({ text })));
    await memory.close();
  }
}

/** Opens sessions one after another; each answers a question before the next opens. @returns ms until each was open */
export async function benchOpenSessions(count: number, hosting: Hosting): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const worker = hosting === 'own' ? { worker: ownWorker() } : {};
    const start = performance.now();
    const memory = await openWorkingMemory({ session: nameOf(index), limits: { maxTokens: 100_000 }, ...worker });
    times.push(performance.now() - start);
    open.push(memory);
    if (memory.runtime.place !== 'worker') throw new Error(`the bench needs a worker: ${memory.runtime.reason}`);
    const { hits } = await memory.items.remember(prompt);
    if (hits.length === 0) throw new Error('a session remembers nothing');
  }
  return times;
}
