// An app with a careless model stores a bounded number of bytes, with requests, tools and files, over the public API.
import { expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { carelessApp } from '../support/careless-app.ts';
import { bytesByStore, CARELESS_LIMITS } from '../support/careless-model.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';

const CALLS = 150;
const ROUNDS = 12;
const session = 'careless';

const sumOf = (stored: Readonly<Record<string, number>>): number =>
  Object.values(stored).reduce((sum, bytes) => sum + bytes, 0);

it('an app that never tidies up reaches a level and stays there', { timeout: 600_000 }, async () => {
  const storage = memoryStorage();
  const clock = fakeClock();
  const context = { window: 8000, keptBranches: 4 };
  const memory = await openWorkingMemory({
    ...CARELESS_LIMITS,
    session,
    storage,
    clock,
    context,
    ids: countingIds(),
    worker: false,
  });
  const app = carelessApp(memory, clock, { tools: await memory.tools({ set: 'all' }), seed: 1 });
  const levels: Record<string, number>[] = [];
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    refused += await app.work(CALLS);
    levels.push(await bytesByStore(storage, { workspace: '/', session }));
  }
  const sums = levels.map(sumOf);
  expect(sums.at(ROUNDS / 2), sums.join(', ')).toBeGreaterThan(1.5 * (sums[0] ?? 0));
  const [level, ...later] = sums.slice(ROUNDS / 2);
  for (const one of later) expect(one, sums.join(', ')).toBeLessThanOrEqual(1.15 * (level ?? 0));
  // Each kind of row was there.
  expect(Object.keys(levels.at(-1) ?? {})).toEqual(
    expect.arrayContaining(['fileHistory', 'files', 'items', 'journal', 'ledger', 'messages', 'tail', 'tombstones']),
  );
  expect(refused).toBeLessThan((CALLS * ROUNDS) / 4);
  await memory.close();
});
