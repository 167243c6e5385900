// Random items and filters: remember, list and forget agree with a filter written out here.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Filters } from '../../src/items/fields/filters.ts';
import type { Item, NewItem } from '../../src/items/item.ts';
import { SOURCES } from '../../src/options/provenance.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

const START = 1_700_000_000_000;
const name = fc.constantFrom('a', 'b', 'c');
const tags = fc.subarray(['x', 'y', 'z']);
const source = fc.constantFrom(...SOURCES);
const share = fc.constantFrom(0, 0.2, 0.5, 0.9);
const labels = { role: name, speaker: name, group: name, userId: name, agentId: name, tags, source };
const item = fc.record(
  { text: fc.constantFrom('note', 'a second note'), ...labels, importance: share },
  { requiredKeys: ['text'] },
) as fc.Arbitrary<NewItem>;
const batch = fc.record({ items: fc.array(item, { minLength: 1, maxLength: 5 }), passed: fc.nat({ max: 2 }) });
const sorted = (one: number, other: number): [number, number] => (one < other ? [one, other] : [other, one]);
const filters = fc
  .record(
    {
      ...labels,
      times: fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })),
      steps: fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })),
      minImportance: share,
    },
    { requiredKeys: [] },
  )
  .map(({ times, steps, ...equal }): Filters => {
    const [after, before] = sorted(...(times ?? [0, 0]));
    const [fromStep, beforeStep] = sorted(...(steps ?? [0, 0]));
    return {
      ...(equal as Filters),
      ...(times && { after: START + after, before: START + before }),
      ...(steps && { fromStep, beforeStep }),
    };
  });

function passes(each: Item, wanted: Filters): boolean {
  const { after = 0, before = Infinity, fromStep = 0, beforeStep = Infinity, minImportance = 0, ...equal } = wanted;
  const { tags: wantedTags = [], ...others } = equal;
  return (
    after <= each.createdAt &&
    each.createdAt < before &&
    fromStep <= each.step &&
    each.step < beforeStep &&
    each.importance >= minImportance &&
    wantedTags.every((tag) => each.tags?.includes(tag)) &&
    Object.entries(others).every(([field, value]) => each[field as keyof Item] === value)
  );
}

it('filters select the same items in remember, list and forget', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 5 }), fc.array(filters, { maxLength: 4 }), async (batches, asked) => {
      const limits = { maxItems: 8, maxTokens: 10_000 };
      const { engine, clock } = await testEngine({ limits, ttl: { hardMs: Infinity } });
      clock.now = START;
      for (const { items, passed } of batches) {
        await engine.memorize(items);
        for (let step = 0; step < passed; step++) await engine.step();
        clock.now += passed;
      }
      const all = (await recalled(engine, '', { scope: ['items', 'tail'], limit: 1000 })).hits;
      for (const wanted of asked) {
        const expected = all.flatMap((hit) => (hit.item && passes(hit.item, wanted) ? [hit.id] : [])).sort();
        for (const prompt of ['', 'note']) {
          const { hits } = await recalled(engine, prompt, { scope: ['items', 'tail'], limit: 1000, filters: wanted });
          expect(hits.map(({ id }) => id).sort()).toEqual(expected);
        }
        const listed = (await engine.listItems({ filters: wanted })).map(({ id }) => id);
        const stored = new Set((await engine.listItems()).map(({ id }) => id));
        expect(listed.sort()).toEqual(expected.filter((id) => id !== undefined && stored.has(id)));
      }
      const [last] = asked;
      if (!last || Object.values(last).every((value) => Array.isArray(value) && value.length === 0)) return;
      const expected = all.flatMap((hit) => (hit.item && passes(hit.item, last) ? [hit.id] : [])).sort();
      const { forgotten } = await engine.forget({ filters: last }, 'soft');
      expect(forgotten.map(({ id }) => id).sort()).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
