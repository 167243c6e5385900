// Document 004, the bounded store: a queue with importance bands, a soft TTL and five operations.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { AuditRecord } from '../../src/api/watching/audit.ts';
import type { Commit, WorkingMemory } from '../../src/api/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import type { ItemEvent } from '../../src/items/events.ts';
import type { NewItem } from '../../src/items/item.ts';
import { resolveSettings, type SettingsInput } from '../../src/options/options.ts';
import type { RecallOptions } from '../../src/recall/query.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds, wordTokens } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { recalled } from '../support/recall.ts';
import { randomFrom } from '../support/script.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const queue = (settings: Partial<SettingsInput> = {}, ports: Parameters<typeof testEngine>[1] = {}) =>
  testEngine({ profile: 'queue', ...settings }, ports);

const openQueue = (options: Partial<SettingsInput> = {}): Promise<WorkingMemory> =>
  openFixed({ profile: 'queue', ...options });

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ');
const notes = (count: number, fields: Partial<NewItem> = {}): NewItem[] =>
  Array.from({ length: count }, () => ({ text: 'note', ...fields }));
const idsFrom = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `item-${first + index}`);
const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
const storedIds = async (engine: Engine): Promise<string[]> => idsOf(await engine.listItems());

async function steps(engine: Engine, count: number): Promise<void> {
  for (let step = 0; step < count; step++) await engine.step();
}

/** Adds protected items until everything else is gone; returns who left, first to last. */
async function leavingOrder(engine: Engine, maxItems: number): Promise<string[]> {
  const { evicted } = await engine.memorize(notes(maxItems, { importance: 1 }));
  return idsOf(evicted);
}

describe('the limits', () => {
  it('are 64 items: the 65th pushes the first one out [S004-01, S004-03, S004-05, S004-07]', async () => {
    const { engine } = await queue();
    for (let note = 1; note <= 64; note++) expect((await engine.memorize(notes(1))).evicted).toEqual([]);
    const { evicted, usage } = await engine.memorize(notes(1));
    expect(idsOf(evicted)).toEqual(['item-1']);
    expect(usage.after.items).toBe(64);
  });

  it('are 4,000 tokens: what does not fit pushes out as much as it needs [S004-04, S004-05, S004-07]', async () => {
    const { engine } = await queue();
    for (let note = 0; note < 4; note++) {
      expect((await engine.memorize([{ text: words(1000) }])).evicted).toEqual([]);
    }
    const { evicted, usage } = await engine.memorize([{ text: words(1001) }]);
    expect(idsOf(evicted)).toEqual(['item-1', 'item-2']);
    expect(usage.after).toEqual({ items: 3, tokens: 3001 });
  });

  it('hold after every single command of a long life [S004-02, S004-45]', async () => {
    const { engine, clock } = await queue();
    const random = randomFrom(45);
    for (let command = 0; command < 400; command++) {
      clock.now += Math.floor(random() * 10 * MINUTE);
      const choice = random();
      const item = () => ({ text: words(1 + Math.floor(random() * 300)), importance: random() });
      if (choice < 0.6) await engine.memorize([item()]);
      else if (choice < 0.7) await engine.memorize(Array.from({ length: 30 }, item));
      else if (choice < 0.85) await engine.step();
      else if (choice < 0.95) await engine.forget('oldest', 'soft');
      else await engine.forget('least important', 'hard');
      const { usage } = await engine.capacity();
      const list = await engine.listItems();
      expect(usage).toEqual({ items: list.length, tokens: list.reduce((sum, { tokens }) => sum + tokens, 0) });
      expect(usage.items).toBeLessThanOrEqual(64);
      expect(usage.tokens).toBeLessThanOrEqual(4000);
    }
  });

  it('and all other numbers have the documented defaults [S004-54, S004-55, S004-56, S004-57, S004-58, S004-59]', () => {
    expect(resolveSettings({ session: 's', profile: 'queue' })).toMatchObject({
      limits: { maxItems: 64, maxTokens: 4000 },
      importance: { lowBelow: 0.3, protectedFrom: 0.7 },
      ttl: { softSteps: 20, softMs: HOUR, hardMs: Infinity },
    });
  });

  it('are options [S004-54, S004-55]', async () => {
    const { engine } = await queue({ limits: { maxItems: 3, maxTokens: 10 } });
    await engine.memorize(notes(3));
    expect((await engine.memorize(notes(1))).usage.after).toEqual({ items: 3, tokens: 3 });
    expect((await engine.memorize([{ text: words(9) }])).usage.after).toEqual({ items: 2, tokens: 10 });
  });

  it('of age are options [S004-56, S004-57]', async () => {
    const { engine, clock } = await queue({ ttl: { softSteps: 2, softMs: 10 * MINUTE } });
    await engine.memorize(notes(1));
    await steps(engine, 2);
    await engine.memorize(notes(1));
    expect((await engine.sweep()).evicted).toEqual([]);
    await engine.step();
    expect(idsOf((await engine.sweep()).evicted)).toEqual(['item-1']);
    clock.now += 10 * MINUTE + 1;
    expect(idsOf((await engine.sweep()).evicted)).toEqual(['item-2']);
  });

  it('of importance are options [S004-58, S004-59]', async () => {
    const { engine } = await queue({ limits: { maxItems: 4 }, importance: { lowBelow: 0.5, protectedFrom: 0.6 } });
    await engine.memorize([0.6, 0.5, 0.49, 0.59].map((importance) => ({ text: 'note', importance })));
    expect(await leavingOrder(engine, 4)).toEqual(['item-3', 'item-2', 'item-4', 'item-1']);
  });

  it('of tokens can be narrowed at any time by another component [S004-51]', async () => {
    const { engine } = await queue();
    await engine.memorize([0.5, 0.1, 0.9, 0.5].map((importance) => ({ text: words(100), importance })));
    const { forgotten, usage } = await engine.forget({ strategy: 'capacity_based', maxTokens: 250 }, 'hard');
    expect(idsOf(forgotten)).toEqual(['item-2', 'item-1']);
    expect(usage.after).toEqual({ items: 2, tokens: 200 });
    expect((await engine.summarize({ maxTokens: 120 })).tokens).toBeLessThanOrEqual(120);
    const { evicted, limits } = await engine.setLimits({ maxTokens: 150 });
    expect([idsOf(evicted), limits]).toEqual([['item-4'], { maxItems: 64, maxTokens: 150 }]);
    expect((await engine.memorize([{ text: words(60) }])).usage.after.tokens).toBeLessThanOrEqual(150);
  });

  it('hold from the first moment of an opening with smaller ones [S004-02, S004-45]', async () => {
    const { engine, host } = await queue();
    await engine.memorize(notes(50));
    const smaller = await queue({ limits: { maxItems: 10 } }, { storage: host.storage });
    expect(await storedIds(smaller.engine)).toEqual(idsFrom(41, 50));
    const events = (await smaller.journal()).at(-1)?.events ?? [];
    const [overrun, ...evictions] = events as readonly ItemEvent[];
    expect([overrun?.type, evictions.length]).toEqual(['capacity-exceeded', 40]);
  });
});

