// A careless model at work for any number of operations with the default limits: `npm run soak -- --operations N`.
import { expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import { bytesByStore, careless } from '../support/careless-model.ts';
import { testEngine } from '../support/engine.ts';

const BOUND = 64_000_000;
const ROUND = 20_000;
/** Most words of a text: few, so that a million operations end, and enough to reach every limit. */
const MOST_WORDS = 40;
const operations = Number(process.env['SOAK_OPERATIONS'] ?? ROUND);

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

it('stores no more than 64 MB', { timeout: 24 * 3_600_000 }, async () => {
  const storage = memoryStorage();
  const { engine, clock } = await testEngine({}, { storage });
  for (let from = 0; from < operations; from += ROUND) {
    const count = Math.min(ROUND, operations - from);
    const before = process.cpuUsage();
    await careless(engine, clock, { from, operations: count, mostWords: MOST_WORDS });
    const { user, system } = process.cpuUsage(before);
    const stored = Object.entries(await bytesByStore(storage, { workspace: '/', session: 'test' }));
    const bytes = stored.reduce((sum, [, size]) => sum + size, 0);
    const parts = stored.filter(([, size]) => size >= 50_000).map(([store, size]) => `${store} ${megabytes(size)}`);
    const each = (user + system) / 1000 / count;
    process.stdout.write(
      `${from + count} operations: ${megabytes(bytes)} MB stored (${parts.sort().join(', ')}), ` +
        `${each.toFixed(2)} ms of processor time each\n`,
    );
    expect(bytes).toBeLessThanOrEqual(BOUND);
  }
});
