// The published acceptance tests of document 004, one by one.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import type { NewItem } from '../../src/items/item.ts';
import type { SettingsInput } from '../../src/options/options.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const queue = (settings: Partial<SettingsInput> = {}) => testEngine({ profile: 'queue', ...settings });

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
const storedIds = async (engine: Engine): Promise<string[]> => idsOf(await engine.listItems());
const items = (...numbers: number[]): string[] => numbers.map((number) => `item-${number}`);

/** Adds them one by one; returns who was evicted on the way. */
async function addAll(engine: Engine, count: number, item: Partial<NewItem> = {}): Promise<string[]> {
  const evicted: string[] = [];
  for (let note = 0; note < count; note++) {
    evicted.push(...idsOf((await engine.memorize([{ text: 'note', importance: 0.5, ...item }])).evicted));
  }
  return evicted;
}

async function steps(engine: Engine, count: number): Promise<void> {
  for (let step = 0; step < count; step++) await engine.step();
}

describe('capacity', () => {
  it('keeps exactly 64 of 70 equal items: the first six leave [S004x-01]', async () => {
    const { engine } = await queue();
    expect(await addAll(engine, 70)).toEqual(items(1, 2, 3, 4, 5, 6));
    expect((await engine.capacity()).usage.items).toBe(64);
    expect((await storedIds(engine))[0]).toBe('item-7');
  });

  it('never lets the tokens pass their limit: the oldest item makes room [S004x-02]', async () => {
    const { engine } = await queue({ limits: { maxTokens: 1000 } });
    for (let note = 1; note <= 20; note++) {
      const { evicted, usage } = await engine.memorize([{ text: words(150) }]);
      expect(usage.after.tokens).toBeLessThanOrEqual(1000);
      expect(idsOf(evicted)).toEqual(note > 6 ? items(note - 6) : []);
    }
  });

  it('keeps both limits when 65 items of 100 tokens come [S004x-03]', async () => {
    const { engine } = await queue();
    await addAll(engine, 65, { text: words(100) });
    const { usage } = await engine.capacity();
    expect(usage.items).toBeLessThanOrEqual(64);
    expect(usage.tokens).toBeLessThanOrEqual(4000);
    expect(usage).toEqual({ items: 40, tokens: 4000 });
  });
});

