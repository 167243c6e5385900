// Formers, lineage and keys exported from a session and imported into another.
import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../src/bundle/form.ts';
import type { ImportOptions, OpenOptions, WorkingMemory } from '../../src/entries/index.ts';
import type { Item, TailItem } from '../../src/items/item.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { bundleOf, itemOf, jsonOf } from '../support/storage/bundles.ts';

const open = (session: string, given: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openFixed({ session, ids: countingIds(session), ...given });

const left = (item: Item, turn = 0, reason: TailItem['left']['reason'] = 'replaced'): TailItem => ({
  ...item,
  left: { head: 3, turn, time: 1_700_000_000_000, step: 1, reason },
});
const take = (memory: WorkingMemory, bundle: Partial<Bundle>, options: ImportOptions = {}) =>
  memory.import(jsonOf(bundleOf(bundle)), options);
/** Ids that recall shows, and those that it shows with the formers. */
async function shown(memory: WorkingMemory): Promise<{ current: string[]; all: string[] }> {
  const ids = async (former: boolean) =>
    (await memory.items.remember('', { scope: ['items', 'tail'], former })).hits.map(({ id }) => id).sort();
  return { current: await ids(false), all: await ids(true) };
}

describe('formers in a bundle', () => {
  it.each(['zip', 'json'] as const)('come back as formers, with lineage and key (%s)', async (format) => {
    const memory = await open('one');
    for (const city of ['Oslo', 'Bergen', 'Rome']) await memory.items.memorize(`Ana lives in ${city}`, { key: 'city' });
    const target = await open('other');
    const { items, tail, skipped } = await target.import(await memory.export({ format }));
    expect([items, tail, skipped]).toEqual([1, 2, []]);
    expect(await shown(target)).toEqual({ current: ['one-3'], all: ['one-1', 'one-2', 'one-3'] });
    expect(await target.items.get('one-3')).toMatchObject({ replaces: 'one-2', key: 'city' });
    expect(await target.items.whyNot('one-1', 'Ana', { scope: 'all' })).toMatchObject({ by: 'one-3' });
    const { replaced } = await target.items.memorize('Ana lives in Turku', { key: 'city' });
    expect(replaced).toEqual([{ id: 'one-3', by: 'other-1' }]);
  });

  it('keep the id of an item that is missing', async () => {
    const memory = await open('one');
    const { skipped } = await take(memory, {
      items: [itemOf('a', { replaces: 'gone' })],
      tail: [left(itemOf('b', { sequence: 1, replacedBy: 'gone too' }))],
    });
    expect(skipped).toEqual([]);
    expect(await memory.items.get('a')).toMatchObject({ replaces: 'gone' });
    expect(await shown(memory)).toEqual({ current: ['a'], all: ['a', 'b'] });
  });

  it('are put into the long tail, wherever the bundle has them', async () => {
    const memory = await open('one');
    const result = await take(memory, { items: [itemOf('a', { replacedBy: 'b' }), itemOf('b', { sequence: 1 })] });
    expect([result.items, result.tail, result.overflow]).toEqual([1, 1, 0]);
    expect(await shown(memory)).toEqual({ current: ['b'], all: ['a', 'b'] });
  });

  it.each([
    ['of itself', [{ replacedBy: 'a', replaces: 'a' }]],
    ['of two', [{ replacedBy: 'b' }, { replacedBy: 'a' }]],
    ['of three', [{ replacedBy: 'b' }, { replacedBy: 'c' }, { replacedBy: 'a' }]],
    ['told by replaces', [{ replaces: 'b' }, { replaces: 'a' }]],
  ])('lose their links where these form a circle %s', async (_, links) => {
    const memory = await open('one');
    const ids = ['a', 'b', 'c'];
    const tail = links.map((fields, place) => left(itemOf(ids[place] ?? '', { sequence: place, ...fields }), place));
    const { tail: count, skipped } = await take(memory, { tail });
    expect(count).toBe(links.length);
    expect(skipped).toEqual(
      links.map((_each, place) => ({
        where: `item ${ids[place]}`,
        reason: 'its replacements form a circle; it was imported without them',
      })),
    );
    expect((await shown(memory)).current).toEqual(ids.slice(0, links.length));
  });

  it('lose their links where these form a circle with items here', async () => {
    const memory = await open('one');
    await take(memory, { items: [itemOf('a')], tail: [left(itemOf('b', { sequence: 1, replacedBy: 'c' }))] });
    const { skipped } = await take(memory, { tail: [left(itemOf('c', { sequence: 2, replacedBy: 'b' }))] });
    expect(skipped).toMatchObject([{ where: 'item c' }]);
    expect((await shown(memory)).current).toEqual(['a', 'c']);
  });

  it('keep the lineage that the item has here, also where the imported text wins', async () => {
    const memory = await open('one');
    await memory.items.memorize('Ana lives in Oslo');
    await memory.items.memorize('Ana lives in Bergen', { replaces: 'one-1' });
    const incoming = { text: 'Ana lives far away' };
    await take(
      memory,
      { items: [itemOf('one-1', incoming), itemOf('one-2', { ...incoming, replacedBy: 'x', sequence: 1 })] },
      { conflict: 'replace' },
    );
    expect(await memory.items.get('one-2')).toMatchObject({ ...incoming, replaces: 'one-1' });
    expect(await shown(memory)).toEqual({ current: ['one-2'], all: ['one-1', 'one-2'] });
  });
});

describe('a fact that was replaced here and has left the long tail', () => {
  it.each(['keep', 'replace'] as const)('comes back out of an older export as a former (%s)', async (conflict) => {
    const memory = await open('one', { longTail: { maxItems: 1 } });
    await memory.items.memorize('Ana lives in Oslo');
    const older = await memory.export();
    await memory.items.memorize('Ana lives in Bergen', { replaces: 'one-1' });
    // The long tail has one place: whatever leaves the store next takes it.
    await memory.items.memorize('Bo lives in Rome', { key: 'bo' });
    await memory.items.memorize('Bo lives in Turku', { key: 'bo' });
    await memory.items.forget({ ids: ['one-3'] }, { mode: 'hard' });
    expect(await shown(memory)).toEqual({ current: ['one-2', 'one-4'], all: ['one-2', 'one-4'] });
    for (const time of ['once', 'again']) {
      const { items } = await memory.import(older, { conflict });
      expect([time, items]).toEqual([time, 0]);
      expect(await shown(memory)).toEqual({ current: ['one-2', 'one-4'], all: ['one-1', 'one-2', 'one-4'] });
      expect(await memory.items.whyNot('one-1', 'Ana', { scope: 'all' })).toMatchObject({ by: 'one-2' });
    }
  });

  it('stays out where the long tail has no room for it', async () => {
    const memory = await open('one', { longTail: { maxItems: 1 } });
    await memory.items.memorize('Ana lives in Oslo');
    const older = await memory.export();
    for (const [former, city] of ['Bergen', 'Rome'].entries())
      await memory.items.memorize(`Ana lives in ${city}`, { replaces: `one-${former + 1}` });
    expect(await memory.import(older)).toMatchObject({ items: 0, tail: 0, skipped: [{ where: 'item one-1' }] });
    expect((await shown(memory)).current).toEqual(['one-3']);
  });
});

describe('a key in a bundle', () => {
  it('that nobody here has comes along; a former needs none to itself', async () => {
    const memory = await open('one');
    const { skipped, replaced } = await take(memory, {
      items: [itemOf('b', { sequence: 5, key: 'k' })],
      tail: [left(itemOf('c', { sequence: 9, key: 'k', replacedBy: 'b' }))],
    });
    expect([skipped, replaced]).toEqual([[], []]);
    expect(await memory.items.get('b')).toMatchObject({ key: 'k' });
  });

  it('may come along with the item that has it here', async () => {
    const memory = await open('one');
    await take(memory, { items: [itemOf('a', { key: 'k' })] });
    const { skipped } = await take(
      memory,
      { items: [itemOf('a', { key: 'k', text: 'new' })] },
      { conflict: 'replace' },
    );
    expect(skipped).toEqual([]);
    expect(await memory.items.get('a')).toMatchObject({ key: 'k', text: 'new' });
  });
});
