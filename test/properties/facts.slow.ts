// Keys and lineage under two alternating owners of a session: one current item per key, no circle, formers hidden.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import type { Item } from '../../src/items/item.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { testEngine } from '../support/engine.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { recalled } from '../support/recall.ts';

const ADDRESS = { workspace: '/', session: 'test' };

// Few of each, so that they meet.
const text = fc.constantFrom(
  'Ana lives in Oslo',
  'ana lives in OSLO',
  'Ana lives in Bergen',
  'Ana likes tea',
  '安娜喝茶',
);
const key = fc.constantFrom('city', 'drink', 'item');
const pick = fc.nat(20);
const fields = fc.record(
  { key, importance: fc.constantFrom(0.1, 0.9), userId: fc.constant('ana') },
  { requiredKeys: [] },
);

type Act = (engine: Engine, idOf: (pick: number) => string) => Promise<unknown>;
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(text, fields).map(
      ([text, given]): Act =>
        (engine) =>
          engine.memorize([{ text, ...given }]),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(text, pick, fields).map(
      ([text, at, given]): Act =>
        (engine, idOf) =>
          engine.memorize([{ text, ...given, replaces: idOf(at) }]),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.tuple(text, fields), { maxLength: 3 }).map(
      (batch): Act =>
        (engine) =>
          engine.memorize(batch.map(([text, given]) => ({ text, ...given }))),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(text, pick).map(
      ([text, at]): Act =>
        (engine, idOf) =>
          engine.revise(idOf(at), text),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(text, key).map(
      ([text, named]): Act =>
        (engine) =>
          engine.revise(named, text),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(pick, fc.option(key)).map(
      ([at, named]): Act =>
        (engine, idOf) =>
          engine.update(idOf(at), { key: named }),
    ),
  },
  {
    weight: 1,
    arbitrary: pick.map(
      (at): Act =>
        (engine, idOf) =>
          engine.touch([idOf(at)]),
    ),
  },
  {
    weight: 2,
    arbitrary: pick.map(
      (at): Act =>
        (engine, idOf) =>
          engine.restore(idOf(at)),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(pick, fc.constantFrom('soft' as const, 'hard' as const)).map(
      ([at, mode]): Act =>
        (engine, idOf) =>
          engine.forget({ ids: [idOf(at)] }, mode),
    ),
  },
);

test('every key has one current item, and every former a successor that comes after it', async () => {
  const limits = fc.record({ maxItems: fc.constantFrom(1, 2, 9), tail: fc.constantFrom(0, 1, 9) });
  let replacements = 0;
  await fc.assert(
    fc.asyncProperty(
      limits,
      fc.array(fc.tuple(fc.nat(1), act), { maxLength: 30, size: 'max' }),
      async ({ maxItems, tail }, acts) => {
        const storage = memoryStorage();
        const clock = fakeClock();
        let given = 0;
        const open = async () =>
          (
            await testEngine(
              { limits: { maxItems }, longTail: { maxItems: tail } },
              { storage, clock, ids: () => `item-${given++}` },
            )
          ).engine;
        const owners = [await open(), await open()];
        for (const [owner, act] of acts) {
          const engine = owners[owner] as Engine;
          clock.now += 1000;
          await act(engine, (at) => `item-${at % (given + 1)}`).catch((error: unknown) => {
            if (!isWorkingMemoryError(error)) throw error;
          });
          // A command catches up with the other owner.
          await engine.step();
          const items = await rowsOf('items');
          const all = [...items, ...(await rowsOf('tail'))];
          const current = all.filter(({ replacedBy }) => replacedBy === undefined);
          const keys = current.flatMap(({ key }) => key ?? []);
          expect(new Set(keys).size).toBe(keys.length);
          expect(items.filter(({ replacedBy }) => replacedBy !== undefined)).toEqual([]);
          for (const former of all) {
            const seen = new Set<string>();
            for (let next: Item | undefined = former; next; next = all.find(({ id }) => id === next?.replacedBy)) {
              expect(seen.has(next.id), 'no circle').toBe(false);
              seen.add(next.id);
            }
            if (former.replacedBy !== undefined) replacements++;
          }
          const { hits } = await recalled(engine, '', { scope: ['items', 'tail'], limit: 100 });
          const visible = current.filter(({ forgotten }) => !forgotten).map(({ id }) => id);
          expect(hits.map(({ id }) => id).sort()).toEqual(visible.sort());
        }

        async function rowsOf(store: 'items' | 'tail'): Promise<Item[]> {
          const { rows } = await compactStorage(storage).load(ADDRESS, [store]);
          return rows.map(({ key: id, value }) => ({ ...(value as unknown as Item), id }));
        }
      },
    ),
    { seed: 9, numRuns: 200 },
  );
  expect(replacements).toBeGreaterThan(1000);
});
