// What it costs a page to read the file that stands in every prompt.
import { openWorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';

/** S003-90: an overview has less than this. */
const FIVE_KILOBYTES = 5000;

export async function benchOverview(): Promise<Timing> {
  const memory = await openWorkingMemory({ session: 'bench overview' });
  await memory.files.write('overview.md', 'word '.repeat(FIVE_KILOBYTES / 5), { force: true });
  const { read } = await takeTurns({ read: () => memory.files.read('overview.md') }, { rounds: 300, warmUp: 30 });
  await memory.close();
  return read;
}
