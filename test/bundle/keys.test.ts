// Keys that both sides of an import claim: the newest truth holds each, and no key is lost.
import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../src/bundle/form.ts';
import type { ImportOptions, OpenOptions, WorkingMemory } from '../../src/entries/index.ts';
import type { Item, TailItem } from '../../src/items/item.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { bundleOf, itemOf, jsonOf } from '../support/storage/bundles.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

const open = (given: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openFixed({ session: 'here', clock: fakeClock(NOW), ids: countingIds('here'), ...given });
const take = (memory: WorkingMemory, bundle: Partial<Bundle>, options: ImportOptions = {}) =>
  memory.import(jsonOf(bundleOf(bundle)), options);
const city = (id: string, age: number, fields: Partial<Item> = {}): Item =>
  itemOf(id, { key: 'city', createdAt: NOW - age, text: `Ana lives in ${id}`, ...fields });
const left = (item: Item, turn = 0): TailItem => ({
  ...item,
  left: { head: 3, turn, time: NOW - HOUR, step: 1, reason: 'capacity-exceeded' },
});
/** Ids that recall shows without being asked for formers. */
const current = async (memory: WorkingMemory): Promise<string[]> =>
  (await memory.items.remember('', { scope: ['items', 'tail'] })).hits.map(({ id }) => id).sort();
async function eventsOf(memory: WorkingMemory): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const { event } of memory.items.audit()) events.push(event);
  return events;
}
/** The id of the item that a revision by key replaces. */
const holder = async (memory: WorkingMemory, key = 'city'): Promise<string | undefined> =>
  (await memory.items.revise(key, 'nobody knows')).replaced[0]?.id;

