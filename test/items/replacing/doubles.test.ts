// Memorizing a text again refreshes the item that says it already.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/boundary/engine.ts';
import type { ItemEvent } from '../../../src/items/events.ts';
import { testEngine } from '../../support/engine.ts';
import { recalled } from '../../support/recall.ts';

const HOUR = 3_600_000;
const ids = async (engine: Engine) => (await engine.listItems()).map(({ id }) => id);

describe('an exact double', () => {
  it('adds nothing: the item becomes the newest and its age counts from now', async () => {
    const { engine, clock, journal } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }, { text: 'Ana likes trains' }]);
    const { createdAt } = (await engine.listItems())[0] ?? {};
    await engine.step();
    clock.now += HOUR;
    const result = await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect(result).toEqual({
      stored: true,
      items: [{ id: 'item-1', stored: true, position: 1, tokens: 4, refreshed: true }],
      replaced: [],
      evicted: [],
      expired: [],
      usage: { before: { items: 2, tokens: 7 }, after: { items: 2, tokens: 7 } },
    });
    expect(await ids(engine)).toEqual(['item-2', 'item-1']);
    expect(await engine.getItem('item-1')).toMatchObject({
      createdAt,
      touchedAt: clock.now,
      sequence: 2,
      step: 1,
      decay: 1,
      importance: 0.5,
    });
    expect((await journal()).at(-1)?.events).toEqual([{ type: 'item-touched', id: 'item-1', sequence: 2 }]);
  });

  it.each([
    ['case', 'ANA lives in oslo'],
    ['blanks', '  Ana\tlives \n in  Oslo '],
    ['compatibility forms', 'Ａna lives in Oslo'],
    ['composition', 'Ana lives in Oslo'.normalize('NFD')],
  ])('differs in %s alone', async (_, text) => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect((await engine.memorize([{ text }])).items).toMatchObject([{ id: 'item-1', refreshed: true }]);
    expect(await engine.getItem('item-1')).toMatchObject({ text: 'Ana lives in Oslo' });
  });

  it.each([{ userId: 'bob' }, { agentId: 'planner' }, { speaker: 'Bob' }, { role: 'assistant' }])(
    'is none of another owner or of somebody else (%j)',
    async (owner) => {
      const { engine } = await testEngine();
      await engine.memorize([{ text: 'I am allergic to nuts', userId: 'ana', speaker: 'Ana', role: 'user' }]);
      await engine.memorize([{ text: 'I am allergic to nuts', userId: 'ana', speaker: 'Ana', role: 'user', ...owner }]);
      expect(await ids(engine)).toEqual(['item-1', 'item-2']);
    },
  );

  it('raises importance, pins, unites tags and sets the key, where the caller gives them', async () => {
    const { engine, journal } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', importance: 0.6, tags: ['ana', 'home'] }]);
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect(await engine.getItem('item-1')).toMatchObject({ importance: 0.6, pinned: false, tags: ['ana', 'home'] });
    await engine.memorize([{ text: 'Ana lives in Oslo', importance: 0.2, pinned: false, tags: ['home'] }]);
    expect(await engine.getItem('item-1')).toMatchObject({ importance: 0.6, pinned: false, tags: ['ana', 'home'] });
    expect((await journal()).at(-1)?.events.map((event) => (event as ItemEvent).type)).toEqual(['item-touched']);
    await engine.memorize([{ text: 'Ana lives in Oslo', importance: 0.9, pinned: true, tags: ['city'], key: 'city' }]);
    expect(await engine.getItem('item-1')).toMatchObject({
      importance: 0.9,
      pinned: true,
      tags: ['ana', 'home', 'city'],
      key: 'city',
    });
    expect((await journal()).at(-1)?.events).toEqual([
      { type: 'item-updated', id: 'item-1', importance: 0.9, pinned: true },
      { type: 'item-relabelled', id: 'item-1', fields: ['tags', 'key'] },
      { type: 'item-touched', id: 'item-1', sequence: 3 },
    ]);
    const { hits } = await recalled(engine, 'Ana', { filters: { tags: ['city'] } });
    expect(hits.map(({ id }) => id)).toEqual(['item-1']);
  });

  it('that the user says takes the place of one that nobody vouches for', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', source: 'tool' }]);
    const { items, replaced } = await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect(items).toEqual([{ id: 'item-2', stored: true, position: 0, tokens: 4 }]);
    expect(replaced).toEqual([{ id: 'item-1', by: 'item-2' }]);
    expect(await engine.listItems()).toMatchObject([{ id: 'item-2', source: 'user', trust: 2, replaces: 'item-1' }]);
    expect((await engine.revise('item-2', 'ana lives in Oslo')).items).toMatchObject([{ refreshed: true }]);
  });

  it('that the user says as a revision, or with its key, takes that place once', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', source: 'tool', key: 'city' }]);
    const revised = await engine.revise('item-1', 'Ana lives in Oslo', { source: 'user' });
    expect(revised.replaced).toEqual([{ id: 'item-1', by: 'item-2' }]);
    expect(await engine.listItems()).toMatchObject([{ id: 'item-2', trust: 2, key: 'city' }]);
    await engine.memorize([{ text: 'Ana likes trains', source: 'import', key: 'likes' }]);
    const { replaced } = await engine.memorize([{ text: 'Ana likes trains', source: 'assistant', key: 'likes' }]);
    expect(replaced).toEqual([{ id: 'item-3', by: 'item-4' }]);
  });

  it('that the user says stands beside a pinned one that nobody vouches for, and beside one of the same call', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', source: 'tool', pinned: true }]);
    expect((await engine.memorize([{ text: 'Ana lives in Oslo' }])).replaced).toEqual([]);
    expect(await ids(engine)).toEqual(['item-1', 'item-2']);
    await engine.memorize([
      { text: 'Ana likes trains', source: 'tool' },
      { text: 'Ana likes trains' },
      { text: 'Ana likes trains', source: 'tool', importance: 1 },
    ]);
    expect((await engine.listItems()).slice(2)).toMatchObject([
      { source: 'tool', importance: 0.5 },
      { source: 'user', importance: 0.5 },
    ]);
  });

  it('that nobody vouches for makes that of the user the newest, and changes nothing of it but a key', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', tags: ['ana'] }, { text: 'Ana likes trains' }]);
    const given = { importance: 1, pinned: true, tags: ['x'], expiresAt: Date.now() * 2, key: 'city' };
    const { items } = await engine.memorize([{ text: 'Ana lives in Oslo', source: 'tool', ...given }]);
    expect(items).toMatchObject([{ id: 'item-1', refreshed: true, position: 1 }]);
    const item = await engine.getItem('item-1');
    expect(item).toMatchObject({
      source: 'user',
      trust: 2,
      importance: 0.5,
      pinned: false,
      tags: ['ana'],
      key: 'city',
    });
    expect(item).not.toHaveProperty('expiresAt');
  });

  it('as which an item is revised gets the importance and the labels of that one', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'I live in Paris', key: 'home', importance: 0.9, tags: ['home'] }]);
    await engine.memorize([{ text: 'I live in Berlin', tags: ['city'] }]);
    const { items, replaced } = await engine.revise('home', 'I live in Berlin');
    expect(items).toMatchObject([{ id: 'item-2', refreshed: true }]);
    expect(replaced).toEqual([{ id: 'item-1', by: 'item-2' }]);
    expect(await engine.listItems()).toMatchObject([
      { id: 'item-2', importance: 0.9, key: 'home', tags: ['city', 'home'] },
    ]);
  });

  it('has at most 64 tags with those of its item, however many both have', async () => {
    const { engine } = await testEngine();
    const tags = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `tag ${from + at}`);
    await engine.memorize([{ text: 'Ana likes tea', tags: tags(0, 40) }]);
    await engine.memorize([{ text: 'Ana likes tea', tags: tags(10, 64) }]);
    expect((await engine.getItem('item-1'))?.tags).toEqual(tags(0, 64));
    await expect(engine.memorize([{ text: 'Ana likes tea', tags: ['another'] }])).rejects.toThrow(
      'tags must be an array of at most 64 texts; got an array of 65. Nothing was changed.',
    );
  });

  it('that is given the key of another item replaces that one', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }, { text: 'Ana lives in Bergen', key: 'city' }]);
    const { items, replaced } = await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }]);
    expect(items).toMatchObject([{ id: 'item-1', refreshed: true, position: 0 }]);
    expect(replaced).toEqual([{ id: 'item-2', by: 'item-1' }]);
    expect(await ids(engine)).toEqual(['item-1']);
  });

  it('that is given another key leaves its former one to a text of the same call', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'home' }]);
    const { replaced } = await engine.memorize([
      { text: 'Ana lives in Oslo', key: 'work' },
      { text: 'Ana lives in Bergen', key: 'home' },
    ]);
    expect(replaced).toEqual([]);
    expect(await engine.listItems()).toMatchObject([
      { id: 'item-1', key: 'work' },
      { id: 'item-3', key: 'home' },
    ]);
  });

  it('of a former is a new item', async () => {
    const { engine } = await testEngine();
    for (const city of ['Oslo', 'Bergen', 'Oslo'])
      await engine.memorize([{ text: `Ana lives in ${city}`, key: 'city' }]);
    expect(await ids(engine)).toEqual(['item-3']);
    expect(await engine.getItem('item-3')).toMatchObject({ text: 'Ana lives in Oslo', replaces: 'item-2' });
  });

  it('makes a softly forgotten item visible again', async () => {
    const { engine, journal } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.forget({ ids: ['item-1'] }, 'soft');
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect((await recalled(engine, 'Ana')).hits.map(({ id }) => id)).toEqual(['item-1']);
    expect((await journal()).at(-1)?.events).toEqual([
      { type: 'item-restored', id: 'item-1', place: 'items' },
      { type: 'item-touched', id: 'item-1', sequence: 1 },
    ]);
  });

  it('brings an item back from the long tail, and others leave for it', async () => {
    const { engine, clock } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.memorize([{ text: 'Ana likes trains' }]);
    clock.now += HOUR;
    const { items, evicted } = await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect(items).toEqual([{ id: 'item-1', stored: true, position: 0, tokens: 4, refreshed: true }]);
    expect(evicted.map(({ id }) => id)).toEqual(['item-2']);
    expect(await ids(engine)).toEqual(['item-1']);
    expect((await engine.capacity()).longTail.items).toBe(1);
    expect(await engine.getItem('item-1')).not.toHaveProperty('left');
  });

  it('may be its own victim and says so', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'of no weight', importance: 0 }]);
    await engine.memorize([{ text: 'of weight', importance: 0.9 }]);
    const result = await engine.memorize([{ text: 'of no weight' }]);
    expect(result).toMatchObject({
      stored: false,
      items: [{ id: 'item-1', stored: false, refreshed: true }],
      evicted: [{ id: 'item-1' }],
    });
    expect(await ids(engine)).toEqual(['item-2']);
    expect((await engine.capacity()).longTail.items).toBe(1);
  });

  it('in one batch is one item, with what both give', async () => {
    const { engine } = await testEngine();
    const { items, usage } = await engine.memorize([
      { text: 'Ana lives in Oslo', tags: ['ana'], importance: 0.3 },
      { text: 'something else' },
      { text: 'ana lives in oslo', tags: ['city'], importance: 0.8, key: 'city' },
    ]);
    expect(items).toEqual([
      { id: 'item-1', stored: true, position: 0, tokens: 4 },
      { id: 'item-2', stored: true, position: 1, tokens: 2 },
      { id: 'item-1', stored: true, position: 0, tokens: 4, refreshed: true },
    ]);
    expect(usage.after).toEqual({ items: 2, tokens: 6 });
    expect(await engine.getItem('item-1')).toMatchObject({ tags: ['ana', 'city'], importance: 0.8, key: 'city' });
  });

  it('is kept beside the other where the option says so, as in the profiles of documents that append', async () => {
    for (const input of [{ doubles: 'keep' }, { profile: 'queue' }, { profile: 'priority' }] as const) {
      const { engine } = await testEngine(input);
      await engine.memorize([{ text: 'Ana lives in Oslo' }, { text: 'Ana lives in Oslo' }]);
      await engine.memorize([{ text: 'Ana lives in Oslo' }]);
      expect(await ids(engine)).toHaveLength(3);
    }
  });

  it('is the newest of several', async () => {
    const { engine } = await testEngine();
    const keeping = await testEngine({ doubles: 'keep' });
    await keeping.engine.memorize([{ text: 'twice' }, { text: 'twice' }]);
    await keeping.engine.close();
    const again = await testEngine({}, { storage: keeping.host.storage, clock: keeping.clock });
    expect((await again.engine.memorize([{ text: 'Twice' }])).items).toMatchObject([{ id: 'item-2', refreshed: true }]);
    await engine.close();
  });

  it('keeps a text of unequal content apart, whatever the two have in common', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: '价格是 12' }, { text: '价格是 21' }, { text: 'a b' }, { text: 'ab' }]);
    expect(await ids(engine)).toHaveLength(4);
  });

  it('is found after another owner brought the text', async () => {
    const { engine, host, clock } = await testEngine();
    let others = 0;
    const other = await testEngine({}, { storage: host.storage, clock, ids: () => `other-${++others}` });
    await other.engine.memorize([{ text: 'a start' }]);
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    expect((await other.engine.memorize([{ text: 'Ana lives in Oslo' }])).items).toMatchObject([
      { id: 'item-1', refreshed: true },
    ]);
  });

  it('refuses tags beyond the most that an item may have', async () => {
    const { engine } = await testEngine();
    const tags = Array.from({ length: 64 }, (_, index) => `t${index}`);
    await engine.memorize([{ text: 'Ana lives in Oslo', tags }]);
    await expect(engine.memorize([{ text: 'Ana lives in Oslo', tags: ['one more'] }])).rejects.toMatchObject({
      code: 'invalid-input',
      details: { argument: 'tags' },
    });
  });
});
