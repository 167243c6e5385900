// Measures how the cost of a `memorize` that evicts one item grows with the store.
import type { WorkingMemory } from 'working-memory';
import { newText, openFullStore } from './full-store.ts';
import { takeTurns, type Timing } from './measure.ts';

const ROUNDS = 400;

export async function benchEviction(sizes: readonly number[]): Promise<{ size: number; timing: Timing }[]> {
  const memories: WorkingMemory[] = [];
  for (const size of sizes) memories.push(await openFullStore(`bench ${size}`, size, { longTail: { maxItems: 0 } }));
  const cases = Object.fromEntries(
    memories.map((memory, place) => [String(sizes[place]), (round: number) => memory.items.memorize(newText(round))]),
  );
  const timings = await takeTurns(cases, { rounds: ROUNDS, warmUp: 50 });
  await Promise.all(memories.map((memory) => memory.close()));
  return sizes.map((size) => ({ size, timing: timings[String(size)] as Timing }));
}