describe.each(['keep', 'replace'] as const)('a key that both sides claim (%s)', (conflict) => {
  it('goes to the imported item where that is newer; the one here becomes its former', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
    const { replaced, skipped, items } = await take(memory, { items: [city('a', HOUR)] }, { conflict });
    expect([replaced, skipped, items]).toEqual([[{ id: 'here-1', by: 'a' }], [], 1]);
    expect(await current(memory)).toEqual(['a']);
    expect(await memory.items.get('a')).toMatchObject({ key: 'city', replaces: 'here-1' });
    expect(await memory.items.whyNot('here-1', 'Ana')).toMatchObject({ because: 'replaced', by: 'a' });
    const { hits } = await memory.items.remember('Ana', { former: true });
    expect(hits.map(({ id }) => id)).toEqual(['a', 'here-1']);
    expect(hits[1]).toMatchObject({ item: { replacedBy: 'a' }, left: { reason: 'replaced', time: NOW, step: 0 } });
    expect(await eventsOf(memory)).toContainEqual({
      type: 'item-replaced',
      id: 'here-1',
      by: 'a',
      place: 'items',
      position: 0,
    });
    expect((await memory.items.capacity()).usage.items).toBe(1);
    expect(await holder(memory)).toBe('a');
  });

  it('stays here where the imported one is older, which comes as its former', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - HOUR });
    const { replaced, skipped, items, tail } = await take(memory, { items: [city('a', 2 * HOUR)] }, { conflict });
    expect([replaced, skipped, items, tail]).toEqual([[{ id: 'a', by: 'here-1' }], [], 0, 1]);
    expect(await current(memory)).toEqual(['here-1']);
    expect(await memory.items.get('here-1')).toMatchObject({ replaces: 'a' });
    expect(await memory.items.whyNot('a', 'Ana')).toMatchObject({ because: 'replaced', by: 'here-1' });
    expect(await eventsOf(memory)).toContainEqual({ type: 'item-replaced', id: 'a', by: 'here-1', place: 'tail' });
    expect(await holder(memory)).toBe('here-1');
  });

  it('is what was said again last, and at equal times what is here', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
    await memory.items.touch(['here-1']);
    await take(memory, { items: [city('a', HOUR), city('b', 0, { sequence: 1 })] }, { conflict });
    expect(await current(memory)).toEqual(['b']);
    const other = await open();
    await other.items.memorize('Ana lives in Oslo', { key: 'city' });
    await take(other, { items: [city('a', 0)] }, { conflict });
    expect(await current(other)).toEqual(['here-1']);
  });

  it('ends the line of replacements at its holder, in no circle', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 3 * HOUR });
    const bundle = JSON.parse((await memory.export({ format: 'json' })) as string) as Bundle;
    const tail = [left(city('m', 2 * HOUR, { sequence: 1, replaces: 'here-1', replacedBy: 'l' }))];
    await memory.items.touch(['here-1']);
    await take(memory, { ...bundle, items: [city('l', HOUR, { sequence: 2, replaces: 'm' })], tail }, { conflict });
    expect(await current(memory)).toEqual(['here-1']);
    const { hits } = await memory.items.remember('Ana', { former: true });
    expect(hits.map(({ item }) => [item.id, item.replaces, item.replacedBy]).sort()).toEqual([
      ['here-1', 'l', undefined],
      ['l', 'm', 'here-1'],
      ['m', undefined, 'l'],
    ]);
  });

  it('stays with a pinned item here; nothing takes its place', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR, pinned: true });
    const { replaced, skipped } = await take(memory, { items: [city('a', HOUR)] }, { conflict });
    expect(replaced).toEqual([]);
    expect(skipped).toEqual([
      { where: 'item a', reason: 'its key belongs to another item; it was imported without one' },
    ]);
    expect(await current(memory)).toEqual(['a', 'here-1']);
    expect(await memory.items.get('a')).not.toHaveProperty('key');
    expect(await memory.items.get('here-1')).toMatchObject({ key: 'city', pinned: true });
  });

  it('leaves a pinned item that comes too late in the store, without the key', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - HOUR });
    await take(memory, { items: [city('a', 2 * HOUR, { pinned: true })] }, { conflict });
    expect(await current(memory)).toEqual(['a', 'here-1']);
    expect(await holder(memory)).toBe('here-1');
  });

  it('goes to no softly forgotten item while a visible one claims it', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
    await take(memory, { items: [city('a', HOUR, { forgotten: true })] }, { conflict });
    expect(await current(memory)).toEqual(['here-1']);
    const other = await open();
    await other.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - HOUR });
    await other.items.forget({ ids: ['here-1'] });
    await take(other, { items: [city('a', 2 * HOUR)] }, { conflict });
    expect(await current(other)).toEqual(['a']);
  });

  it('is not taken by an item that finds no room', async () => {
    const memory = await open({ limits: { maxItems: 1 }, longTail: { maxItems: 0 } });
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
    const { replaced, skipped, items } = await take(memory, { tail: [left(city('a', HOUR))] }, { conflict });
    expect([replaced, items]).toEqual([[], 0]);
    expect(skipped).toEqual([{ where: 'item a', reason: 'the long tail is full' }]);
    expect(await current(memory)).toEqual(['here-1']);
    expect(await holder(memory)).toBe('here-1');
  });

  it('comes with its item into the place that its former leaves, before others', async () => {
    const memory = await open({ limits: { maxItems: 1 } });
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
    const items = [city('a', HOUR), itemOf('other', { sequence: 7, createdAt: NOW })];
    expect(await take(memory, { items }, { conflict })).toMatchObject({ items: 1, tail: 1, overflow: 1 });
    expect((await memory.items.list()).map(({ id }) => id)).toEqual(['a']);
  });

  it('is counted where the former is in the long tail already, which stays as full as it may be', async () => {
    const memory = await open({ limits: { maxItems: 1 }, longTail: { maxItems: 2 } });
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
    await memory.items.memorize([{ text: 'tea' }, { text: 'Ben swims', key: 'sport' }]);
    const sport = itemOf('b', { key: 'sport', createdAt: NOW });
    // At equal times the one here holds the key, and there is no room for the other.
    const { replaced, skipped } = await take(memory, { items: [city('a', HOUR), sport] }, { conflict });
    expect(replaced).toEqual([]);
    expect(skipped).toMatchObject([{ where: 'item a' }, { where: 'item b' }]);
    expect((await memory.items.capacity()).longTail.items).toBe(2);
    expect(await holder(memory)).toBe('here-1');
    expect(await holder(memory, 'sport')).toBe('here-3');
  });
});

