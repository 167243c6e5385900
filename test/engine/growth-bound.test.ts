// A session without vectors stores 64 MB at most with the default limits: the limits add up to less, and no store
// exceeds its own, whatever is done.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { resolveSettings } from '../../src/options/options.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { RowStore } from '../../src/storage/port.ts';
import { careless } from '../support/careless-model.ts';
import { generator } from '../support/generator.ts';
import { testEngine } from '../support/engine.ts';
import { boundsOf } from '../support/growth-bound.ts';

const HERE = { workspace: '/', session: 'test' };
/** Bytes of the state of requests and of the session's row. */
const LEDGER = 1_000_000;
/** The long tail and the journal are counted with the next command, which brings no more than this here. */
const ONE_COMMAND = 4096;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

it('the default limits add up to 64 MB at most', () => {
  const bounds = boundsOf(resolveSettings({ session: 'test' }));
  const sum = Object.values(bounds).reduce((whole, bytes) => whole + bytes, LEDGER);
  expect(sum, JSON.stringify(bounds)).toBeLessThanOrEqual(64_000_000);
});

/** Writes few files again and again, deletes some, and forgets for good. */
async function rewriting(engine: Engine, seed: number): Promise<void> {
  const random = generator(seed);
  for (let count = 0; count < 60; count++) {
    const path = `detail/note-${Math.floor(random() * 30)}.md`;
    const text = `${seed}.${count} ${'word 任务 '.repeat(random() ** 2 * 1200)}`;
    const act =
      random() < 0.1
        ? engine.deleteFile(path)
        : random() < 0.2
          ? engine.forget('oldest', 'hard')
          : engine.writeFile(path, text, { force: true });
    await act.catch(() => undefined);
  }
}

const few = fc.integer({ min: 0, max: 10 });
const bytes = fc.integer({ min: 65_536, max: 100_000 });
const limits = fc.record({
  limits: fc.record({ maxItems: fc.integer({ min: 1, max: 40 }) }),
  longTail: fc.record({ maxBytes: bytes }),
  journal: fc.record({ maxBytes: bytes }),
  tombstones: fc.record({ maxIds: few }),
  transcript: fc.record({ maxBytes: bytes }),
  files: fc.record({
    maxFiles: fc.integer({ min: 2, max: 20 }),
    maxTotalBytes: bytes,
    maxHistoryBytes: fc.integer({ min: 0, max: 60_000 }),
    keptRevisions: fc.integer({ min: 0, max: 6 }),
    keptDeletedPaths: few,
  }),
});

it('no store passes what its limits allow, whatever a careless model does', { timeout: 120_000 }, async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(limits, fc.integer({ min: 0, max: 1_000_000 }), async (input, seed) => {
      const storage = memoryStorage();
      const { engine, clock, settings } = await testEngine(input, { storage });
      const bounds = boundsOf(settings);
      for (let from = seed; from < seed + 400; from += 80) {
        await careless(engine, clock, { from, operations: 80 });
        await rewriting(engine, from + 1);
        const stored = new Map<string, number>([['journal', bytesOf(await storage.journal(HERE, 0, 1_000_000))]]);
        const stores = Object.keys(bounds).filter((store) => store !== 'journal') as RowStore[];
        for (const { store, key, value } of (await storage.load(HERE, stores)).rows)
          stored.set(store, (stored.get(store) ?? 0) + key.length + bytesOf(value));
        for (const [store, size] of stored) {
          const bound = bounds[store as keyof typeof bounds];
          expect(size, store).toBeLessThanOrEqual(bound + ONE_COMMAND);
          if (size > bound / 4) reached.add(store);
        }
      }
    }),
    { numRuns: 5 },
  );
  // Otherwise the property tests nothing.
  expect([...reached]).toEqual(
    expect.arrayContaining(['tail', 'files', 'fileHistory', 'messages', 'tombstones', 'journal']),
  );
});
