// What is forgotten for good is gone: from every row, from the journal, from every answer and from every owner.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/adapters/memory-storage.ts';
import type { Commit } from '../../src/api.ts';
import type { Engine } from '../../src/engine-api.ts';
import type { NewItem } from '../../src/items/item.ts';
import { ROW_STORES, type Storage } from '../../src/ports/storage.ts';
import { testEngine, type TestEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes.ts';

const ADDRESS = { workspace: '/', session: 'test' };
const HOUR = 3_600_000;
const MARKER = 'xylophone';
const PRIVATE: NewItem = {
  text: `the ${MARKER} is hidden`,
  role: MARKER,
  speaker: MARKER,
  group: MARKER,
  userId: MARKER,
  agentId: MARKER,
  tags: [MARKER],
};

const everythingIn = async (storage: Storage): Promise<string> =>
  JSON.stringify([await storage.load(ADDRESS, ROW_STORES), await storage.journal(ADDRESS, 0, 1_000_000)]);

async function answersOf(engine: Engine, commits: readonly Commit[]): Promise<string> {
  const filters = { userId: MARKER };
  return JSON.stringify([
    await engine.listItems(),
    await engine.getItem('item-1'),
    await engine.remember(`the ${MARKER} is hidden`, { explain: true }),
    await engine.remember(MARKER, { scope: 'all', explain: true }),
    await engine.remember('', { scope: 'all', filters }),
    await engine.summarize({}),
    await engine.whyNot('item-1', MARKER, { scope: 'all', filters }),
    await engine.capacity(),
    commits,
  ]);
}

async function expectNoTrace({ engine, commits }: TestEngine, storage: Storage): Promise<void> {
  expect(await everythingIn(storage)).not.toContain(MARKER);
  expect(await answersOf(engine, commits)).not.toContain(MARKER);
  expect((await engine.remember(MARKER, { scope: 'all' })).hits).toEqual([]);
  expect((await engine.whyNot('item-1', MARKER, { scope: 'all' })).because).toBe('erased');
}

describe('an item that is forgotten for good', () => {
  it('leaves no trace in the store, in answers or after reopening, only a tombstone without content', async () => {
    const storage = memoryStorage();
    const test = await testEngine({}, { storage });
    await test.engine.memorize([PRIVATE, { text: 'it stays' }]);
    expect(await everythingIn(storage)).toContain(MARKER);
    test.clock.now += 5000;
    await test.engine.forget({ tags: [MARKER] }, 'hard');

    await expectNoTrace(test, storage);
    const { rows } = await storage.load(ADDRESS, ['items', 'tail', 'tombstones']);
    expect(rows.map(({ store, key }) => `${store} ${key}`)).toEqual(['items item-2', 'tombstones item-1']);
    expect(rows[1]?.value).toEqual({ time: test.clock.now, step: 0, check: expect.any(String) });
    await expectNoTrace(await testEngine({}, { storage, clock: test.clock }), storage);
  });

  it('leaves no trace in the long tail', async () => {
    const storage = memoryStorage();
    const settings = { limits: { maxItems: 1 } };
    const test = await testEngine(settings, { storage });
    await test.engine.memorize([PRIVATE]);
    await test.engine.memorize([{ text: 'it stays' }]);
    expect((await test.engine.remember(MARKER, { scope: 'all' })).hits).toHaveLength(1);
    expect((await test.engine.forget({ ids: ['item-1'] }, 'hard')).forgotten).toEqual([
      { id: 'item-1', place: 'tail' },
    ]);

    await expectNoTrace(test, storage);
    await expectNoTrace(await testEngine(settings, { storage, clock: test.clock }), storage);
  });

  it('leaves no trace when it was hidden softly before', async () => {
    const storage = memoryStorage();
    const test = await testEngine({}, { storage });
    await test.engine.memorize([PRIVATE]);
    await test.engine.forget('oldest', 'soft');
    expect(await everythingIn(storage)).toContain(MARKER);
    await test.engine.forget('oldest', 'hard');
    await expectNoTrace(test, storage);
    await expect(test.engine.restore('item-1')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('leaves no trace when the long tail drops it at last, though that writes no tombstone', async () => {
    const storage = memoryStorage();
    const { engine, commits } = await testEngine({ limits: { maxItems: 1 }, longTail: { maxItems: 0 } }, { storage });
    await engine.memorize([PRIVATE]);
    await engine.memorize([{ text: 'it stays' }]);
    expect(await everythingIn(storage)).not.toContain(MARKER);
    expect(await answersOf(engine, commits)).not.toContain(MARKER);
    expect((await storage.load(ADDRESS, ['tombstones'])).rows).toEqual([]);
  });

  for (const [way, request] of [
    ['id', { ids: ['item-1'] }],
    ['tag', { tags: [MARKER] }],
    ['age', { strategy: 'time_based', hours: 1 }],
  ] as const) {
    it(`leaves no trace when it expires in the very command that erases it by ${way}`, async () => {
      const storage = memoryStorage();
      const test = await testEngine({}, { storage });
      await test.engine.memorize([PRIVATE]);
      test.clock.now += 2 * HOUR + 1;
      await test.engine.forget(request, 'hard');
      await expectNoTrace(test, storage);
    });
  }

  it('leaves no trace when it was hidden softly and evicted before', async () => {
    const storage = memoryStorage();
    const test = await testEngine({ limits: { maxItems: 1 } }, { storage });
    await test.engine.memorize([PRIVATE]);
    await test.engine.forget('oldest', 'soft');
    await test.engine.memorize([{ text: 'it stays' }]);
    await test.engine.forget({ tags: [MARKER] }, 'hard');
    await expectNoTrace(test, storage);
  });

  it('is forgotten by a second owner too, once that has caught up', async () => {
    const storage = memoryStorage();
    const one = await testEngine({}, { storage });
    await one.engine.memorize([PRIVATE, { text: 'it stays' }]);
    const other = await testEngine({}, { storage, ids: countingIds('other') });
    expect((await other.engine.remember(MARKER)).hits).toHaveLength(1);
    await one.engine.forget({ ids: ['item-1'] }, 'hard');
    await other.engine.step();

    await expectNoTrace(other, storage);
    expect((await other.engine.listItems()).map(({ id }) => id)).toEqual(['item-2']);
    await expect(other.engine.restore('item-1')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is forgotten by a second owner that must load everything again', async () => {
    const storage = memoryStorage();
    const settings = { journal: { maxEntries: 16 }, limits: { maxItems: 1 } };
    const one = await testEngine(settings, { storage });
    await one.engine.memorize([PRIVATE]);
    const other = await testEngine(settings, { storage, ids: countingIds('other') });
    await one.engine.memorize([{ text: 'it stays' }]);
    await one.engine.forget({ ids: ['item-1'] }, 'hard');
    for (let step = 0; step < 20; step++) await one.engine.step();
    await other.engine.step();
    await expectNoTrace(other, storage);
  });

  it('does not come back with what a slower owner was about to write', async () => {
    const storage = memoryStorage();
    const one = await testEngine({}, { storage });
    await one.engine.memorize([PRIVATE, { text: 'it stays' }]);
    const other = await testEngine({}, { storage, ids: countingIds('other') });
    await one.engine.forget({ ids: ['item-1'] }, 'hard');
    await expect(other.engine.update('item-1', { pinned: true })).rejects.toMatchObject({ code: 'not-found' });
    await expect(other.engine.restore('item-1')).rejects.toMatchObject({ code: 'not-found' });
    await expectNoTrace(other, storage);
  });
});