describe('a key of an item that is overwritten', () => {
  it('goes to another item of the bundle that claims it', async () => {
    const memory = await open();
    await memory.items.memorize('Ana lives in Oslo', { key: 'city' });
    const items = [itemOf('here-1', { text: 'Ana', createdAt: NOW }), city('a', HOUR, { sequence: 1 })];
    const { replaced, skipped } = await take(memory, { items }, { conflict: 'replace' });
    expect([replaced, skipped]).toEqual([[], []]);
    expect(await memory.items.get('a')).toMatchObject({ key: 'city' });
    expect(await memory.items.get('here-1')).not.toHaveProperty('key');
  });

  it('that takes another key meets the item here that has it', async () => {
    const memory = await open();
    await memory.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
    await memory.items.memorize({ text: 'Ana moved', at: NOW - 3 * HOUR });
    const { replaced } = await take(memory, { items: [city('here-2', HOUR)] }, { conflict: 'replace' });
    expect(replaced).toEqual([{ id: 'here-1', by: 'here-2' }]);
    expect((await memory.items.list()).map(({ id }) => id)).toEqual(['here-2']);
    const older = await open();
    await older.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - HOUR });
    await older.items.memorize('Ana moved');
    await take(older, { items: [city('here-2', 2 * HOUR)] }, { conflict: 'replace' });
    expect((await older.items.list()).map(({ id }) => id)).toEqual(['here-1']);
    expect(await current(older)).toEqual(['here-1']);
  });
});

it('a new session takes the newest of several holders as well', async () => {
  const memory = await open();
  const items = [city('a', HOUR, { sequence: 2 }), city('b', 2 * HOUR, { sequence: 3 }), city('c', 3 * HOUR)];
  const options = { conflict: 'fork', as: 'copy' } as const;
  const { replaced } = await take(memory, { items }, options);
  expect(replaced).toEqual([
    { id: 'b', by: 'a' },
    { id: 'c', by: 'a' },
  ]);
});

it('items that leave for two keys reach the long tail in the order of the queue', async () => {
  const memory = await open({ longTail: { maxItems: 1 } });
  await memory.items.memorize([
    { text: 'Ana lives in Oslo', key: 'city', at: NOW - 3 * HOUR },
    { text: 'Ana works at a bank', key: 'work', at: NOW - 3 * HOUR },
  ]);
  const oslo = city('here-1', 3 * HOUR, { text: 'Ana lives in Oslo, Norway' });
  const items = [oslo, city('a', HOUR), city('b', HOUR, { key: 'work' })];
  const { replaced } = await take(memory, { items }, { conflict: 'replace' });
  expect(replaced.map(({ id }) => id)).toEqual(['here-1', 'here-2']);
  // The long tail drops the one that arrived first.
  expect(await eventsOf(memory)).toContainEqual({ type: 'tail-dropped', id: 'here-1' });
  expect(await memory.items.whyNot('here-2', 'Ana')).toMatchObject({ because: 'replaced', by: 'b' });
});

it('two sessions that take each other over hold the same truths, in either order', async () => {
  const [one, other] = [await open(), await open({ session: 'other', ids: countingIds('other') })];
  await one.items.memorize({ text: 'Ana lives in Oslo', key: 'city', at: NOW - 2 * HOUR });
  await one.items.memorize({ text: 'Ana drinks tea', key: 'drink', at: NOW - HOUR });
  await other.items.memorize({ text: 'Ana lives in Rome', key: 'city', at: NOW - HOUR });
  await other.items.memorize({ text: 'Ana drinks coffee', key: 'drink', at: NOW - 2 * HOUR });
  const [fromOne, fromOther] = [await one.export({ format: 'json' }), await other.export({ format: 'json' })];
  await one.import(fromOther);
  await other.import(fromOne);
  expect(await current(one)).toEqual(['one-2', 'other-1'].map((id) => id.replace('one', 'here')));
  expect(await current(other)).toEqual(await current(one));
});
