// Whatever a careless model does, its session stores a bounded number of bytes: growth stops rather than slows.
import { describe, expect, it } from 'vitest';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { ROW_STORES } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';
import { CARELESS_LIMITS, careless, storedBytes } from '../support/careless-model.ts';
import { countingIds } from '../support/fakes/fakes.ts';

const HERE = { workspace: '/', session: 'test' };
const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

describe('the long tail', () => {
  it('stays within its bytes, and the oldest leave it first', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({ limits: { maxItems: 2 }, longTail: { maxBytes: 65_536 } }, { storage });
    const memorize = (count: number) => engine.memorize([{ text: `fact ${count} ${'任务 word '.repeat(100)}` }]);
    const sizes: number[] = [];
    for (let count = 0; count < 150; count++) {
      await memorize(count);
      sizes.push(jsonBytes((await storage.load(HERE, ['tail'])).rows.map(({ value }) => value)));
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536 + 3000);
    expect(Math.min(...sizes.slice(-50))).toBeGreaterThan(40_000);
    const { rows } = await compactStorage(storage).load(HERE, ['tail']);
    const kept = rows
      .map(({ value }) => Number(String(value?.['text']).split(' ')[1]))
      .sort((one, other) => one - other);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 148 - kept.length + index));
    // Another opening counts it anew.
    const again = await testEngine(
      { limits: { maxItems: 2 }, longTail: { maxBytes: 65_536 } },
      { storage, ids: countingIds('later') },
    );
    expect((await again.engine.status()).recovery.kind).toBe('none');
    for (let count = 150; count < 160; count++)
      await again.engine.memorize([{ text: `fact ${count} ${'word '.repeat(300)}` }]);
    expect(jsonBytes((await storage.load(HERE, ['tail'])).rows.map(({ value }) => value))).toBeLessThanOrEqual(68_536);
  });
});

describe('the journal', () => {
  const options = { journal: { maxBytes: 65_536 } };
  const entriesOf = async (storage: ReturnType<typeof memoryStorage>) => storage.journal(HERE, 0, 1_000_000);

  it('stays within its bytes, without a gap up to the newest entry', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({ ...options, limits: { maxItems: 2 } }, { storage });
    for (let count = 0; count < 800; count++) await engine.memorize([{ text: `fact ${count}` }]);
    const entries = await entriesOf(storage);
    expect(jsonBytes(entries)).toBeLessThanOrEqual(65_536 + 1000);
    expect(entries.length).toBeGreaterThan(150);
    expect(entries.map(({ head }) => head)).toEqual(entries.map((_, index) => 801 - entries.length + 1 + index));
  });

  it('is counted by sessions that are open for a few commits at a time, and by several owners', async () => {
    const storage = memoryStorage();
    const other = await testEngine(options, { storage, ids: countingIds('other') });
    for (let opening = 0; opening < 30; opening++) {
      const { engine } = await testEngine(options, { storage, ids: countingIds(`opening-${opening}`) });
      for (let count = 0; count < 10; count++) await engine.memorize([{ text: `fact ${opening}.${count}` }]);
      await other.engine.memorize(Array.from({ length: 20 }, (_, at) => ({ text: `batch ${opening}.${at}` })));
      await engine.close();
    }
    // Each opening reads the journal at one commit in 64 at the latest.
    expect(jsonBytes(await entriesOf(storage))).toBeLessThanOrEqual(65_536 + 64 * 1500);
  });

  it.each([1, 3])('stays within its bytes where each opening makes %i commits, and is rarely read', async (commits) => {
    const storage = memoryStorage();
    const { engine: first } = await testEngine({ limits: { maxItems: 2 } }, { storage });
    for (let count = 0; count < 250; count++) await first.memorize([{ text: `early fact ${count}` }]);
    await first.close();
    expect(jsonBytes(await entriesOf(storage))).toBeGreaterThan(65_536);
    let reads = 0;
    const counting: typeof storage = {
      ...storage,
      journal: (...asked) => {
        reads++;
        return storage.journal(...asked);
      },
    };
    const sizes: number[] = [];
    for (let opening = 0; opening < 135 / commits; opening++) {
      const { engine } = await testEngine(
        { ...options, limits: { maxItems: 2 } },
        { storage: counting, ids: countingIds(`opening-${opening}`) },
      );
      for (let count = 0; count < commits; count++) await engine.memorize([{ text: `fact ${opening}.${count}` }]);
      await engine.close();
      sizes.push(jsonBytes(await storage.journal(HERE, 0, 1_000_000)));
    }
    // At most 64 commits lie between two openings that look at the whole journal.
    expect(Math.max(...sizes.slice(64 / commits))).toBeLessThanOrEqual(65_536 + 64 * 350);
    expect(Math.min(...sizes)).toBeGreaterThan(50_000);
    expect(reads).toBeLessThanOrEqual(3);
  });

  it('stops no command where it cannot be read, and is counted later', async () => {
    const inner = memoryStorage();
    let failuresLeft = 0;
    const storage: typeof inner = {
      ...inner,
      journal: async (...asked) => {
        if (failuresLeft-- > 0) throw new Error('no journal now');
        return inner.journal(...asked);
      },
    };
    const { engine } = await testEngine({ ...options, limits: { maxItems: 2 } }, { storage });
    failuresLeft = 1;
    for (let count = 0; count < 350; count++) await engine.memorize([{ text: `fact ${count}` }]);
    expect(failuresLeft).toBeLessThan(0);
    expect(jsonBytes(await entriesOf(inner))).toBeLessThanOrEqual(65_536 + 1000);
  });
});

describe('a careless model', () => {
  it('reaches a level and stays there, whatever it goes on to do', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine(CARELESS_LIMITS, { storage });
    const levels: number[] = [];
    for (let round = 0; round < 13; round++) {
      await careless(engine, clock, { from: round * 150, operations: 150 });
      levels.push(await storedBytes(storage, HERE, ROW_STORES));
    }
    const [first = 0] = levels;
    const [level = 0, ...later] = levels.slice(9);
    expect(level, levels.join(', ')).toBeGreaterThan(2 * first);
    for (const one of later) expect(one, levels.join(', ')).toBeLessThanOrEqual(level * 1.1);
    const { maxTotalBytes, maxHistoryBytes } = CARELESS_LIMITS.files;
    const bound =
      CARELESS_LIMITS.transcript.maxBytes +
      CARELESS_LIMITS.longTail.maxBytes +
      CARELESS_LIMITS.journal.maxBytes +
      maxTotalBytes +
      maxHistoryBytes;
    // And a tenth for the rows of files, ids of the forgotten, the ledger.
    expect(Math.max(...levels)).toBeLessThanOrEqual(bound * 1.1);
  });
});
