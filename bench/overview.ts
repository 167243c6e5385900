// Measures the cost to a page of reading the file that every prompt contains.
import { openWorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';

/** Upper bound of an overview's size, from S003-90. */
const FIVE_KILOBYTES = 5000;

export async function benchOverview(): Promise<Timing> {
  const memory = await openWorkingMemory({ session: 'bench overview' });
  await memory.files.write('overview.md', 'word '.repeat(FIVE_KILOBYTES / 5), { force: true });
  const { read } = await takeTurns({ read: () => memory.files.read('overview.md') }, { rounds: 300, warmUp: 30 });
  await memory.close();
  return read;
}
