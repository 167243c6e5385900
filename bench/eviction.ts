// How the cost of one memorize that evicts one item grows with the store. In-process over memory storage: what is
// measured is the engine and its kernel, not a disk.
import { openWorkingMemory, type WorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';
import { makeCorpus } from './texts.ts';

const ROUNDS = 400;
const BATCH = 1000;

export async function benchEviction(sizes: readonly number[]): Promise<{ size: number; timing: Timing }[]> {
  const texts = makeCorpus('English', BATCH, 0).texts;
  const memories: WorkingMemory[] = [];
  for (const size of sizes) {
    const memory = await openWorkingMemory({
      session: `bench ${size}`,
      storage: 'memory',
      worker: false,
      limits: { maxItems: size, maxTokens: 100_000_000 },
      ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
      longTail: { maxItems: 0 },
      deadlineMs: 600_000,
    });
    for (let at = 0; at < size; at += BATCH) {
      const batch = texts.slice(0, Math.min(BATCH, size - at));
      await memory.items.memorize(batch.map((text, index) => ({ text: `${text} ${at + index}` })));
    }
    memories.push(memory);
  }
  const cases = Object.fromEntries(
    memories.map((memory, place) => [
      String(sizes[place]),
      (round: number) => memory.items.memorize(`${texts[round % BATCH]} again ${round}`),
    ]),
  );
  const timings = await takeTurns(cases, { rounds: ROUNDS, warmUp: 50 });
  await Promise.all(memories.map((memory) => memory.close()));
  return sizes.map((size) => ({ size, timing: timings[String(size)] as Timing }));
}
