// A new field of an item takes one row in the table.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { ItemEdit } from '../../src/items/editing.ts';
import { type FieldRow, ITEM_FIELDS, rowsOf } from '../../src/items/fields/item-fields.ts';
import { readLabel, readShare } from '../../src/items/fields/readers.ts';
import type { Item, NewItem } from '../../src/items/item.ts';
import type { Filters } from '../../src/items/fields/filters.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';

const TOPIC: FieldRow<unknown> = {
  read: readLabel,
  setBy: 'caller',
  optional: true,
  filter: 'topic',
};
const CERTAINTY: FieldRow<unknown> = {
  read: readShare,
  setBy: 'caller',
  optional: true,
  missing: () => 0.5,
  inJournal: true,
  editable: true,
};

describe('a new row of the table of item fields', () => {
  let library: typeof import('../../src/entries/index.ts');
  const open = (session: string): Promise<WorkingMemory> => {
    const { memoryStorage, openWorkingMemory } = library;
    return openWorkingMemory({
      session,
      storage: memoryStorage(),
      worker: false,
      clock: fakeClock(),
      ids: countingIds(),
    });
  };

  // A library of its own, in which the rows stand from the beginning.
  beforeAll(async () => {
    vi.resetModules();
    const fields = await import('../../src/items/fields/item-fields.ts');
    Object.assign(fields.ITEM_FIELDS, { topic: TOPIC, certainty: CERTAINTY });
    library = await import('../../src/entries/index.ts');
  });
  afterAll(() => void vi.resetModules());

  it('is stored and exported, and no import drops it', async () => {
    const memory = await open('one');
    await memory.items.memorize({ text: 'a heron', topic: 'birds', certainty: 0.75 } as NewItem);
    for (const format of ['zip', 'json'] as const) {
      const target = await open('other');
      await target.import(await memory.export({ format }));
      expect(await target.items.get('item-1')).toMatchObject({ topic: 'birds', certainty: 0.75 });
    }
  });

  it('is checked by memorize, and by an import', async () => {
    const memory = await open('one');
    await expect(memory.items.memorize({ text: 'a heron', certainty: 2 } as NewItem)).rejects.toThrow(
      'certainty must be a number from 0 to 1; got 2. Nothing was changed.',
    );
    await expect(memory.items.memorize({ text: 'a heron', topics: 'birds' } as NewItem)).rejects.toThrow(
      /^item\.topics must be absent \(did you mean topic\?\); an item has text, .*topic, certainty/,
    );
    await memory.items.memorize({ text: 'a heron', topic: 'birds' } as NewItem);
    const brought = JSON.parse(await memory.export({ format: 'json' }));
    brought.items[0].topic = 7;
    expect((await (await open('other')).import(JSON.stringify(brought))).skipped).toEqual([
      { where: 'items[0]', reason: 'topic must be a text of 1 to 200 characters' },
    ]);
    delete brought.items[0].topic;
    delete brought.items[0].certainty;
    const target = await open('another');
    expect((await target.import(JSON.stringify(brought))).skipped, 'a bundle of an older version').toEqual([]);
    expect(await target.items.get('item-1')).not.toHaveProperty('certainty');
  });

  it('narrows recall where it is a filter', async () => {
    const memory = await open('one');
    await memory.items.memorize([{ text: 'a grey heron', topic: 'birds' }, { text: 'a grey car' }] as NewItem[]);
    const found = async (filters: object) => {
      const { hits } = await memory.items.remember('grey', { filters: filters as Filters });
      return hits.map(({ item }) => item.text);
    };
    expect(await found({ topic: 'birds' })).toEqual(['a grey heron']);
    expect(await found({ topic: 'cars' })).toEqual([]);
    await expect(found({ topic: ['birds'] })).rejects.toThrow(/^filters\.topic must be/);
  });

  it('is in the journal and can be edited where it says so', async () => {
    const memory = await open('one');
    await memory.items.memorize({ text: 'a heron', topic: 'birds' } as NewItem);
    const edited = await memory.items.update('item-1', { certainty: 0.9 } as ItemEdit);
    expect(edited).toMatchObject({ before: { certainty: 0.5 }, after: { certainty: 0.9 } });
    expect(await memory.items.get('item-1')).toMatchObject({ certainty: 0.9, topic: 'birds' });
    await expect(memory.items.update('item-1', { topic: 'cars' } as ItemEdit)).rejects.toThrow(
      /^edit\.topic must be absent; .*importance, pinned, expiresAt, certainty can be edited\. Nothing was changed\.$/,
    );
    const events = [];
    for await (const { event } of memory.items.audit()) events.push(event);
    expect(events).toContainEqual(expect.objectContaining({ type: 'item-memorized', certainty: 0.5 }));
    expect(events).toContainEqual(expect.objectContaining({ type: 'item-updated', certainty: 0.9 }));
    expect(JSON.stringify(events)).not.toContain('birds');
  });
});

describe('the table of item fields', () => {
  it('keeps the words of the caller out of the journal', () => {
    const words: (keyof Item)[] = ['text', 'role', 'speaker', 'group', 'tags', 'userId', 'agentId', 'key'];
    for (const [name, { inJournal }] of rowsOf(ITEM_FIELDS))
      if (words.includes(name)) expect(inJournal).toBeUndefined();
  });

  it('names each filter once', () => {
    const labels = rowsOf(ITEM_FIELDS).flatMap(([, { filter }]) => filter ?? []);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) expect(label).toMatch(/^[a-z]+$/);
  });
});
