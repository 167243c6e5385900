// `update` of labels: words go to rows, never to the journal, and the index follows.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/boundary/engine.ts';
import type { ItemEdit } from '../../../src/items/editing.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { testEngine } from '../../support/engine.ts';
import { recalled } from '../../support/recall.ts';

const found = async (engine: Engine, filters: object) =>
  (await recalled(engine, '', { filters })).hits.map(({ id }) => id).sort();

describe('update of labels', () => {
  it('sets them, and filters follow at once and after a reload', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'one note', tags: ['work'], userId: 'ana' }, { text: 'another note' }]);
    const result = await engine.update('item-1', { tags: ['home', 'urgent'], userId: 'bob', agentId: 'planner' });
    expect(result).toEqual({
      id: 'item-1',
      before: { importance: 0.5, pinned: false, tags: ['work'], userId: 'ana' },
      after: { importance: 0.5, pinned: false, tags: ['home', 'urgent'], userId: 'bob', agentId: 'planner' },
      evicted: [],
      expired: [],
    });
    const again = (await testEngine({}, { storage, clock })).engine;
    for (const each of [engine, again]) {
      expect(await found(each, { tags: ['work'] })).toEqual([]);
      expect(await found(each, { userId: 'ana' })).toEqual([]);
      expect(await found(each, { tags: ['urgent'], userId: 'bob', agentId: 'planner' })).toEqual(['item-1']);
    }
  });

  it('removes a label with null; an empty list of tags is none; undefined leaves it', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'one note', tags: ['work'], speaker: 'Ana', group: 'talk', role: 'user', key: 'k' },
    ]);
    await engine.update('item-1', { tags: [], speaker: null, group: null, key: null } satisfies ItemEdit);
    await engine.update('item-1', { role: undefined } as unknown as ItemEdit);
    const item = await engine.getItem('item-1');
    for (const name of ['tags', 'speaker', 'group', 'key']) expect(item).not.toHaveProperty(name);
    expect(item).toMatchObject({ role: 'user' });
    expect(await found(engine, { tags: ['work'] })).toEqual([]);
    expect((await engine.memorize([{ text: 'other note', key: 'k' }])).replaced).toEqual([]);
  });

  it('writes the names of what changed into the journal, and none of the words', async () => {
    const { engine, journal } = await testEngine();
    await engine.memorize([{ text: 'one note', tags: ['work'] }]);
    await engine.update('item-1', { tags: ['work'], speaker: 'Ana Secret', key: 'secret-key', importance: 0.6 });
    expect((await journal()).at(-1)?.events).toEqual([
      { type: 'item-updated', id: 'item-1', importance: 0.6, pinned: false },
      { type: 'item-relabelled', id: 'item-1', fields: ['speaker', 'key'] },
    ]);
    expect(JSON.stringify(await journal())).not.toMatch(/secret/i);
    const before = await journal();
    await engine.update('item-1', { tags: ['work'], key: 'secret-key' });
    expect(await journal(), 'nothing changed').toEqual(before);
  });

  it('lets recall prefer a new speaker', async () => {
    const { engine } = await testEngine();
    await engine.memorize(
      Array.from({ length: 20 }, (_, each) => ({ text: `note ${each} about gardening`, speaker: 'Bob' })),
    );
    await engine.update('item-5', { speaker: 'Zoe' });
    const { hits } = await recalled(engine, 'What did Zoe note about gardening?');
    expect(hits[0]).toMatchObject({ id: 'item-5', heading: 'Zoe' });
  });

  it('lets recall look at the neighbours of a new group', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'Shall we meet at the harbour?', group: 'one' },
      { text: 'Yes, at noon then.', group: 'two' },
      { text: 'The noon ferry leaves from the harbour.', group: 'three' },
    ]);
    const score = async () =>
      (await recalled(engine, 'harbour noon', { explain: true })).hits.find(({ id }) => id === 'item-2')?.score ?? 0;
    const apart = await score();
    await engine.update('item-2', { group: 'one' });
    expect(await score()).toBeGreaterThan(apart);
  });

  it('refuses a key that another item has, bad values and unknown fields', async () => {
    const { engine, journal } = await testEngine({ limits: { maxItems: 2 } });
    await engine.memorize([{ text: 'one', key: 'taken' }, { text: 'two' }]);
    await engine.memorize([{ text: 'three' }]);
    const before = await journal();
    await expect(engine.update('item-2', { key: 'taken' })).rejects.toMatchObject({
      code: 'invalid-input',
      details: { argument: 'key' },
      message: expect.stringContaining('item-1'),
    });
    for (const edit of [{ speaker: '' }, { tags: 'work' }, { text: 'other' }, { importance: null }, { source: 'tool' }])
      await expect(engine.update('item-2', edit as ItemEdit)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await journal()).toEqual(before);
    await engine.update('item-1', { key: 'taken' });
  });
});
