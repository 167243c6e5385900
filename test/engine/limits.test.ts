// The limits of the store hold at every head: at opening, at run time, and after another owner with larger ones.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { memoryStorage, openWorkingMemory } from '../../src/entries/index.ts';
import type { ItemEvent } from '../../src/items/events.ts';
import type { Limits } from '../../src/items/limits.ts';
import type { SettingsInput } from '../../src/options/options.ts';
import type { JournalEntry } from '../../src/storage/port.ts';
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import { type TestEngine, testEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { faultyStorage } from '../support/fakes/faulty-storage.ts';

const note = (number: number, fields: object = {}) => ({ text: `note ${number}`, ...fields });
const notes = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => note(index + 1, fields));
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const usage = async (engine: Engine) => (await engine.capacity()).usage;
const typesIn = (entry: JournalEntry | undefined): string[] =>
  ((entry?.events ?? []) as readonly ItemEvent[]).map(({ type }) => type);
const newest = async ({ journal }: TestEngine): Promise<string[]> => typesIn((await journal()).at(-1));

/** Event types of a commit that evicts forty items. */
const EVICTING = ['capacity-exceeded', ...Array<string>(40).fill('item-evicted')];

/** A session of fifty items, opened again with other options. */
async function reopened(input: Partial<SettingsInput>, pinned = false): Promise<TestEngine> {
  const first = await testEngine();
  await first.engine.memorize(notes(50, { pinned }));
  return testEngine(input, { storage: first.host.storage, clock: first.clock });
}

describe('opening with smaller limits', () => {
  it('evicts at once, in one audited commit', async () => {
    const opened = await reopened({ limits: { maxItems: 10 } });
    expect(await usage(opened.engine)).toEqual({ items: 10, tokens: 20 });
    expect(ids(await opened.engine.listItems())).toEqual(
      ids(notes(10).map((_, index) => ({ id: `item-${index + 41}` }))),
    );
    const entry = (await opened.journal()).at(-1);
    expect(entry?.usage).toEqual({ before: { items: 50, tokens: 100 }, after: { items: 10, tokens: 20 } });
    expect(entry?.events[0]).toEqual({
      type: 'capacity-exceeded',
      usage: { items: 50, tokens: 100 },
      overItems: 40,
      overTokens: -3900,
    });
    expect(await newest(opened)).toEqual(EVICTING);
    expect((await opened.engine.capacity()).longTail.items).toBe(40);
  });

  it('obeys the limit of tokens, and the one of the long tail, too', async () => {
    const { engine } = await reopened({ limits: { maxTokens: 7 }, longTail: { maxItems: 30 } });
    expect(await usage(engine)).toEqual({ items: 3, tokens: 6 });
    expect((await engine.capacity()).longTail.items).toBe(30);
  });

  it('commits nothing where the limits hold', async () => {
    const first = await testEngine();
    await first.engine.memorize(notes(3));
    const before = await first.journal();
    const again = await testEngine({ limits: { maxItems: 3 } }, { storage: first.host.storage });
    expect(await again.journal()).toEqual(before);
  });

  it('keeps pinned items, and says by how much they are above the limits', async () => {
    const { engine, journal } = await reopened({ limits: { maxItems: 10, maxTokens: 4000 } }, true);
    const before = await journal();
    expect(await engine.capacity()).toMatchObject({
      usage: { items: 50, tokens: 100 },
      free: { items: 0, tokens: 3900 },
      over: { items: 40, tokens: 0 },
    });
    await engine.step();
    expect(await usage(engine)).toEqual({ items: 50, tokens: 100 });
    expect(await journal()).toHaveLength(before.length + 1);
  });
});