describe('who leaves first', () => {
  it('is the unimportant, the middling, and only then the protected; of equals the older [S004-06, S004-08, S004-09, S004-10, S004-46]', async () => {
    const { engine } = await queue({ limits: { maxItems: 9 } });
    const importances = [0.8, 0.5, 0.2, 0.9, 0.4, 0.1, 0.7, 0.6, 0.29];
    await engine.memorize(importances.map((importance) => ({ text: 'note', importance })));
    expect(await leavingOrder(engine, 9)).toEqual([3, 6, 9, 2, 5, 8, 1, 4, 7].map((number) => `item-${number}`));
  });

  it('is not decided by importance within a band: there the older leaves [S004-05, S004-09]', async () => {
    const { engine } = await queue({ limits: { maxItems: 3 } });
    await engine.memorize([0.6, 0.31, 0.5].map((importance) => ({ text: 'note', importance })));
    expect(await leavingOrder(engine, 3)).toEqual(['item-1', 'item-2', 'item-3']);
  });

  it('counts 0.3 as not low and 0.7 as protected [S004-65]', async () => {
    const { engine } = await queue({ limits: { maxItems: 4 } });
    await engine.memorize([0.7, 0.3, 0.69, 0.29].map((importance) => ({ text: 'note', importance })));
    expect(await leavingOrder(engine, 4)).toEqual(['item-4', 'item-2', 'item-3', 'item-1']);
  });

  it('is a protected item when nothing else is left, since the limits always hold [S004-10, S004-45]', async () => {
    const { engine } = await queue({ limits: { maxItems: 2 } });
    await engine.memorize(notes(2, { importance: 0.9 }));
    const { evicted, stored } = await engine.memorize(notes(1, { importance: 0.95 }));
    expect(stored).toBe(true);
    expect(evicted).toMatchObject([{ id: 'item-1', reason: 'protected-last-resort' }]);
  });

  it('is an unimportant newcomer itself when all others weigh more, and the result says so [S004-08, S004-21]', async () => {
    const { engine } = await queue({ limits: { maxItems: 2 } });
    await engine.memorize(notes(2));
    const { stored, evicted } = await engine.memorize(notes(1, { importance: 0.1 }));
    expect(stored).toBe(false);
    expect(idsOf(evicted)).toEqual(['item-3']);
  });

  it('weighs what the last five steps added more heavily than the rest of its band [S004-11]', async () => {
    const { engine } = await queue();
    for (let step = 0; step <= 5; step++) {
      await engine.memorize([0.1, 0.5, 0.9].map((importance) => ({ text: 'note', importance })));
      if (step < 5) await engine.step();
    }
    const byStep = new Map<number, number[]>();
    for (const { step, victimClass } of await engine.listItems()) {
      byStep.set(step, [...(byStep.get(step) ?? []), victimClass]);
    }
    expect(byStep.get(0)).toEqual([2, 4, 7]);
    for (const step of [1, 2, 3, 4, 5]) expect(byStep.get(step)).toEqual([3, 5, 8]);
  });

  it('spares the recent of a band even where the older one is worth more [S004-11]', async () => {
    const { engine } = await queue({ limits: { maxItems: 2 }, eviction: { key: 'priority' } });
    await engine.memorize(notes(1, { importance: 0.6 }));
    await steps(engine, 5);
    await engine.memorize(notes(1, { importance: 0.35 }));
    expect(await leavingOrder(engine, 2)).toEqual(['item-1', 'item-2']);
  });

  it('does not let recency lift an item into the next band [S004-08, S004-11]', async () => {
    const { engine } = await queue({ limits: { maxItems: 2 } });
    await engine.memorize(notes(1, { importance: 0.3 }));
    await steps(engine, 10);
    await engine.memorize(notes(1, { importance: 0.29 }));
    expect(await leavingOrder(engine, 2)).toEqual(['item-2', 'item-1']);
  });
});

