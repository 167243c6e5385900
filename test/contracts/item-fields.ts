// Every field of an item on every path of storage, over any adapter.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ItemView } from '../../src/api/items.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { ITEM_FIELDS, rowsOf } from '../../src/items/fields/item-fields.ts';
import { LEFT_FIELDS } from '../../src/items/fields/left-fields.ts';
import type { Item, NewItem } from '../../src/items/item.ts';
import type { Storage } from '../../src/storage/port.ts';
import { countingIds, fakeClock, wordTokens } from '../support/fakes/fakes.ts';

/** No value is what the field has by default. A new row of the table needs a value here. */
const FULL: { readonly [Name in keyof Item]-?: Item[Name] } = {
  id: 'item-2',
  text: 'Ana prefers trains  \n记忆 🐦',
  role: 'assistant',
  speaker: 'Ana',
  group: 'trip to Lyon',
  tags: ['travel', '旅行'],
  userId: 'user 7',
  agentId: 'planner',
  key: 'favourite transport 🚆',
  message: 0,
  importance: 0.25,
  pinned: true,
  expiresAt: 2_000_000_000_000,
  source: 'tool',
  trust: 0,
  tokens: 5,
  sequence: 2,
  createdAt: 1_600_000_000_000,
  touchedAt: 1_700_000_000_000,
  step: 1,
  forgotten: true,
  replaces: 'item-1',
  replacedBy: 'item-3',
};

/** A current item in the store, where no item is a former. */
const { replacedBy: _, ...CURRENT } = FULL;

/** `CURRENT` after an import, which renumbers items and trusts none of them, because others may have written them. */
const IMPORTED: Item = { ...CURRENT, source: 'import', trust: 0, sequence: 1 };

/** The part of an item that the caller of `memorize` gives. */
const given = (item: Item): NewItem => {
  const names = rowsOf(ITEM_FIELDS).flatMap(([name, { setBy }]) => (setBy === 'caller' ? [name] : []));
  const fields = Object.fromEntries(names.map((name) => [name, item[name]])) as unknown as NewItem;
  return { ...fields, at: item.createdAt };
};

const itemIn = async (memory: WorkingMemory, id = FULL.id): Promise<Item> => {
  const {
    position: _,
    decay: _decay,
    priority: _priority,
    victimClass: _class,
    ...item
  } = (await memory.items.get(id)) as ItemView;
  return item;
};

/** `reopen` gives a second adapter over the same data, or the same one where the data live inside it. */
export function itemFieldsContract(
  name: string,
  make: () => Promise<{ storage: Storage; reopen: () => Promise<Storage> }>,
): void {
  describe(`every field of an item, over ${name}`, () => {
    const opened: WorkingMemory[] = [];
    afterEach(async () => {
      for (const memory of opened.splice(0)) await memory.close();
    });

    const clock = fakeClock();
    beforeEach(() => {
      clock.now = FULL.touchedAt;
    });
    async function open(storage: Storage, session = 'first'): Promise<WorkingMemory> {
      const memory = await openWorkingMemory({
        session,
        storage,
        worker: false,
        clock,
        ids: countingIds(),
        tokenizer: wordTokens,
        ttl: { hardMs: 7_200_000 },
      });
      opened.push(memory);
      return memory;
    }
    async function openNew(): Promise<WorkingMemory> {
      return open((await make()).storage, 'second');
    }
    /** A session with `item` as its second one: in place of the first, and touched. */
    async function holding(storage: Storage, item: Item): Promise<WorkingMemory> {
      const memory = await open(storage);
      await memory.transcript.append({ role: 'user', text: 'By train, please.' });
      await memory.items.step();
      await memory.items.memorize('the first one');
      await memory.items.memorize({ ...given(item), replaces: 'item-1' });
      await memory.items.touch(item.id);
      if (item.forgotten) await memory.items.forget({ ids: [item.id] });
      return memory;
    }

    it('is stored, read again by another adapter and copied by a fork', async () => {
      expect(Object.keys(FULL).sort(), 'a value for every row').toEqual(Object.keys(ITEM_FIELDS).sort());
      const { storage, reopen } = await make();
      const memory = await holding(storage, CURRENT);
      expect(await itemIn(memory)).toEqual(CURRENT);
      await memory.sessions.fork('copy');
      expect(await itemIn(await open(await reopen()))).toEqual(CURRENT);
      expect(await itemIn(await open(await reopen(), 'copy'))).toEqual(CURRENT);
    });

    it.each(['zip', 'json'] as const)('comes back from an export as %s', async (format) => {
      const memory = await holding((await make()).storage, CURRENT);
      const target = await openNew();
      const { items, tail, skipped } = await target.import(await memory.export({ format }));
      expect([items, tail, skipped]).toEqual([1, 1, []]);
      expect(await itemIn(target)).toEqual(IMPORTED);
    });

    it.each(['zip', 'json'] as const)('comes back from the long tail of an export as %s', async (format) => {
      const leaving = { ...FULL, pinned: false, forgotten: false };
      const memory = await holding((await make()).storage, leaving);
      clock.now += 3_600_000;
      const leftAt = clock.now;
      await memory.items.memorize('what replaces it', { replaces: leaving.id });
      const target = await openNew();
      clock.now += 1000;
      await target.import(await memory.export({ format }));
      const { tail } = JSON.parse(await target.export({ format: 'json' })) as { tail: (Item & { left: object })[] };
      const archived = tail.find(({ id }) => id === leaving.id);
      expect(Object.keys(archived?.left ?? {}).sort()).toEqual(Object.keys(LEFT_FIELDS).sort());
      expect(archived).toEqual({
        ...leaving,
        source: 'import',
        sequence: 1,
        left: expect.objectContaining({ time: leftAt, step: 1, reason: 'replaced' }),
      });
    });
  });
}