describe('another owner with larger limits', () => {
  const COMMANDS: Record<string, (engine: Engine) => Promise<unknown>> = {
    step: (engine) => engine.step(),
    sweep: (engine) => engine.sweep(),
    update: (engine) => engine.update('large-50', { importance: 0.9 }),
    forget: (engine) => engine.forget({ ids: ['large-50'] }, 'soft'),
    restore: (engine) => engine.restore('large-50'),
    'files.write': (engine) => engine.writeFile('detail/a.md', 'a'),
    'transcript.append': (engine) => engine.appendMessages([{ role: 'user', text: 'hello' }]),
    memorize: (engine) => engine.memorize([note(51)]),
  };
  /** An owner with ten items at most that has just heard of another one's fifty. */
  async function overtaken(storage = memoryStorage()): Promise<TestEngine> {
    let hear = (_head: number): void => undefined;
    const peers = { ...noPeers, listen: (listener: typeof hear) => (hear = listener) };
    const small = await testEngine({ limits: { maxItems: 10 } }, { storage, peers });
    const large = await testEngine({}, { storage, ids: countingIds('large') });
    await large.engine.memorize(notes(50));
    hear(2);
    return small;
  }

  for (const [name, command] of Object.entries(COMMANDS)) {
    it(`is followed by the eviction at the next command: ${name}`, async () => {
      const small = await overtaken();
      await command(small.engine);
      expect(await usage(small.engine)).toMatchObject({ items: 10 });
      const evicting = (await small.journal())[2];
      expect(evicting?.usage).toEqual({ before: { items: 50, tokens: 100 }, after: { items: 10, tokens: 20 } });
      expect(typesIn(evicting)).toEqual(EVICTING);
    });
  }

  it('is followed by the eviction also where the command itself meets the commit of the other one', async () => {
    const small = await testEngine({ limits: { maxItems: 10 } });
    const large = await testEngine({}, { storage: small.host.storage });
    await large.engine.memorize(notes(50));
    await small.engine.step();
    const [evicting, stepping] = (await small.journal()).slice(-2);
    expect(evicting?.usage.after).toEqual({ items: 10, tokens: 20 });
    expect(stepping?.events).toEqual([{ type: 'step-advanced', step: 1 }]);
  });

  it('keeps its items when that commit fails, with the command; the next one tries again', async () => {
    const storage = faultyStorage(memoryStorage());
    const small = await overtaken(storage);
    storage.failNextCommit(new Error('the disk is full'));
    await expect(small.engine.step()).rejects.toThrow('the disk is full');
    expect(await usage(small.engine)).toEqual({ items: 50, tokens: 100 });
    expect(await small.engine.step()).toBe(1);
    expect(await usage(small.engine)).toEqual({ items: 10, tokens: 20 });
  });
});