describe('the soft TTL', () => {
  it('is passed at 21 steps, not at 20 [S004-12, S004-66]', async () => {
    const { engine } = await queue();
    await engine.memorize(notes(1));
    await steps(engine, 20);
    expect((await engine.sweep()).evicted).toEqual([]);
    await engine.step();
    expect((await engine.sweep()).evicted).toMatchObject([{ id: 'item-1', reason: 'expired-soft' }]);
  });

  it('is passed by more than an hour, not by an hour [S004-13, S004-66]', async () => {
    const { engine, clock } = await queue();
    await engine.memorize(notes(1));
    clock.now += HOUR;
    expect((await engine.sweep()).evicted).toEqual([]);
    clock.now += 1;
    expect((await engine.sweep()).evicted).toMatchObject([{ id: 'item-1', reason: 'expired-soft' }]);
  });

  it.each(['steps', 'time'])(
    'in %s makes a candidate that leaves ahead of the unimportant, once room is needed [S004-12, S004-13, S004-14]',
    async (unit) => {
      const { engine, clock } = await queue({ limits: { maxItems: 3 } });
      await engine.memorize(notes(1, { importance: 0.6 }));
      if (unit === 'steps') await steps(engine, 21);
      else clock.now += 2 * HOUR;
      await engine.memorize(notes(1, { importance: 0.1 }));
      const { evicted } = await engine.memorize(notes(1));
      expect(evicted).toEqual([]);
      expect((await recalled(engine, 'note')).hits).toHaveLength(3);
      expect((await engine.memorize(notes(1))).evicted).toMatchObject([{ id: 'item-1', reason: 'expired-soft' }]);
    },
  );

  it('yields to protection: a protected item leaves after all unprotected ones, however old [S004-10, S004-14]', async () => {
    const { engine } = await queue({ limits: { maxItems: 3 } });
    await engine.memorize(notes(1, { importance: 0.7 }));
    await steps(engine, 100);
    await engine.memorize([
      { text: 'note', importance: 0.69 },
      { text: 'note', importance: 0.7 },
    ]);
    expect(await leavingOrder(engine, 3)).toEqual(['item-2', 'item-1', 'item-3']);
  });

  it('is the only one: days later an item is still there and found [S004-14]', async () => {
    const { engine, clock } = await queue();
    await engine.memorize(notes(1));
    clock.now += 1000 * HOUR;
    expect((await recalled(engine, 'note')).hits).toHaveLength(1);
    expect((await engine.memorize(notes(1))).expired).toEqual([]);
    expect(await storedIds(engine)).toEqual(['item-1', 'item-2']);
  });
});

describe('each item', () => {
  it('has its place from 0 for the oldest, its step and its importance [S004-15, S004-16, S004-17]', async () => {
    const { engine } = await queue();
    await engine.memorize(notes(1, { importance: 0 }));
    await steps(engine, 3);
    await engine.memorize([{ text: 'note', importance: 1 }, { text: 'note' }]);
    expect((await engine.listItems()).map(({ position, step, importance }) => [position, step, importance])).toEqual([
      [0, 0, 0],
      [1, 3, 1],
      [2, 3, 0.5],
    ]);
  });

  it.each([-0.01, 1.01, Number.NaN])('has no importance of %d [S004-17]', async (importance) => {
    const { engine } = await queue();
    await expect(engine.memorize(notes(1, { importance }))).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await engine.listItems()).toEqual([]);
  });

  it('can be judged anew from outside, which protects it from then on [S004-53]', async () => {
    const { engine } = await queue({ limits: { maxItems: 3 } });
    await engine.memorize(notes(3));
    expect(await engine.update('item-1', { importance: 0.9 })).toMatchObject({
      before: { importance: 0.5 },
      after: { importance: 0.9 },
    });
    expect(await leavingOrder(engine, 3)).toEqual(['item-2', 'item-3', 'item-1']);
  });
});

