// touch, restore, pin and update: items that become the newest again or return from the long tail.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/boundary/engine.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { testEngine } from '../../support/engine.ts';
import { recalled } from '../../support/recall.ts';

const HOUR = 3_600_000;
const ids = async (engine: Engine) => (await engine.listItems()).map(({ id }) => id);
/** `count` items of which the newest `kept` are in the store. */
async function filled(count: number, kept: number, input: object = {}) {
  const test = await testEngine({ limits: { maxItems: kept }, ...input });
  for (let each = 1; each <= count; each++) await test.engine.memorize([{ text: `note number ${each}` }]);
  return test;
}

describe('touch', () => {
  it('makes items the newest of the queue, in the order given', async () => {
    const { engine, clock, journal } = await filled(3, 3);
    clock.now += HOUR;
    const result = await engine.touch(['item-2', 'item-1', 'item-2']);
    expect(result).toEqual({
      touched: [
        { id: 'item-2', stored: true, position: 1 },
        { id: 'item-1', stored: true, position: 2 },
      ],
      evicted: [],
      expired: [],
      usage: { before: { items: 3, tokens: 9 }, after: { items: 3, tokens: 9 } },
    });
    expect(await ids(engine)).toEqual(['item-3', 'item-2', 'item-1']);
    expect((await engine.listItems()).map(({ position }) => position)).toEqual([0, 1, 2]);
    expect((await journal()).at(-1)?.events).toEqual([
      { type: 'item-touched', id: 'item-2', sequence: 3 },
      { type: 'item-touched', id: 'item-1', sequence: 4 },
    ]);
    await engine.memorize([{ text: 'one more' }]);
    expect(await ids(engine)).toEqual(['item-2', 'item-1', 'item-4']);
  });

  it('counts decay, both TTLs and forget by age from then on, and leaves createdAt', async () => {
    const { engine, clock } = await filled(2, 2, { ttl: { hardMs: 2 * HOUR } });
    const created = clock.now;
    clock.now += 1.5 * HOUR;
    await engine.touch(['item-1']);
    clock.now += HOUR;
    const [touched] = await engine.listItems();
    expect(touched).toMatchObject({ id: 'item-1', createdAt: created, touchedAt: created + 1.5 * HOUR });
    expect(touched?.decay).toBeCloseTo(0.95 ** (1 / 6), 12);
    expect((await engine.forget({ strategy: 'time_based', hours: 1.2 }, 'soft')).forgotten).toMatchObject([
      { id: 'item-2', place: 'tail' },
    ]);
    clock.now += HOUR + 1;
    expect((await engine.sweep()).expired).toMatchObject([{ id: 'item-1' }]);
  });

  it('counts the step of the item as the current one', async () => {
    const { engine } = await filled(2, 2);
    await engine.step();
    await engine.touch(['item-1']);
    expect((await engine.forget('before:step_1', 'soft')).forgotten.map(({ id }) => id)).toEqual(['item-2']);
  });

  it('is what remember sees as well, and what a reload finds', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'a heron by the lake' }, { text: 'a crane by the lake' }]);
    clock.now += HOUR;
    await engine.touch(['item-1']);
    const hits = async (asked: Engine) =>
      (await recalled(asked, 'lake', { explain: true })).hits.map(({ id, parts }) => [id, parts?.decay]);
    const here = await hits(engine);
    expect(here.map(([id]) => id)).toEqual(['item-1', 'item-2']);
    expect(here[0]?.[1]).toBe(1);
    const again = (await testEngine({}, { storage, clock })).engine;
    expect(await hits(again)).toEqual(here);
    expect(await again.listItems()).toEqual(await engine.listItems());
  });

  it('brings an item of the long tail back', async () => {
    const { engine } = await filled(3, 2);
    const { touched, evicted } = await engine.touch(['item-1']);
    expect(touched).toEqual([{ id: 'item-1', stored: true, position: 1 }]);
    expect(evicted.map(({ id }) => id)).toEqual(['item-2']);
    expect(await ids(engine)).toEqual(['item-3', 'item-1']);
  });

  it('of nothing changes nothing', async () => {
    const { engine, journal } = await filled(1, 1);
    const before = await journal();
    expect(await engine.touch([])).toMatchObject({ touched: [] });
    expect(await journal()).toEqual(before);
  });

  it.each([
    ['an unknown id', ['item-1', 'item-9'], { code: 'not-found', details: { what: 'item', name: 'item-9' } }],
    ['a former', ['item-1', 'item-2'], { code: 'item-state', details: { id: 'item-2', state: 'replaced' } }],
    ['a softly forgotten item', ['item-1', 'item-3'], { code: 'item-state', details: { state: 'forgotten' } }],
    ['no ids', 'item-1', { code: 'invalid-input' }],
    ['something else', [7], { code: 'invalid-input' }],
  ])('refuses %s and touches none', async (_, asked, error) => {
    const { engine, journal } = await filled(3, 9);
    await engine.memorize([{ text: 'another two', replaces: 'item-2' }]);
    await engine.forget({ ids: ['item-3'] }, 'soft');
    const before = await journal();
    await expect(engine.touch(asked as string[])).rejects.toMatchObject(error);
    expect(await journal()).toEqual(before);
  });

  it('is caught up with by another owner, in the same order', async () => {
    const { engine, host, clock } = await filled(3, 3);
    const other = await testEngine({ limits: { maxItems: 3 } }, { storage: host.storage, clock, ids: () => 'x' });
    await other.engine.listItems();
    await engine.touch(['item-1']);
    await other.engine.step();
    expect(await other.engine.listItems()).toEqual(await engine.listItems().then((list) => list));
    expect(await ids(other.engine)).toEqual(['item-2', 'item-3', 'item-1']);
  });
});