describe('setLimits', () => {
  it('evicts at once and tells the limits, who left, and the usage before and after', async () => {
    const tested = await testEngine();
    await tested.engine.memorize([note(1, { importance: 0.9 }), note(2), note(3), note(4, { importance: 0.1 })]);
    const result = await tested.engine.setLimits({ maxItems: 2 });
    expect(result).toEqual({
      limits: { maxItems: 2, maxTokens: 4000 },
      evicted: [
        { id: 'item-4', position: 3, reason: 'capacity-exceeded', victimClass: 3, importance: 0.1, priority: 0.1 },
        { id: 'item-2', position: 1, reason: 'capacity-exceeded', victimClass: 5, importance: 0.5, priority: 0.5 },
      ],
      expired: [],
      usage: { before: { items: 4, tokens: 8 }, after: { items: 2, tokens: 4 } },
      over: { items: 0, tokens: 0 },
    });
    expect(await newest(tested)).toEqual(['limits-set', 'capacity-exceeded', 'item-evicted', 'item-evicted']);
    expect((await tested.journal()).at(-1)?.events[0]).toEqual({ type: 'limits-set', maxItems: 2, maxTokens: 4000 });
    expect((await tested.engine.capacity()).limits).toEqual({ maxItems: 2, maxTokens: 4000 });
  });

  it('gives room at once when a limit is raised, and leaves the other limit', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1, maxTokens: 50 } });
    await engine.memorize([note(1)]);
    expect(await engine.setLimits({ maxItems: 3 })).toMatchObject({
      limits: { maxItems: 3, maxTokens: 50 },
      evicted: [],
    });
    expect((await engine.memorize([note(2), note(3)])).evicted).toEqual([]);
    expect(await engine.setLimits({ maxTokens: 4 })).toMatchObject({ evicted: [{ id: 'item-1' }] });
  });

  it('removes what is past the hard TTL first', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 1000 } });
    await engine.memorize([note(1)]);
    clock.now += 500;
    await engine.memorize([note(2), note(3)]);
    clock.now += 501;
    const { expired, evicted } = await engine.setLimits({ maxItems: 1 });
    expect([ids(expired), ids(evicted)]).toEqual([['item-1'], ['item-2']]);
  });

  it('counts for every later command of this memory, and for no other opening', async () => {
    const first = await testEngine();
    await first.engine.memorize(notes(4));
    await first.engine.setLimits({ maxItems: 2, maxTokens: 5 });
    expect((await first.engine.memorize([note(5)])).evicted).toHaveLength(1);
    await expect(first.engine.memorize([{ text: 'one two three four five six' }])).rejects.toMatchObject({
      code: 'item-too-large',
      details: { maxTokens: 5 },
    });
    const { warningDetails } = await first.engine.forget({ strategy: 'capacity_based' }, 'soft');
    expect(warningDetails).toMatchObject({ code: 'within-limits', maxItems: 2, maxTokens: 5 });
    const again = await testEngine({}, { storage: first.host.storage });
    expect((await again.engine.capacity()).limits).toEqual({ maxItems: 64, maxTokens: 4000 });
  });

  it('keeps pinned items, and says by how much they are above the limits', async () => {
    const { engine } = await testEngine();
    await engine.memorize([...notes(3, { pinned: true }), note(4)]);
    expect(await engine.setLimits({ maxItems: 2, maxTokens: 3 })).toMatchObject({
      evicted: [{ id: 'item-4' }],
      usage: { after: { items: 3, tokens: 6 } },
      over: { items: 1, tokens: 3 },
    });
    const capacity = await engine.capacity();
    expect([capacity.free, capacity.over]).toEqual([
      { items: 0, tokens: 0 },
      { items: 1, tokens: 3 },
    ]);
  });

  it('is no commit where nothing changes', async () => {
    const { engine, journal } = await testEngine();
    const before = await journal();
    expect(await engine.setLimits({ maxItems: 64 })).toMatchObject({ limits: { maxItems: 64, maxTokens: 4000 } });
    expect(await journal()).toEqual(before);
  });

  it('keeps the former limits when its commit fails', async () => {
    const storage = faultyStorage(memoryStorage());
    const { engine } = await testEngine({}, { storage });
    await engine.memorize(notes(4));
    storage.failNextCommit(new Error('the disk is full'));
    await expect(engine.setLimits({ maxItems: 2 })).rejects.toThrow('the disk is full');
    expect(await engine.capacity()).toMatchObject({ limits: { maxItems: 64 }, usage: { items: 4 } });
  });

  it('holds for a command that was called right after it', async () => {
    const { engine } = await testEngine();
    await engine.memorize(notes(4));
    const [, { evicted }] = await Promise.all([engine.setLimits({ maxItems: 4 }), engine.memorize([note(5)])]);
    expect(ids(evicted)).toEqual(['item-1']);
  });

  it('lets an item go that loses its pin while pinned items alone are above the limits', async () => {
    const tested = await testEngine();
    await tested.engine.memorize(notes(3, { pinned: true }));
    await tested.engine.setLimits({ maxItems: 1 });
    const { after, evicted } = await tested.engine.update('item-2', { pinned: false, importance: 0.8 });
    expect(after).toEqual({ pinned: false, importance: 0.8 });
    expect(evicted).toMatchObject([{ id: 'item-2', reason: 'protected-last-resort', importance: 0.8, victimClass: 8 }]);
    expect(await newest(tested)).toEqual(['item-updated', 'capacity-exceeded', 'item-evicted']);
    expect(await usage(tested.engine)).toEqual({ items: 2, tokens: 4 });
  });

  it('is the limit that an import keeps', async () => {
    const open = (session: string) =>
      openWorkingMemory({ session, storage: memoryStorage(), worker: false, limits: { maxItems: 64 } });
    const source = await open('source');
    await source.items.memorize([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    const target = await open('target');
    await target.items.setLimits({ maxItems: 2 });
    await target.import(await source.export());
    expect(await target.items.capacity()).toMatchObject({ usage: { items: 2 }, longTail: { items: 1 } });
    await Promise.all([source.close(), target.close()]);
  });

  it('refuses bad limits with a code, and changes nothing', async () => {
    const memory = await openWorkingMemory({ session: 'bad', storage: memoryStorage(), worker: false });
    await memory.items.memorize(['one', 'two', 'three'].map((text) => ({ text })));
    const before = await memory.items.capacity();
    const bad: unknown[] = [
      ...[0, -1, Number.NaN, 1.5, Infinity, '10', null].flatMap((value) => [{ maxItems: value }, { maxTokens: value }]),
      { maxItems: 2, maxTokens: 0 },
      { maxItem: 2 },
      { maxItems: 2, maxTextLength: 10 },
      {},
      [],
      2,
      null,
      undefined,
    ];
    for (const limits of bad) {
      await expect(memory.items.setLimits(limits as Partial<Limits>), JSON.stringify(limits)).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringContaining('Nothing was changed'),
      });
    }
    expect(await memory.items.capacity()).toEqual(before);
    await memory.close();
  });
});