describe('memorize', () => {
  it('appends and tells place, evicted items, size and tokens [S004-18, S004-20, S004-21, S004-22, S004-23, S004-24]', async () => {
    const { engine } = await queue({ limits: { maxItems: 3 } });
    expect(await engine.memorize([{ text: 'one two' }])).toEqual({
      stored: true,
      items: [{ id: 'item-1', stored: true, position: 0, tokens: 2 }],
      replaced: [],
      evicted: [],
      expired: [],
      usage: { before: { items: 0, tokens: 0 }, after: { items: 1, tokens: 2 } },
    });
    await engine.memorize([{ text: 'low', importance: 0.1 }, { text: 'mid' }]);
    const { items, evicted, usage } = await engine.memorize([{ text: 'three more words' }]);
    expect(items).toEqual([{ id: 'item-4', stored: true, position: 2, tokens: 3 }]);
    expect(evicted).toMatchObject([{ id: 'item-2', position: 1, reason: 'capacity-exceeded', importance: 0.1 }]);
    expect(usage.after).toEqual({ items: 3, tokens: 6 });
    expect(idsOf(await engine.listItems()).at(-1)).toBe('item-4');
  });

  it('leaves the places without a gap [S004-19]', async () => {
    const { engine } = await queue({ limits: { maxItems: 4 } });
    await engine.memorize([0.5, 0.1, 0.5, 0.1].map((importance) => ({ text: 'note', importance })));
    await engine.memorize(notes(2));
    expect((await engine.listItems()).map(({ id, position }) => [id, position])).toEqual([
      ['item-1', 0],
      ['item-3', 1],
      ['item-5', 2],
      ['item-6', 3],
    ]);
  });
});

describe('remember', () => {
  it('looks at every item of the queue [S004-02, S004-25]', async () => {
    const { engine } = await queue();
    await engine.memorize(Array.from({ length: 64 }, (_, index) => ({ text: `release number ${index}` })));
    expect((await recalled(engine, 'release', { limit: 100 })).hits).toHaveLength(64);
    expect((await recalled(engine, '17')).hits.map(({ id }) => id)).toEqual(['item-18']);
  });

  it('filters by agent, tags and user [S004-26]', async () => {
    const { engine } = await queue();
    await engine.memorize([
      { text: 'plan', agentId: 'planner', tags: ['release', 'draft'] },
      { text: 'plan', agentId: 'coder', tags: ['release'] },
      { text: 'plan', userId: 'ann' },
    ]);
    const found = async (filters: object) => (await recalled(engine, 'plan', { filters })).hits.map(({ id }) => id);
    expect(await found({ agentId: 'planner' })).toEqual(['item-1']);
    expect(await found({ tags: ['release'] })).toEqual(['item-2', 'item-1']);
    expect(await found({ tags: ['release', 'draft'] })).toEqual(['item-1']);
    expect(await found({ userId: 'ann' })).toEqual(['item-3']);
    expect(await found({ agentId: 'coder', userId: 'ann' })).toEqual([]);
  });

  it('puts the more important ahead, and of equals the newer [S004-27, S004-28]', async () => {
    const { engine, clock } = await queue();
    await engine.memorize([
      { text: 'release', importance: 0.4 },
      { text: 'release release notes', importance: 0.9 },
      { text: 'lunch', importance: 1 },
      { text: 'the release is on Friday', importance: 0.4 },
      { text: 'an old release', importance: 0.4, at: clock.now - HOUR },
    ]);
    const found = async (prompt: string, options?: RecallOptions) =>
      (await recalled(engine, prompt, options)).hits.map(({ id }) => id);
    expect(await found('release')).toEqual(['item-2', 'item-4', 'item-1', 'item-5']);
    expect(await found('release', { ranking: 'hybrid' })).not.toEqual(await found('release'));
    expect(await found('')).toEqual(['item-3', 'item-2', 'item-4', 'item-1', 'item-5']);
    expect(await found('', { ranking: 'hybrid' })).toEqual(await found(''));
    expect((await engine.whyNot('item-4', 'release')).because).toBe('found');
  });

  it('does so for the app and its model too, without being asked [S004-27]', async () => {
    const memory = await openQueue();
    await memory.items.memorize('release', { importance: 0.4 });
    await memory.items.memorize('notes of the last release, nothing else', { importance: 0.9 });
    const { hits } = await memory.items.remember('release');
    expect(hits.map(({ id }) => id)).toEqual(['item-2', 'item-1']);
    const [recall] = await memory.tools({ only: ['recall'] });
    expect((await recall?.execute({ query: 'release' }))?.match(/item-\d/g)).toEqual(['item-2', 'item-1']);
    await memory.close();
  });

  it('returns what matches with place and score, best first [S004-28]', async () => {
    const { engine } = await queue();
    await engine.memorize([{ text: 'coffee' }, { text: 'release and coffee' }, { text: 'release notes' }]);
    const { hits } = await recalled(engine, 'release notes');
    expect(hits.map(({ id, position }) => [id, position])).toEqual([
      ['item-3', 2],
      ['item-2', 1],
    ]);
    expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Infinity);
  });
});