describe('restore', () => {
  it('makes a softly forgotten item of the store visible, where it is', async () => {
    const { engine, journal } = await filled(2, 2);
    await engine.forget({ ids: ['item-1'] }, 'soft');
    expect(await engine.restore('item-1')).toEqual({
      id: 'item-1',
      restored: true,
      stored: true,
      evicted: [],
      expired: [],
    });
    expect(await ids(engine)).toEqual(['item-1', 'item-2']);
    expect((await journal()).at(-1)?.events).toEqual([{ type: 'item-restored', id: 'item-1', place: 'items' }]);
  });

  it('says that there was nothing to restore', async () => {
    const { engine, journal } = await filled(1, 1);
    const before = await journal();
    expect(await engine.restore('item-1')).toMatchObject({ restored: false, stored: true });
    expect(await journal()).toEqual(before);
  });

  it('brings an evicted item back as a newcomer', async () => {
    const { engine, clock, journal } = await filled(3, 2);
    clock.now += HOUR;
    const result = await engine.restore('item-1');
    expect(result).toMatchObject({ id: 'item-1', restored: true, stored: true, evicted: [{ id: 'item-2' }] });
    expect(await ids(engine)).toEqual(['item-3', 'item-1']);
    expect(await engine.getItem('item-1')).toMatchObject({ touchedAt: clock.now });
    expect((await journal()).at(-1)?.events).toEqual([
      { type: 'item-restored', id: 'item-1', place: 'tail' },
      { type: 'item-touched', id: 'item-1', sequence: 3 },
      expect.objectContaining({ type: 'capacity-exceeded', overItems: 1 }),
      expect.objectContaining({ type: 'item-evicted', id: 'item-2' }),
    ]);
  });

  it('makes a softly forgotten item of the tail visible there, where every other one outranks it', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'low', importance: 0.1 }]);
    await engine.memorize([{ text: 'high', importance: 0.9 }]);
    await engine.forget({ ids: ['item-1'] }, 'soft');
    expect(await engine.restore('item-1')).toMatchObject({
      restored: true,
      stored: false,
      evicted: [{ id: 'item-1' }],
    });
    expect((await recalled(engine, 'low', { scope: ['items', 'tail'] })).hits.map(({ id }) => id)).toContain('item-1');
    expect(await engine.restore('item-1')).toMatchObject({ restored: false, stored: false });
  });

  it('brings back what expired, also with the same command, and what was forgotten there', async () => {
    const { engine, clock } = await filled(2, 2, { ttl: { hardMs: HOUR } });
    clock.now += HOUR + 1;
    expect(await engine.restore('item-1')).toMatchObject({
      restored: true,
      stored: true,
      expired: [{ id: 'item-1' }, { id: 'item-2' }],
    });
    await engine.forget({ ids: ['item-2'] }, 'soft');
    expect(await engine.restore('item-2')).toMatchObject({ restored: true, stored: true });
    expect((await recalled(engine, 'note')).hits.map(({ id }) => id).sort()).toEqual(['item-1', 'item-2']);
  });

  it('may be refused by the order of eviction, and says so', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'of no weight', importance: 0 }]);
    await engine.memorize([{ text: 'of weight', importance: 0.9 }]);
    expect(await engine.restore('item-1')).toMatchObject({
      restored: false,
      stored: false,
      evicted: [{ id: 'item-1', position: 1 }],
    });
    expect(await ids(engine)).toEqual(['item-2']);
  });

  it('refuses an item larger than the whole store', async () => {
    const { engine, host, clock } = await filled(2, 1);
    await engine.close();
    const smaller = await testEngine({ limits: { maxTokens: 2 } }, { storage: host.storage, clock });
    await expect(smaller.engine.restore('item-1')).rejects.toMatchObject({ code: 'item-too-large' });
  });

  it('refuses a former until its successor is gone', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', key: 'city' }]);
    const refused = { code: 'item-state', details: { id: 'item-1', state: 'replaced', by: 'item-2' } };
    await expect(engine.restore('item-1')).rejects.toMatchObject(refused);
    await engine.forget({ ids: ['item-2'] }, 'hard');
    expect((await recalled(engine, 'Ana', { scope: ['items', 'tail'] })).hits).toEqual([]);
    expect(await engine.restore('item-1')).toMatchObject({ restored: true, stored: true });
    expect(await engine.getItem('item-1')).not.toHaveProperty('replacedBy');
    expect((await engine.memorize([{ text: 'Ana lives in Rome', key: 'city' }])).replaced).toMatchObject([
      { id: 'item-1' },
    ]);
  });

  it('refuses a former whose key another item has by now', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    await engine.forget({ ids: ['item-2'] }, 'hard');
    await engine.memorize([{ text: 'Ana lives in Rome', key: 'city' }]);
    await expect(engine.restore('item-1')).rejects.toMatchObject({ code: 'item-state', details: { by: 'item-3' } });
  });

  it('refuses an unknown id', async () => {
    const { engine } = await filled(1, 1);
    await expect(engine.restore('item-9')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('update of an item of the long tail', () => {
  it('edits it there', async () => {
    const { engine } = await filled(2, 1);
    expect(await engine.update('item-1', { importance: 0.9, tags: ['old'] })).toMatchObject({
      before: { importance: 0.5 },
      after: { importance: 0.9, tags: ['old'] },
      evicted: [],
    });
    expect(await ids(engine)).toEqual(['item-2']);
    const { hits } = await recalled(engine, 'note', { scope: 'tail', filters: { tags: ['old'] } });
    expect(hits).toMatchObject([{ id: 'item-1', item: { importance: 0.9 } }]);
  });

  it('that pins it brings it back to the store, where pinned items are', async () => {
    const { engine, journal } = await filled(2, 1);
    expect(await engine.update('item-1', { pinned: true })).toMatchObject({ evicted: [{ id: 'item-2' }] });
    expect(await engine.listItems()).toMatchObject([{ id: 'item-1', pinned: true, position: 0 }]);
    expect((await journal()).at(-1)?.events.slice(0, 2)).toEqual([
      { type: 'item-updated', id: 'item-1', importance: 0.5, pinned: true },
      { type: 'item-touched', id: 'item-1', sequence: 2 },
    ]);
  });

  it('that pins it fails beside pinned items alone', async () => {
    const { engine } = await filled(2, 1);
    await engine.update('item-2', { pinned: true });
    await expect(engine.update('item-1', { pinned: true })).rejects.toMatchObject({ code: 'only-pinned-left' });
    expect(await ids(engine)).toEqual(['item-2']);
  });

  it('is refused for a former: what was replaced stays as it was', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    await expect(engine.update('item-1', { importance: 1 })).rejects.toMatchObject({
      code: 'item-state',
      details: { id: 'item-1', state: 'replaced', by: 'item-2' },
    });
  });
});
