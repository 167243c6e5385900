// Edits of an item: refusals, results, and effects on the store.
import { describe, expect, it } from 'vitest';
import { changesOf, checkEdit, type ItemEdit } from '../../src/items/editing.ts';
import type { Item } from '../../src/items/item.ts';
import { testEngine } from '../support/engine.ts';

const ITEM = {
  id: 'item-1',
  text: 'Ann has a boat.',
  importance: 0.5,
  pinned: false,
  tags: ['boats'],
  key: 'boat',
  tokens: 4,
  createdAt: 0,
} as unknown as Item;

describe('an edit', () => {
  it('is an object of fields that can be edited', () => {
    for (const wrong of [null, undefined, 'pinned', 7, true])
      expect(() => checkEdit(wrong as never), String(wrong)).toThrow(
        /^edit must be an object with .*importance.*pinned/,
      );
    expect(() => checkEdit({ pined: true } as never)).toThrow(/^edit\.pined must be absent.*pinned/);
    expect(() => checkEdit({ text: 'new' } as never)).toThrow(/^edit\.text must be absent/);
  });

  it('leaves out what is undefined, and removes labels alone with null', () => {
    expect(checkEdit({ importance: 0.7, pinned: undefined } as never)).toEqual({ importance: 0.7 });
    expect(checkEdit({ key: null, tags: null })).toEqual({ key: null, tags: null });
    for (const name of ['importance', 'pinned', 'expiresAt'])
      expect(() => checkEdit({ [name]: null } as never), name).toThrow(new RegExp(`^${name} must be`));
  });

  it('tells what it changes, and nothing where all stays as it was', () => {
    const told = (edit: ItemEdit) => changesOf(ITEM, edit).events;
    for (const same of [{}, { importance: 0.5 }, { pinned: false }, { tags: ['boats'] }, { key: 'boat' }])
      expect(told(same), JSON.stringify(same)).toEqual([]);
    expect(told({ userId: null }), 'a label that it lacks').toEqual([]);
    expect(told({ importance: 0.7 })).toEqual([{ type: 'item-updated', id: 'item-1', importance: 0.7, pinned: false }]);
    expect(told({ tags: [], key: 'ship' })).toEqual([
      { type: 'item-relabelled', id: 'item-1', fields: ['tags', 'key'] },
    ]);
    expect(told({ pinned: true, userId: 'ann' }).map(({ type }) => type)).toEqual(['item-updated', 'item-relabelled']);
  });

  it('leaves an item with its other labels', () => {
    const { after, labels } = changesOf(ITEM, { tags: null, userId: 'ann', expiresAt: 9 });
    expect(labels).toEqual({ key: 'boat', userId: 'ann' });
    expect(after).toEqual({ ...ITEM, tags: undefined, userId: 'ann', expiresAt: 9 });
    expect(after).not.toHaveProperty('tags');
    expect(changesOf(after, { expiresAt: Infinity }).after).not.toHaveProperty('expiresAt');
  });
});

describe('update', () => {
  const three = async () => {
    const made = await testEngine({ limits: { maxItems: 2 } });
    for (const text of ['one', 'two', 'three']) await made.engine.memorize([{ text, key: text }]);
    return made.engine;
  };

  it('refuses an id that there is none of, and a key that another item has', async () => {
    const engine = await three();
    await expect(engine.update('item-9', { pinned: true })).rejects.toMatchObject({ code: 'not-found' });
    await expect(engine.update('item-3', { key: 'two' })).rejects.toThrow(/key must be free; item item-2 has it/);
    expect((await engine.update('item-3', { key: 'three' })).after.key).toBe('three');
    await engine.update('item-3', { key: 'four' });
    expect((await engine.update('item-2', { key: 'three' })).after.key).toBe('three');
  });

  it('brings an item of the long tail back where it is pinned, and edits it there otherwise', async () => {
    const engine = await three();
    const inStore = async (): Promise<string[]> => (await engine.listItems()).map(({ id }) => id).sort();
    expect(await engine.update('item-1', { importance: 0.9 })).toMatchObject({
      evicted: [],
      after: { importance: 0.9 },
    });
    expect(await inStore()).toEqual(['item-2', 'item-3']);
    const pinned = await engine.update('item-1', { pinned: true });
    expect(pinned.evicted.map(({ id }) => id)).toEqual(['item-2']);
    expect(await inStore()).toEqual(['item-1', 'item-3']);
    // It is the newest now, so another one leaves before it.
    expect(await engine.update('item-1', { pinned: false })).toMatchObject({ evicted: [], after: { pinned: false } });
    await engine.memorize([{ text: 'four' }]);
    expect(await inStore()).toEqual(['item-1', 'item-4']);
  });

  it('refuses a moment that is past, an item that was replaced, and a pin on what is larger than the store', async () => {
    const { engine, clock } = await testEngine({ limits: { maxItems: 2, maxTokens: 10 } });
    for (const text of ['one two three four', 'two', 'three']) await engine.memorize([{ text }]);
    await expect(engine.update('item-3', { expiresAt: clock.now - 1 })).rejects.toThrow(/expiresAt/);
    await engine.setLimits({ maxTokens: 3 });
    await expect(engine.update('item-1', { pinned: true })).rejects.toMatchObject({ code: 'item-too-large' });
    await engine.memorize([{ text: 'drei', replaces: 'item-3' }]);
    await expect(engine.update('item-3', { importance: 1 })).rejects.toMatchObject({ code: 'item-state' });
  });

  it('lets an item go that loses its pin where pinned ones alone are above the limits', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 3 } });
    for (const text of ['one', 'two', 'three']) await engine.memorize([{ text, pinned: true }]);
    await engine.setLimits({ maxItems: 1 });
    expect((await engine.update('item-3', { importance: 0.1 })).evicted).toEqual([]);
    const { evicted } = await engine.update('item-2', { pinned: false });
    expect(evicted.map(({ id }) => id)).toEqual(['item-2']);
  });
});