describe('forget', () => {
  async function filled(): Promise<Engine> {
    const { engine } = await queue();
    for (const importance of [0.5, 0.2, 0.9, 0.2]) {
      await engine.memorize([{ text: 'two words', importance }]);
      await engine.step();
    }
    return engine;
  }

  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['oldest', [1]],
    ['least important', [2]],
    ['position:2', [3]],
    ['before:step_2', [1, 2]],
    ['before:step_0', []],
    ['  Least   IMPORTANT ', [2]],
    ['Before: step_3', [1, 2, 3]],
  ];

  it.each(cases)(
    '“%s” for good removes what it names and closes up [S004-29, S004-30, S004-31, S004-32, S004-33, S004-35, S004-36, S004-37]',
    async (request, named) => {
      const engine = await filled();
      const { mode, forgotten, usage } = await engine.forget(request, 'hard');
      expect(mode).toBe('hard');
      expect(forgotten).toEqual(
        named.map((number) => ({ id: `item-${number}`, place: 'items', position: number - 1 })),
      );
      const rest = [1, 2, 3, 4].filter((number) => !named.includes(number));
      expect((await engine.listItems()).map(({ id, position }) => [id, position])).toEqual(
        rest.map((number, position) => [`item-${number}`, position]),
      );
      expect(usage).toEqual({
        before: { items: 4, tokens: 8 },
        after: { items: rest.length, tokens: 2 * rest.length },
      });
    },
  );

  it.each(cases)(
    '“%s” softly marks what it names and leaves the queue as it is [S004-29, S004-30, S004-31, S004-32, S004-33, S004-34, S004-36, S004-37]',
    async (request, named) => {
      const engine = await filled();
      const { mode, forgotten, usage } = await engine.forget(request, 'soft');
      expect(mode).toBe('soft');
      expect(idsOf(forgotten)).toEqual(named.map((number) => `item-${number}`));
      expect(usage.after).toEqual({ items: 4, tokens: 8 });
      const list = await engine.listItems();
      expect(list.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
      expect(idsOf(list.filter((item) => item.forgotten))).toEqual(named.map((number) => `item-${number}`));
      expect((await recalled(engine, 'two words')).hits).toHaveLength(4 - named.length);
      expect((await engine.capacity()).softForgotten).toBe(named.length);
    },
  );

  it('softly marks an item that then is first to leave, and next time names the one behind it [S004-30, S004-34]', async () => {
    const { engine } = await queue({ limits: { maxItems: 3 } });
    await engine.memorize(notes(3, { importance: 0.9 }));
    expect(idsOf((await engine.forget('oldest', 'soft')).forgotten)).toEqual(['item-1']);
    expect(idsOf((await engine.forget('oldest', 'soft')).forgotten)).toEqual(['item-2']);
    expect((await engine.restore('item-1')).restored).toBe(true);
    expect(idsOf((await engine.memorize(notes(1, { importance: 0.1 }))).evicted)).toEqual(['item-2']);
  });

  it('spares the items of the named step itself [S004-64]', async () => {
    const { engine } = await queue();
    await engine.memorize(notes(2));
    await engine.step();
    await engine.memorize(notes(2));
    await engine.step();
    await engine.memorize(notes(1));
    expect(idsOf((await engine.forget('before:step_1', 'hard')).forgotten)).toEqual(['item-1', 'item-2']);
    expect(await storedIds(engine)).toEqual(['item-3', 'item-4', 'item-5']);
  });

  it('reads a position against the order of that moment [S004-32]', async () => {
    const engine = await filled();
    await engine.forget('position:0', 'hard');
    expect(idsOf((await engine.forget('position:0', 'hard')).forgotten)).toEqual(['item-2']);
    await expect(engine.forget('position:2', 'hard')).rejects.toMatchObject({ code: 'not-found' });
    expect(await storedIds(engine)).toEqual(['item-3', 'item-4']);
  });

  it.each(['everything', 'position:-1', 'position:one', 'before:step_', 'the oldest item please', ''])(
    'does not guess at “%s”: it changes nothing and says what it understands [S004-29]',
    async (request) => {
      const engine = await filled();
      const asked = async () => engine.forget(request, 'hard');
      const error: Error = await asked().then(
        () => new Error('understood'),
        (thrown) => thrown,
      );
      expect(error).toMatchObject({ code: 'invalid-input' });
      for (const form of ['oldest', 'least important', 'position:N', 'before:step_N'])
        expect(error.message).toContain(form);
      expect(await storedIds(engine)).toHaveLength(4);
    },
  );
});