describe('beside pinned items alone', () => {
  async function full() {
    const tested = await testEngine({ limits: { maxItems: 2 } });
    await tested.engine.memorize(notes(2, { pinned: true }));
    return tested;
  }

  it('an unpinned newcomer is its own victim, for the reason of its class', async () => {
    const { engine } = await full();
    for (const [number, importance, reason] of [
      [3, 1, 'protected-last-resort'],
      [4, 0.5, 'capacity-exceeded'],
    ] as const) {
      const { stored, items, evicted } = await engine.memorize([note(number, { importance })]);
      expect([stored, items.map((item) => item.stored)]).toEqual([false, [false]]);
      expect(evicted).toMatchObject([{ id: items[0]?.id, reason }]);
    }
    expect(ids(await engine.listItems())).toEqual(['item-1', 'item-2']);
  });

  it('a pinned newcomer is refused, alone or in a batch', async () => {
    const { engine } = await full();
    for (const batch of [[note(3, { pinned: true })], [note(3), note(4, { pinned: true })]]) {
      await expect(engine.memorize(batch)).rejects.toMatchObject({
        code: 'only-pinned-left',
        details: { items: 2, tokens: 4, maxItems: 2, maxTokens: 4000 },
      });
    }
    expect(ids(await engine.listItems())).toEqual(['item-1', 'item-2']);
  });

  it('the same answers are given while those items are above the limits', async () => {
    const { engine } = await full();
    await engine.setLimits({ maxItems: 1 });
    expect(await engine.memorize([note(3)])).toMatchObject({ stored: false, evicted: [{ id: 'item-3' }] });
    await expect(engine.memorize([note(4, { pinned: true })])).rejects.toMatchObject({ code: 'only-pinned-left' });
    expect(ids(await engine.listItems())).toEqual(['item-1', 'item-2']);
  });
});

describe('an add that is refused for lack of room', () => {
  it('leaves an event with numbers alone, and nothing else', async () => {
    const tested = await testEngine({ limits: { maxItems: 2, maxTokens: 10 } });
    const { engine } = tested;
    await engine.memorize(notes(2, { pinned: true }));
    const [list, head] = [await engine.listItems(), (await tested.journal()).length];

    const large = { text: 'one two three four five six seven eight nine ten eleven' };
    await expect(engine.memorize([note(3), large])).rejects.toMatchObject({
      code: 'item-too-large',
      details: { tokens: 11, maxTokens: 10 },
    });
    await expect(engine.memorize([note(4, { pinned: true })])).rejects.toMatchObject({ code: 'only-pinned-left' });

    const limits = { maxItems: 2, maxTokens: 10 };
    const usage = { items: 2, tokens: 4 };
    expect((await tested.journal()).slice(head)).toMatchObject([
      {
        usage: { before: usage, after: usage },
        events: [{ type: 'add-refused', reason: 'item-too-large', items: 2, tokens: 13, ...limits }],
        touched: [],
      },
      {
        usage: { before: usage, after: usage },
        events: [{ type: 'add-refused', reason: 'only-pinned-left', items: 1, tokens: 2, ...limits }],
        touched: [],
      },
    ]);
    expect(tested.commits.at(-1)?.events).toMatchObject([{ type: 'add-refused' }]);
    expect(await engine.listItems()).toEqual(list);
  });

  it('leaves no event when its input is wrong', async () => {
    const { engine, journal } = await testEngine();
    const before = await journal();
    await expect(engine.memorize([note(1), { text: '' }])).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await journal()).toEqual(before);
  });

  it('removes nothing that is past the hard TTL: that is for a command that does something', async () => {
    const { engine, clock, journal } = await testEngine({ limits: { maxTokens: 3 }, ttl: { hardMs: 1000 } });
    await engine.memorize([note(1)]);
    clock.now += 1001;
    await expect(engine.memorize([{ text: 'one two three four' }])).rejects.toMatchObject({ code: 'item-too-large' });
    expect((await journal()).at(-1)?.events).toMatchObject([{ type: 'add-refused' }]);
    expect(await engine.capacity()).toMatchObject({ usage: { items: 0 }, expired: 1 });
  });
});
