// Measures the cost of filters in a recall: half of the items pass.
import { memoryStorage, openWorkingMemory } from 'working-memory';
import { takeTurns, type Timing } from './measure.ts';
import { makeCorpus } from './texts.ts';

const QUERIES = 200;

type Timings = Readonly<Record<'plain' | 'filtered' | 'ranged', Timing>>;

export async function benchFilters(size: number): Promise<Timings> {
  const { texts, queries } = makeCorpus('English', size, QUERIES);
  const memory = await openWorkingMemory({
    session: 'bench filters',
    storage: memoryStorage(),
    worker: false,
    limits: { maxItems: size, maxTokens: 100_000_000 },
    ttl: { softSteps: Infinity, softMs: Infinity, hardMs: Infinity },
  });
  const label = (index: number): { userId: string; tags: string[] } =>
    index % 2 ? { userId: 'ann', tags: ['work', 'plan'] } : { userId: 'bob', tags: ['home'] };
  const start = Date.now() - size;
  await memory.items.memorize(texts.map((text, index) => ({ text, at: start + index, role: 'user', ...label(index) })));
  const prompt = (round: number): string => queries[round % QUERIES]?.prompt ?? '';
  const timings = await takeTurns(
    {
      plain: (round) => memory.items.remember(prompt(round)),
      filtered: (round) => memory.items.remember(prompt(round), { filters: { userId: 'ann', tags: ['work'] } }),
      ranged: (round) =>
        memory.items.remember(prompt(round), {
          filters: { role: 'user', after: start + size / 4, before: start + (3 * size) / 4, minImportance: 0.3 },
        }),
    },
    { rounds: 400, warmUp: 40 },
  );
  await memory.close();
  return timings;
}