describe('summarize', () => {
  it('sums up all items or those of the last steps [S004-38, S004-63]', async () => {
    const { engine } = await queue();
    await engine.memorize([{ text: 'from the start' }]);
    await steps(engine, 5);
    await engine.memorize([{ text: 'of late' }]);
    expect((await engine.summarize({ scope: 'all' })).text).toMatch(/of late\n.*from the start/);
    const recent = await engine.summarize({ scope: 'recent' });
    expect(recent.text).toContain('of late');
    expect(recent.text).not.toContain('from the start');
  });

  it('stays within its limit of tokens and keeps what is important [S004-39, S004-40]', async () => {
    const { engine } = await queue();
    await engine.memorize(
      Array.from({ length: 30 }, (_, index) => ({
        text: words(10, `topic${index}`),
        importance: index === 4 || index === 20 ? 0.9 : 0.2 + index / 100,
      })),
    );
    for (const maxTokens of [1, 12, 13, 24, 60, 200, 10_000]) {
      const { text, tokens, sources } = await engine.summarize({ maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(tokens).toBe(text === '' ? 0 : wordTokens.count(text));
      if (maxTokens >= 24) expect(idsOf(sources.slice(0, 2))).toEqual(['item-21', 'item-5']);
    }
    expect((await engine.summarize({ maxTokens: 10_000 })).sources).toHaveLength(30);
  });

  it('tells the beginning of a long important item rather than small talk, whatever the limit [S004-40]', async () => {
    const { engine } = await queue();
    await engine.memorize([
      { text: `the deadline moved ${words(80)}`, importance: 0.9 },
      ...Array.from({ length: 20 }, (_, index) => ({ text: `small talk ${index}`, importance: 0.1 })),
    ]);
    for (let maxTokens = 20; maxTokens <= 200; maxTokens++) {
      const { text, tokens, sources } = await engine.summarize({ maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(sources[0]).toEqual({ id: 'item-1', position: 0, cut: maxTokens < 86 });
      expect(text.split('\n')[1]).toMatch(/^- the deadline moved word/);
    }
  });

  it('tells the text, its tokens and the items it came from [S004-41]', async () => {
    const { engine } = await queue();
    await engine.memorize([
      { text: 'one two', importance: 0.4 },
      { text: 'three', importance: 0.6 },
    ]);
    const { text, tokens, sources } = await engine.summarize({ maxTokens: 100 });
    expect(text.split('\n').slice(1)).toEqual(['- three', '- one two']);
    expect(tokens).toBe(wordTokens.count(text));
    expect(sources).toEqual([
      { id: 'item-2', position: 1, cut: false },
      { id: 'item-1', position: 0, cut: false },
    ]);
  });
});

describe('capacity', () => {
  it('tells what is used, both limits, what is free in both, and the policy [S004-42, S004-43, S004-44, S004-62]', async () => {
    const { engine } = await queue();
    await engine.memorize([{ text: 'one two three' }, { text: 'four' }]);
    const capacity = await engine.capacity();
    expect(capacity).toMatchObject({
      usage: { items: 2, tokens: 4 },
      limits: { maxItems: 64, maxTokens: 4000 },
      free: { items: 62, tokens: 3996 },
      over: { items: 0, tokens: 0 },
      policy: {
        profile: 'queue',
        key: 'fifo',
        importance: { lowBelow: 0.3, protectedFrom: 0.7 },
        recentSteps: 5,
        ttl: { softSteps: 20, softMs: HOUR, hardMs: Infinity },
        decay: { factor: 0.95, periodMs: 6 * HOUR, floor: 0.1 },
      },
    });
    expect(capacity.policy.classes).toHaveLength(9);
  });
});

/** Every command that changes items, in an order that evicts, expires and forgets. */
async function longScript(engine: Engine, clock: { now: number }): Promise<unknown[]> {
  const random = randomFrom(48);
  const answers: unknown[] = [];
  for (let command = 0; command < 250; command++) {
    clock.now += Math.floor(random() * 4 * MINUTE);
    const choice = random();
    const item = () => ({ text: words(1 + Math.floor(random() * 150)), importance: Math.round(random() * 10) / 10 });
    if (choice < 0.6) answers.push(await engine.memorize([item()]));
    else if (choice < 0.7) answers.push(await engine.memorize(Array.from({ length: 12 }, item)));
    else if (choice < 0.8) answers.push(await engine.step());
    else if (choice < 0.85) answers.push(await engine.forget('oldest', 'soft'));
    else if (choice < 0.9) answers.push(await engine.forget('least important', 'hard'));
    else if (choice < 0.95) answers.push(await engine.sweep());
    else answers.push(await engine.summarize({ maxTokens: 50 }));
  }
  return answers;
}

describe('decisions', () => {
  it('are the same for the same case: one script, one journal [S004-48]', async () => {
    const run = async () => {
      const { engine, clock, journal } = await queue();
      return { answers: await longScript(engine, clock), journal: await journal(), items: await engine.listItems() };
    };
    const first = await run();
    expect(first.journal.length).toBeGreaterThan(200);
    expect(await run()).toEqual(first);
  });

  it('do not depend on whether items came one by one or the session was opened anew [S004-48]', async () => {
    const whole = await queue({ limits: { maxItems: 12 } });
    const random = randomFrom(12);
    const items = Array.from({ length: 40 }, () => ({ text: 'note', importance: Math.round(random() * 10) / 10 }));
    for (const item of items) await whole.engine.memorize([item]);

    const storage = memoryStorage();
    const ids = countingIds();
    const settings = { profile: 'queue', limits: { maxItems: 12 } } as const;
    for (let from = 0; from < items.length; from += 5) {
      const { engine } = await testEngine(settings, { storage, ids });
      for (const item of items.slice(from, from + 5)) await engine.memorize([item]);
      await engine.close();
    }
    const reopened = await testEngine(settings, { storage, ids });
    expect(await reopened.engine.listItems()).toEqual(await whole.engine.listItems());
  });
});

const eventsOf = (commits: readonly Commit[], type: ItemEvent['type']) =>
  commits.flatMap(({ events }) => events.filter((event) => event.type === type));

async function auditOf(memory: WorkingMemory): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const record of memory.items.audit()) records.push(record);
  return records;
}

describe('the trace', () => {
  it('holds every eviction once, with reason, numbers, time and step [S004-49, S004-52]', async () => {
    const { engine, clock, commits, journal } = await queue();
    const answers = await longScript(engine, clock);
    const told = answers.flatMap((answer) => (answer as { evicted?: readonly { id: string }[] }).evicted ?? []);
    const traced = eventsOf(commits, 'item-evicted');
    expect(told.length).toBeGreaterThan(50);
    expect(traced.map(({ type: _, ...eviction }) => eviction)).toEqual(told);
    const kept = (await journal()).map(({ touched: _, ...commit }) => commit);
    expect(kept.slice(-commits.length)).toEqual(commits);
    expect(commits.at(-1)).toMatchObject({ time: expect.any(Number), step: expect.any(Number) });
  });

  it('holds an overrun as an event of its own, ahead of the evictions it leads to [S004-52, S004-67]', async () => {
    const { engine, commits } = await queue({ limits: { maxItems: 3, maxTokens: 10 } });
    await engine.memorize(notes(3));
    await engine.memorize([{ text: words(9) }]);
    const [overrun, ...rest] = commits.at(-1)?.events.filter(({ type }) => type !== 'item-memorized') ?? [];
    expect(overrun).toEqual({
      type: 'capacity-exceeded',
      usage: { items: 4, tokens: 12 },
      overItems: 1,
      overTokens: 2,
    });
    expect(rest.map(({ type }) => type)).toEqual(['item-evicted', 'item-evicted']);
  });

  it('tells how full the store was before and after every commit, also where nobody leaves [S004-52, S004-67]', async () => {
    const memory = await openQueue();
    await memory.items.memorize('one two');
    await memory.items.memorize('three');
    await memory.items.forget('oldest', { mode: 'hard' });
    const usages = (await auditOf(memory)).map(({ event, usage }) => [event.type, usage.before, usage.after]);
    expect(usages.slice(-3)).toEqual([
      ['item-memorized', { items: 0, tokens: 0 }, { items: 1, tokens: 2 }],
      ['item-memorized', { items: 1, tokens: 2 }, { items: 2, tokens: 3 }],
      ['item-forgotten', { items: 2, tokens: 3 }, { items: 1, tokens: 1 }],
    ]);
    await memory.close();
  });
});

describe('a capacity event that evicts nothing', () => {
  it('is that of an add that finds no room [S004-52, S004-67]', async () => {
    const memory = await openQueue({ limits: { maxItems: 1, maxTokens: 3 } });
    await memory.items.memorize('pinned', { pinned: true });
    await expect(memory.items.memorize(words(4))).rejects.toMatchObject({ code: 'item-too-large' });
    await expect(memory.items.memorize('too', { pinned: true })).rejects.toMatchObject({ code: 'only-pinned-left' });
    const usage = { items: 1, tokens: 1 };
    expect((await auditOf(memory)).slice(-2)).toMatchObject([
      { usage: { before: usage, after: usage }, event: { type: 'add-refused', reason: 'item-too-large', tokens: 4 } },
      { usage: { before: usage, after: usage }, event: { type: 'add-refused', reason: 'only-pinned-left', tokens: 1 } },
    ]);
    await memory.close();
  });
});

describe('an orchestrator', () => {
  it('drives the store through five operations, with metadata, mode, scope and limit [S004-50, S004-61]', async () => {
    const memory = await openQueue({ limits: { maxItems: 2 } });
    const { items } = memory;
    const heard: Commit[] = [];
    memory.subscribe((commit) => heard.push(commit));
    await items.memorize('the release is on Friday', { importance: 0.8, agentId: 'planner', tags: ['plan'] });
    await items.memorize({ text: 'the release was late', agentId: 'coder' });
    await items.memorize('the release is out', { agentId: 'coder' });
    const { hits, mode } = await items.remember('release', { filters: { agentId: 'coder' }, limit: 5 });
    expect([hits.map(({ item }) => item.id), mode]).toEqual([['item-3'], 'lexical']);
    expect((await items.summarize({ scope: 'recent', maxTokens: 12 })).sources.map(({ id }) => id)).toEqual(['item-1']);
    expect(idsOf((await items.forget('oldest', { mode: 'hard' })).forgotten)).toEqual(['item-1']);
    expect((await items.capacity()).usage).toEqual({ items: 1, tokens: 4 });
    expect(eventsOf(heard, 'item-evicted')).toMatchObject([{ id: 'item-2' }]);
    await memory.close();
  });
});

describe('the example of the document', () => {
  const batches = [
    { count: 10, tokens: 500 },
    { count: 20, tokens: 1000 },
    { count: 30, tokens: 1000 },
    { count: 25, tokens: 1000 },
    { count: 20, tokens: 1000 },
  ] as const;

  /** Texts of equal length but for the remainder. */
  const lengths = (count: number, tokens: number): number[] =>
    Array.from({ length: count }, (_, index) => Math.floor(tokens / count) + (index < tokens % count ? 1 : 0));

  async function play(importanceOf: (batch: number) => number) {
    const { engine, commits } = await queue();
    const most = { items: 0, tokens: 0 };
    const evicted: string[] = [];
    for (const [batch, { count, tokens }] of batches.entries()) {
      if (batch > 0) await steps(engine, 5);
      for (const length of lengths(count, tokens)) {
        const result = await engine.memorize([{ text: words(length), importance: importanceOf(batch) }]);
        evicted.push(...idsOf(result.evicted));
        most.items = Math.max(most.items, result.usage.after.items);
        most.tokens = Math.max(most.tokens, result.usage.after.tokens);
      }
    }
    return { engine, commits, most, evicted, usage: (await engine.capacity()).usage };
  }

  // Erratum: the document ends with 65 items and 3,950 tokens, one item more than its own cap admits. The cap holds.
  it('ends with 64 items: the unimportant of steps 0 to 5 and then the oldest gave way to the newest [S004-60]', async () => {
    const { engine, most, evicted, usage } = await play((batch) => (batch < 2 ? 0.2 : 0.5));
    expect(most.items).toBe(64);
    expect(most.tokens).toBeLessThanOrEqual(4000);
    expect(evicted).toEqual(idsFrom(1, 41));
    expect(await storedIds(engine)).toEqual(idsFrom(42, 105));
    expect((await engine.listItems()).slice(-20).map(({ step }) => step)).toEqual(Array.from({ length: 20 }, () => 20));
    expect(usage.items).toBe(64);
  });

  it.each([1, 2, 3, 4, 5])(
    'ends with 64 items and about 2,700 tokens for random importances too (seed %d) [S004-60]',
    async (seed) => {
      const random = randomFrom(seed);
      const { engine, commits, most, evicted, usage } = await play(() => random());
      expect(usage.items).toBe(64);
      expect(evicted).toHaveLength(41);
      expect(most.items).toBeLessThanOrEqual(64);
      expect(most.tokens).toBeLessThanOrEqual(4000);
      expect(usage.tokens).toBeGreaterThan(2500);
      expect(usage.tokens).toBeLessThan(2900);
      expect(eventsOf(commits, 'item-evicted')).toHaveLength(41);
      const kept = new Set(await storedIds(engine));
      const memorized = eventsOf(commits, 'item-memorized') as { id: string; importance: number }[];
      for (const { id, importance } of memorized) if (importance >= 0.7) expect(kept.has(id)).toBe(true);
    },
  );
});
