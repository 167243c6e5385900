// A careless model at work for as many operations as one likes, with the default limits: `npm run soak -- --operations N`.
import { expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import { ROW_STORES } from '../../src/storage/port.ts';
import { careless, storedBytes } from '../support/careless-model.ts';
import { testEngine } from '../support/engine.ts';

const MIB = 1_048_576;
const BOUND = 64_000_000;
const ROUND = 20_000;
const operations = Number(process.env['SOAK_OPERATIONS'] ?? ROUND);

it('stores no more than 64 MB', { timeout: 24 * 3_600_000 }, async () => {
  const storage = memoryStorage();
  const { engine, clock } = await testEngine({}, { storage });
  for (let from = 0; from < operations; from += ROUND) {
    const count = Math.min(ROUND, operations - from);
    const before = process.cpuUsage();
    await careless(engine, clock, { from, operations: count });
    const { user, system } = process.cpuUsage(before);
    const bytes = await storedBytes(storage, { workspace: '/', session: 'test' }, ROW_STORES);
    const each = (user + system) / 1000 / count;
    process.stdout.write(
      `${from + count} operations: ${(bytes / MIB).toFixed(1)} MiB stored, ${each.toFixed(2)} ms of processor time each\n`,
    );
    expect(bytes).toBeLessThanOrEqual(BOUND);
  }
});