describe('eviction', () => {
  it('costs the oldest of the unimportant items and none of the important ones [S004x-04]', async () => {
    const { engine } = await queue({ limits: { maxItems: 10 } });
    await addAll(engine, 5, { importance: 0.2 });
    await addAll(engine, 5, { importance: 0.8 });
    expect(await addAll(engine, 5, { importance: 0.2 })).toEqual(items(1, 2, 3, 4, 5));
    expect(await storedIds(engine)).toEqual(items(6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  });

  it('keeps three protected items and two of the five that follow [S004x-05]', async () => {
    const { engine } = await queue({ limits: { maxItems: 5 } });
    await addAll(engine, 3, { importance: 0.8 });
    expect(await addAll(engine, 5, { importance: 0.3 })).toEqual(items(4, 5, 6));
    expect(await storedIds(engine)).toEqual(items(1, 2, 3, 7, 8));
  });

  it('takes the first two of seven equal items where five fit [S004x-06]', async () => {
    const { engine } = await queue({ limits: { maxItems: 5 } });
    expect(await addAll(engine, 7)).toEqual(items(1, 2));
    expect(await storedIds(engine)).toEqual(items(3, 4, 5, 6, 7));
  });

  it('reports ids, the reason that capacity was exceeded, and when [S004x-14]', async () => {
    const { engine, clock, commits } = await queue({ limits: { maxItems: 2 } });
    await addAll(engine, 2);
    clock.now += 7 * MINUTE;
    const { evicted } = await engine.memorize([{ text: 'note' }, { text: 'note' }]);
    expect(evicted).toMatchObject([
      { id: 'item-1', reason: 'capacity-exceeded' },
      { id: 'item-2', reason: 'capacity-exceeded' },
    ]);
    const { time, events } = commits.at(-1) ?? { time: 0, events: [] };
    expect(time).toBe(clock.now);
    expect(events.filter(({ type }) => type === 'item-evicted')).toEqual(
      evicted.map((eviction) => ({ type: 'item-evicted', ...eviction })),
    );
  });
});

describe('age', () => {
  it('beyond 20 steps is what a sweep at step 25 removes: the items of step 0, not those of 10 and 25 [S004x-07]', async () => {
    const { engine } = await queue({ ttl: { softSteps: 20 } });
    await addAll(engine, 2);
    await steps(engine, 10);
    await addAll(engine, 2);
    await steps(engine, 15);
    await addAll(engine, 2);
    expect(idsOf((await engine.sweep()).evicted)).toEqual(items(1, 2));
    expect((await engine.listItems()).map(({ step }) => step)).toEqual([10, 10, 25, 25]);
  });

  it('beyond an hour is what a sweep removes: two hours go, half an hour stays [S004x-08]', async () => {
    const { engine, clock } = await queue({ ttl: { softMs: HOUR } });
    await engine.memorize([
      { text: 'two hours old', at: clock.now - 2 * HOUR },
      { text: 'half an hour old', at: clock.now - 30 * MINUTE },
    ]);
    expect((await engine.sweep()).evicted).toMatchObject([{ id: 'item-1', reason: 'expired-soft' }]);
    expect(await storedIds(engine)).toEqual(items(2));
  });

  it('alone removes nothing: expired items stay until room is needed and then leave ahead of all others [S004x-09]', async () => {
    const { engine } = await queue({ limits: { maxItems: 100 } });
    await addAll(engine, 10, { importance: 0.6 });
    await steps(engine, 25);
    expect(await addAll(engine, 90, { importance: 0.1 })).toEqual([]);
    expect((await engine.capacity()).usage.items).toBe(100);
    expect(await addAll(engine, 10)).toEqual(items(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    expect(await addAll(engine, 1)).toEqual(items(11));
  });
});

describe('positions', () => {
  it('are 0, 1 and 2 for three writes [S004x-10]', async () => {
    const { engine } = await queue();
    const given: (number | undefined)[] = [];
    for (let note = 0; note < 3; note++) given.push((await engine.memorize([{ text: 'note' }])).items[0]?.position);
    expect(given).toEqual([0, 1, 2]);
    expect((await engine.listItems()).map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('are 0, 1 and 2 again once A and B are evicted [S004x-11]', async () => {
    const { engine } = await queue({ limits: { maxItems: 3 } });
    for (const text of 'ABCDE') await engine.memorize([{ text }]);
    expect((await engine.listItems()).map(({ text, position }) => [text, position])).toEqual([
      ['C', 0],
      ['D', 1],
      ['E', 2],
    ]);
  });
});

describe('reading', () => {
  it('from new to old is the list from its end, whatever the importances [S004x-12]', async () => {
    const { engine } = await queue();
    for (const [text, importance] of Object.entries({ A: 0.5, B: 0.1, C: 0.9, D: 0.5, E: 0.3 })) {
      await engine.memorize([{ text, importance }]);
    }
    const list = await engine.listItems();
    expect(list.map((_, place) => list.at(-1 - place)?.text)).toEqual(['E', 'D', 'C', 'B', 'A']);
  });

  it('with a blank prompt gives items from new to old where they are equally important [S004x-12]', async () => {
    const { engine } = await queue();
    for (const text of 'ABCDE') await engine.memorize([{ text }]);
    const read = async () => (await recalled(engine, '')).hits.map(({ item }) => item?.text);
    expect(await read()).toEqual(['E', 'D', 'C', 'B', 'A']);
    await engine.update('item-2', { importance: 0.9 });
    expect(await read()).toEqual(['B', 'E', 'D', 'C', 'A']);
  });

  it('with a limit of 5 gives no more than five, by relevance where asked to rank so [S004x-13]', async () => {
    const { engine } = await queue();
    for (let note = 0; note < 8; note++) await engine.memorize([{ text: `parser ${words(note)}` }]);
    await engine.memorize([{ text: 'parser bug in the lexer' }, { text: 'lunch at noon' }]);
    const { hits } = await recalled(engine, 'parser lexer bug', { ranking: 'hybrid', limit: 5, explain: true });
    expect(hits).toHaveLength(5);
    expect(hits[0]?.item?.text).toBe('parser bug in the lexer');
    const relevance = hits.map(({ parts }) => parts?.relevance ?? 0);
    expect(relevance).toEqual([...relevance].sort((one, other) => other - one));
  });
});

describe('a store', () => {
  it('that is empty remembers nothing, sums up nothing and counts zero, without an error [S004x-15]', async () => {
    const { engine } = await queue();
    expect((await recalled(engine, 'anything')).hits).toEqual([]);
    expect((await recalled(engine, '')).hits).toEqual([]);
    expect(await engine.summarize()).toEqual({ text: '', tokens: 0, sources: [] });
    expect((await engine.capacity()).usage).toEqual({ items: 0, tokens: 0 });
    expect((await engine.forget('oldest', 'hard')).forgotten).toEqual([]);
    expect(await engine.sweep()).toMatchObject({ expired: [], evicted: [] });
  });

  it('of a single item can be read and emptied [S004x-16]', async () => {
    const { engine } = await queue();
    await engine.memorize([{ text: 'the only note' }]);
    expect((await recalled(engine, 'note')).hits).toMatchObject([
      { item: { id: 'item-1', text: 'the only note' }, position: 0 },
    ]);
    expect(await engine.getItem('item-1')).toMatchObject({ text: 'the only note' });
    expect(idsOf((await engine.forget({ ids: ['item-1'] }, 'hard')).forgotten)).toEqual(['item-1']);
    expect(await engine.listItems()).toEqual([]);
    expect((await engine.capacity()).usage).toEqual({ items: 0, tokens: 0 });
  });
});
