// Thousands of open sessions in one process; `MANY_SESSIONS=10000` opens as many as must fit into 2 GB.
import { expect, it } from 'vitest';
import { memoryStorage, openMany, type WorkingMemory } from '../../src/entries/index.ts';

const SESSIONS = Number(process.env['MANY_SESSIONS'] ?? 1_000);
const ITEMS = 64;
/** 2 GB for ten thousand, of which the process itself takes some. */
const MOST_BYTES = 3e8 + SESSIONS * 1.7e5;

it('memories of 64 items are open in 2 GB for ten thousand, their storage included', async () => {
  const memories = openMany({ storage: memoryStorage(), worker: false });
  const all: WorkingMemory[] = [];
  for (let turn = 0; turn < SESSIONS; turn++) {
    const memory = await memories.open(`s${turn}`, `user ${turn}`);
    await memory.items.memorize(
      Array.from({ length: ITEMS }, (_, item) => `Fact ${item} of ${turn}: the key of the deploy rotates on Friday`),
    );
    all.push(memory);
  }
  expect(process.memoryUsage().rss).toBeLessThan(MOST_BYTES);
  for (const [turn, memory] of all.entries()) {
    if (turn % 101 > 0) continue;
    const [first] = await memory.items.list({ limit: 1 });
    expect(first?.text).toContain(`Fact 0 of ${turn}:`);
  }
  expect(memories.awake).toBe(256);
  expect(process.memoryUsage().rss).toBeLessThan(MOST_BYTES);
  await memories.close();
}, 3_600_000);
