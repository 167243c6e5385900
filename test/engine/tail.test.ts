import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const TWO_HOURS = { ttl: { hardMs: 2 * HOUR } };

const archived = async (engine: Engine, prompt = '') =>
  (await recalled(engine, prompt, { scope: ['items', 'tail'], ranking: 'importance-recency' })).hits.filter(
    (hit) => hit.archived,
  );
const idsOf = async (engine: Engine) => (await archived(engine)).map(({ id }) => id);

async function noteByNote(engine: Engine, count: number): Promise<void> {
  for (let note = 1; note <= count; note++) await engine.memorize([{ text: `note ${note}` }]);
}

describe('the long tail', () => {
  it('still finds what was evicted or expired, marked with when and why it left', async () => {
    const { engine, clock } = await testEngine({ limits: { maxItems: 2 }, ...TWO_HOURS });
    await engine.memorize([{ text: 'red apple' }, { text: 'green apple' }]);
    await engine.step();
    clock.now += MINUTE;
    await engine.memorize([{ text: 'an apple tree' }]);
    const evictedAt = clock.now;
    clock.now += 3 * HOUR;
    await engine.sweep();

    expect((await recalled(engine, 'apple', { scope: 'items' })).hits).toEqual([]);
    const { hits } = await recalled(engine, 'apple', { scope: ['items', 'tail'] });
    const left = Object.fromEntries(hits.map((hit) => [hit.id, hit.left]));
    expect(hits.every((hit) => hit.archived && !('position' in hit))).toBe(true);
    const expiredAt = evictedAt + 2 * HOUR;
    expect(left['item-1']).toEqual({ time: evictedAt, step: 1, reason: 'capacity-exceeded' });
    expect(left['item-2']).toEqual({ time: expiredAt - MINUTE, step: 1, reason: 'expired-hard' });
    expect(left['item-3']).toEqual({ time: expiredAt, step: 1, reason: 'expired-hard' });
    expect(hits.map(({ item }) => item && 'left' in item)).toEqual([false, false, false]);
  });

  it('tells what is in the store from what is not, and counts only the former', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2 } });
    await noteByNote(engine, 4);
    const { hits } = await recalled(engine, 'note', { scope: ['items', 'tail'] });
    expect(hits.map(({ id, archived, position }) => [id, archived, position]).sort()).toEqual([
      ['item-1', true, undefined],
      ['item-2', true, undefined],
      ['item-3', false, 0],
      ['item-4', false, 1],
    ]);
    const { usage, longTail } = await engine.capacity();
    expect([usage.items, longTail.items]).toEqual([2, 2]);
    expect(await engine.getItem('item-1')).toBeUndefined();
  });

  it('holds a newcomer that was its own victim', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'kept', importance: 0.9 }]);
    expect((await engine.memorize([{ text: 'not kept', importance: 0.1 }])).stored).toBe(false);
    expect(await archived(engine)).toMatchObject([
      { item: { id: 'item-2', text: 'not kept' }, left: { reason: 'capacity-exceeded' } },
    ]);
  });

  it('lets a relevant hit that is old win over a weak one that is new', async () => {
    const { engine, clock } = await testEngine();
    await engine.memorize([{ text: 'the harbour opens at dawn' }]);
    clock.now += 300 * HOUR;
    await engine.memorize([{ text: 'the harbour and a lot of other words about something else entirely' }]);
    const { hits } = await recalled(engine, 'harbour opens dawn', { scope: ['items', 'tail'] });
    expect(hits.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
  });

  it('drops the first to have left when it is full, and says so', async () => {
    const { engine, journal } = await testEngine({ limits: { maxItems: 1 }, longTail: { maxItems: 2 } });
    await noteByNote(engine, 5);
    expect(await idsOf(engine)).toEqual(['item-4', 'item-3']);
    expect((await engine.capacity()).longTail).toEqual({ items: 2, maxItems: 2 });
    const events = (await journal()).flatMap(({ events }) => events as { type: string; id: string }[]);
    expect(events.filter(({ type }) => type === 'tail-dropped').map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    expect(await engine.whyNot('item-1', 'note', { scope: 'all' })).toMatchObject({ because: 'unknown' });
  });

  it('drops the first of a commit first, also when a younger item left before an older one', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2 }, longTail: { maxItems: 2 } });
    await engine.memorize([
      { text: 'older', importance: 0.6 },
      { text: 'younger', importance: 0.2 },
    ]);
    const { evicted } = await engine.memorize([
      { text: 'new', importance: 0.9 },
      { text: 'newer', importance: 0.9 },
    ]);
    expect(evicted.map(({ id }) => id)).toEqual(['item-2', 'item-1']);
    await engine.memorize([{ text: 'newest', importance: 0.9 }]);
    expect((await idsOf(engine)).sort()).toEqual(['item-1', 'item-3']);
  });

  it('drops the first to leave now when more leave at once than it may hold', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 3 }, longTail: { maxItems: 1 } });
    await engine.memorize([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    await engine.memorize([{ text: 'd' }, { text: 'e' }, { text: 'f' }]);
    expect(await idsOf(engine)).toEqual(['item-3']);
  });

  it('holds nothing when it is off', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine(
      { limits: { maxItems: 1 }, longTail: { maxItems: 0 }, ...TWO_HOURS },
      { storage },
    );
    await noteByNote(engine, 3);
    clock.now += 2 * HOUR + 1;
    await engine.sweep();
    expect((await recalled(engine, 'note', { scope: ['items', 'tail'] })).hits).toEqual([]);
    expect((await engine.capacity()).longTail).toEqual({ items: 0, maxItems: 0 });
    expect((await storage.load({ workspace: '/', session: 'test' }, ['tail'])).rows).toEqual([]);
  });

  it('is reached by soft forgetting, and restored from', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'note', tags: ['private'] }]);
    await engine.memorize([{ text: 'other' }]);
    expect((await engine.forget({ tags: ['private'] }, 'soft')).forgotten).toEqual([{ id: 'item-1', place: 'tail' }]);
    expect(await idsOf(engine)).toEqual([]);
    expect(await engine.restore('item-1')).toMatchObject({ restored: true, stored: true, evicted: [{ id: 'item-2' }] });
    expect(await idsOf(engine)).toEqual(['item-2']);
    expect((await engine.listItems()).map(({ id }) => id)).toEqual(['item-1']);
    expect(await engine.restore('item-1')).toMatchObject({ restored: false });
  });

  it('keeps an item hidden that was forgotten softly before it left', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'note' }]);
    await engine.forget('oldest', 'soft');
    await engine.memorize([{ text: 'other' }]);
    expect((await engine.capacity()).longTail.items).toBe(1);
    expect(await idsOf(engine)).toEqual([]);
    await engine.restore('item-1');
    expect((await recalled(engine, 'note')).hits.map(({ id }) => id)).toEqual(['item-1']);
  });

  it('is reached by hard forgetting: by id, by tag and by age', async () => {
    const { engine, clock } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'by id' }]);
    await engine.memorize([{ text: 'by tag', tags: ['private'] }]);
    await engine.memorize([{ text: 'by age' }]);
    clock.now += MINUTE;
    await engine.memorize([{ text: 'stays' }]);
    expect((await engine.forget({ ids: ['item-1'] }, 'hard')).forgotten).toEqual([{ id: 'item-1', place: 'tail' }]);
    expect((await engine.forget({ tags: ['private'] }, 'hard')).forgotten).toEqual([{ id: 'item-2', place: 'tail' }]);
    expect((await engine.forget({ strategy: 'time_based', ms: 1 }, 'hard')).forgotten).toEqual([
      { id: 'item-3', place: 'tail' },
    ]);
    expect((await engine.capacity()).longTail.items).toBe(0);
    expect((await engine.listItems()).map(({ id }) => id)).toEqual(['item-4']);
  });

  it('gives up the place of an item that is forgotten for good while others come in', async () => {
    const { engine, clock } = await testEngine({ longTail: { maxItems: 1 }, limits: { maxItems: 1 }, ...TWO_HOURS });
    await noteByNote(engine, 2);
    clock.now += 2 * HOUR + 1;
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(await idsOf(engine)).toEqual(['item-2']);
  });

  it('gives back an item that has just expired as it does any other', async () => {
    const { engine, clock } = await testEngine(TWO_HOURS);
    await engine.memorize([{ text: 'note' }]);
    await engine.forget('oldest', 'soft');
    clock.now += 2 * HOUR + 1;
    expect(await engine.restore('item-1')).toMatchObject({ restored: true, stored: true, expired: [{ id: 'item-1' }] });
    expect((await recalled(engine, 'note')).hits.map(({ id }) => id)).toEqual(['item-1']);
  });

  it('hides what is forgotten softly by the command in which it expires', async () => {
    const { engine, clock } = await testEngine(TWO_HOURS);
    await engine.memorize([{ text: 'by id' }, { text: 'by tag', tags: ['private'] }]);
    clock.now += 2 * HOUR + 1;
    await engine.forget({ ids: ['item-1'] }, 'soft');
    expect(await idsOf(engine)).toEqual(['item-2']);
    const again = await testEngine(TWO_HOURS);
    await again.engine.memorize([{ text: 'by tag', tags: ['private'] }]);
    again.clock.now += 2 * HOUR + 1;
    await again.engine.forget({ tags: ['private'] }, 'soft');
    expect(await idsOf(again.engine)).toEqual([]);
  });

  it('survives reopening, in the order in which its items left', async () => {
    const storage = memoryStorage();
    const settings = { limits: { maxItems: 1 }, longTail: { maxItems: 2 } };
    const first = await testEngine(settings, { storage });
    await noteByNote(first.engine, 3);
    const before = await archived(first.engine, 'note');
    expect(before).toHaveLength(2);
    await first.engine.close();
    const second = await testEngine(settings, { storage, clock: first.clock, ids: () => 'reopened' });
    expect(await archived(second.engine, 'note')).toEqual(before);
    await second.engine.memorize([{ text: 'note after reopening' }]);
    expect(await idsOf(second.engine)).toEqual(['item-3', 'item-2']);
  });

  it('goes on in a fork, in the order in which its items left', async () => {
    const storage = memoryStorage();
    const settings = { limits: { maxItems: 1 }, longTail: { maxItems: 2 } };
    const first = await testEngine(settings, { storage });
    for (let step = 0; step < 5; step++) await first.engine.step();
    await noteByNote(first.engine, 3);
    await first.engine.forkSession('fork');
    const open = async (name: string) =>
      (await testEngine({ session: 'fork', ...settings }, { storage, clock: first.clock, ids: () => name })).engine;
    await (await open('a')).memorize([{ text: 'note in the fork' }]);
    expect(await idsOf(await open('b'))).toEqual(['item-3', 'item-2']);
    await (await open('c')).memorize([{ text: 'note after reopening it' }]);
    expect(await idsOf(await open('d'))).toEqual(['a', 'item-3']);
  });

  it('reaches another owner with the next catching up', async () => {
    const storage = memoryStorage();
    const one = await testEngine({ limits: { maxItems: 1 } }, { storage });
    const other = await testEngine({ limits: { maxItems: 1 } }, { storage });
    await noteByNote(one.engine, 2);
    await other.engine.step();
    expect(await idsOf(other.engine)).toEqual(['item-1']);
  });
});
