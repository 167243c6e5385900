// Merging sessions with the same keys, in any order: the newest truth of all holds each key.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { countingIds, fakeClock, wordTokens } from '../support/fakes/fakes.ts';

const NOW = 1_700_000_000_000;
const KEYS = ['city', 'drink', '居住地'];

const fact = fc.record({ key: fc.constantFrom(...KEYS), touched: fc.boolean() });
/** Facts by session; each is said at a moment of its own, in an order that has nothing to do with that of the sessions. */
const histories = fc.array(fc.array(fact, { maxLength: 5 }), { minLength: 2, maxLength: 4 }).chain((sessions) =>
  fc.record({
    sessions: fc.constant(sessions),
    times: fc.shuffledSubarray(
      sessions.flat().map((_, place) => place),
      { minLength: sessions.flat().length },
    ),
    order: fc.shuffledSubarray(
      sessions.map((_, place) => place),
      { minLength: sessions.length },
    ),
    conflicts: fc.array(fc.constantFrom('keep', 'replace'), { minLength: 4, maxLength: 4 }),
  }),
);

test('imports in any order and of either kind leave one current item for each key, the newest', async () => {
  let contested = 0;
  const property = fc.asyncProperty(histories, async ({ sessions, times, order, conflicts }) => {
    const clock = fakeClock(NOW);
    const storage = memoryStorage();
    const open = (session: string): Promise<WorkingMemory> =>
      openWorkingMemory({
        session,
        storage,
        worker: false,
        clock,
        ids: countingIds(session),
        tokenizer: wordTokens,
        limits: { maxItems: 1000 },
      });
    const newest = new Map<string, { readonly text: string; readonly at: number }>();
    const bundles: string[] = [];
    let said = 0;
    for (const [place, facts] of sessions.entries()) {
      clock.now = NOW;
      const memory = await open(`session-${place}`);
      const heard = facts.map((one) => ({ ...one, at: NOW + 1000 * (times[said++] ?? 0) })).sort((a, b) => a.at - b.at);
      for (const [index, { key, touched, at }] of heard.entries()) {
        clock.now = at;
        const text = `${key} of session ${place}: ${index}`;
        const { items } = await memory.items.memorize(text, { key });
        if (touched) await memory.items.touch([items[0]?.id ?? '']);
        if (at >= (newest.get(key)?.at ?? 0)) newest.set(key, { text, at });
      }
      clock.now = NOW + 1_000_000;
      bundles.push((await memory.export({ format: 'json' })) as string);
    }
    const target = await open('target');
    for (const place of order) {
      const { replaced } = await target.import(bundles[place] ?? '', { conflict: conflicts[place] as 'keep' });
      contested += replaced.length;
    }
    const { hits } = await target.items.remember('', { scope: ['items', 'tail'], limit: 1000 });
    const texts = hits.flatMap(({ item }) => ('key' in item ? [item.text] : [])).sort();
    expect(texts).toEqual([...newest.values()].map(({ text }) => text).sort());
    for (const { id } of (await target.items.remember('', { scope: 'tail', former: true, limit: 1000 })).hits)
      expect(await target.items.whyNot(id, '', { scope: 'all' })).toMatchObject({ because: 'replaced' });
    for (const [key, { text }] of newest) {
      const { replaced } = await target.items.revise(key, 'known better now');
      const { hits: formers } = await target.items.remember('', { scope: 'tail', former: true, limit: 1000 });
      expect(formers.find(({ id }) => id === replaced[0]?.id)?.item).toMatchObject({ text });
    }
    // Importing the same bundles again changes nothing.
    for (const bundle of bundles) {
      const { items, tail, replaced } = await target.import(bundle);
      expect([items, tail, replaced]).toEqual([0, 0, []]);
    }
  });
  await fc.assert(property, { seed: 5, numRuns: 60 });
  expect(contested).toBeGreaterThan(60);
});
