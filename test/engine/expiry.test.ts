// An item past its hard TTL, from that moment until a command moves its row.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import type { ItemEvent } from '../../src/items/events.ts';
import type { Usage } from '../../src/items/limits.ts';
import type { SettingsInput } from '../../src/options/options.ts';
import type { JournalEntry } from '../../src/storage/port.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { testEngine } from '../support/engine.ts';
import { recalled } from '../support/recall.ts';

const HOUR = 3_600_000;
const BOTH = { scope: ['items', 'tail'] } as const;

/** Three notes an hour apart; at the end the clock stands a minute past the hard TTL of the first. */
async function threeNotes(settings: Partial<SettingsInput> = {}) {
  const storage = memoryStorage();
  const test = await testEngine({ ttl: { hardMs: 2 * HOUR }, ...settings }, { storage });
  const start = test.clock.now;
  for (const text of ['first note', 'second note', 'third note']) {
    await test.engine.memorize([{ text }]);
    test.clock.now += HOUR;
  }
  test.clock.now = start + 2 * HOUR + 60_000;
  return { ...test, storage, start };
}

const found = async (engine: Engine, options = {}) =>
  (await recalled(engine, 'note', options)).hits.map(({ id }) => id).sort();

describe('an item past its hard TTL', () => {
  it('is found in the long tail before any command, with when and why it left', async () => {
    const { engine, start, journal } = await threeNotes();
    const before = await journal();
    expect(await found(engine, { scope: 'items' })).toEqual(['item-2', 'item-3']);
    expect(await found(engine, { scope: 'tail' })).toEqual(['item-1']);
    const { hits } = await recalled(engine, 'first note', { scope: 'all' });
    const [first] = hits;
    expect(first).toMatchObject({ id: 'item-1', scope: 'tail', archived: true });
    expect(first?.left).toEqual({ time: start + 2 * HOUR, step: 0, reason: 'expired-hard' });
    expect(first).not.toHaveProperty('position');
    expect(first?.item).not.toHaveProperty('left');
    expect(await journal()).toEqual(before);
  });

  it('is no item of the store: not to get, in the list, in a summary or in what is used', async () => {
    const { engine } = await threeNotes({ limits: { maxItems: 5, maxTokens: 100 } });
    expect(await engine.getItem('item-1')).toBeUndefined();
    expect((await engine.listItems()).map(({ id, position }) => [id, position])).toEqual([
      ['item-2', 0],
      ['item-3', 1],
    ]);
    expect((await engine.summarize()).sources.map(({ id, position }) => [id, position])).toEqual([
      ['item-3', 1],
      ['item-2', 0],
    ]);
    expect(await engine.capacity()).toMatchObject({
      usage: { items: 2, tokens: 4 },
      free: { items: 3, tokens: 96 },
      expired: 1,
      longTail: { items: 1 },
    });
  });

  it('has no place in the queue any more: position:N is the item that the list shows there', async () => {
    const { engine } = await threeNotes();
    const { forgotten, expired } = await engine.forget('position:0', 'soft');
    expect(forgotten).toEqual([{ id: 'item-2', place: 'items', position: 0 }]);
    expect(expired).toMatchObject([{ id: 'item-1', position: 0, reason: 'expired-hard' }]);
    const other = await threeNotes();
    await expect(other.engine.forget('position:2', 'soft')).rejects.toThrow('the store has 2 items, positions 0 to 1');
  });

  it('left when it expired, not when a command moved its row', async () => {
    const { engine, clock, start, journal } = await threeNotes();
    clock.now = start + 90 * HOUR;
    const { expired } = await engine.sweep();
    expect(expired.map(({ expiredAt }) => expiredAt)).toEqual([2, 3, 4].map((hours) => start + hours * HOUR));
    const { hits } = await recalled(engine, 'note', BOTH);
    expect(hits.map(({ left }) => left?.time).sort()).toEqual(expired.map(({ expiredAt }) => expiredAt));
    const events = (await journal()).flatMap((entry) => entry.events as { type: string; expiredAt?: number }[]);
    expect(events.filter(({ type }) => type === 'item-expired').map(({ expiredAt }) => expiredAt)).toHaveLength(3);
  });

  it('is nowhere where the long tail is off', async () => {
    const { engine } = await threeNotes({ longTail: { maxItems: 0 } });
    const look = async () => [await found(engine, { scope: 'all' }), await engine.whyNot('item-1', 'note')];
    const before = await look();
    expect(before).toEqual([['item-2', 'item-3'], expect.objectContaining({ because: 'unknown' })]);
    expect((await engine.capacity()).longTail.items).toBe(0);
    await engine.step();
    expect(await look()).toEqual(before);
  });

  it('takes the place of the first to have left where the long tail is full', async () => {
    const { engine } = await threeNotes({ limits: { maxItems: 2 }, longTail: { maxItems: 1 } });
    // The third note evicted the first one.
    expect(await found(engine, BOTH)).toEqual(['item-1', 'item-2', 'item-3']);
    const { clock, ...later } = await threeNotes({ limits: { maxItems: 2 }, longTail: { maxItems: 1 } });
    clock.now += HOUR;
    const look = async () => [
      await found(later.engine, BOTH),
      await later.engine.whyNot('item-1', 'note', BOTH),
      (await later.engine.capacity()).longTail,
    ];
    const before = await look();
    expect(before[0]).toEqual(['item-2', 'item-3']);
    expect(before[1]).toMatchObject({ because: 'unknown' });
    await later.engine.step();
    expect(await look()).toEqual(before);
  });

  it('comes back when the clock was wrong and is set back before a command', async () => {
    const { engine, clock } = await threeNotes({ longTail: { maxItems: 1 } });
    const now = clock.now;
    clock.now += 48 * HOUR;
    expect(await found(engine, BOTH)).toEqual(['item-3']);
    clock.now = now;
    expect(await found(engine, BOTH)).toEqual(['item-1', 'item-2', 'item-3']);
    expect((await engine.listItems()).map(({ position }) => position)).toEqual([0, 1]);
  });

  it('stays in the store where it is pinned', async () => {
    const { engine, clock } = await threeNotes();
    await engine.update('item-2', { pinned: true });
    clock.now += 48 * HOUR;
    expect(await found(engine, { scope: 'items' })).toEqual(['item-2']);
  });

  it('is where another owner moved it, and where another owner pinned it under a clock that is behind', async () => {
    const { engine, clock, storage } = await threeNotes();
    const behind = await testEngine({ ttl: { hardMs: 2 * HOUR } }, { storage, ids: () => 'other' });
    behind.clock.now = clock.now - HOUR;
    expect(await found(engine, { scope: 'tail' })).toEqual(['item-1']);
    await behind.engine.update('item-1', { pinned: true });
    await engine.step();
    expect(await found(engine, { scope: 'items' })).toEqual(['item-1', 'item-2', 'item-3']);
    clock.now += HOUR;
    expect(await found(engine, { scope: 'tail' })).toEqual(['item-2']);
    behind.clock.now = clock.now;
    await behind.engine.step();
    await engine.writeFile('detail/a.md', 'text');
    expect(await found(engine, { scope: 'tail' })).toEqual(['item-2']);
    expect((await engine.capacity()).expired).toBe(0);
  });

  it('goes to the long tail with the commit that memorizes it where it is that old already', async () => {
    const { engine, clock, journal } = await testEngine({ ttl: { hardMs: 2 * HOUR } });
    const at = clock.now - 5 * HOUR;
    const result = await engine.memorize([
      { text: 'a note of today' },
      { text: 'an old note', at },
      { text: 'a note' },
    ]);
    expect(result).toMatchObject({
      stored: false,
      items: [
        { id: 'item-1', stored: true, position: 0 },
        { id: 'item-2', stored: false },
        { id: 'item-3', stored: true, position: 1 },
      ],
      evicted: [],
      expired: [{ id: 'item-2', position: 1, reason: 'expired-hard', expiredAt: at + 2 * HOUR, victimClass: 1 }],
      usage: { after: { items: 2, tokens: 6 } },
    });
    expect(result.items[1]).not.toHaveProperty('position');
    expect(await found(engine, { scope: 'tail' })).toEqual(['item-2']);
    expect((await engine.capacity()).expired).toBe(0);
    const last = (await journal()).at(-1)?.events as { type: string }[];
    expect(last.map(({ type }) => type)).toEqual([...Array(3).fill('item-memorized'), 'item-expired']);
  });

  it('evicts nobody where it is that old when it is memorized, unless it is pinned', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 2 * HOUR }, limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'unimportant', importance: 0 }]);
    const old = { text: 'old', importance: 1, at: clock.now - 5 * HOUR };
    expect(await engine.memorize([old])).toMatchObject({ stored: false, evicted: [] });
    expect(await engine.memorize([{ ...old, pinned: true }])).toMatchObject({
      stored: true,
      evicted: [{ id: 'item-1' }],
      expired: [],
    });
  });
});

describe('expiresAt', () => {
  it('is past the hard TTL of its item a millisecond later, whichever of the two comes first', async () => {
    const { engine, clock, start } = await (async () => {
      const test = await testEngine({ ttl: { hardMs: 2 * HOUR } });
      return { ...test, start: test.clock.now };
    })();
    await engine.memorize([
      { text: 'sooner note', expiresAt: start + HOUR },
      { text: 'later note', expiresAt: start + 9 * HOUR },
      { text: 'pinned note', expiresAt: start + HOUR, pinned: true },
    ]);
    const stored = async () => (await engine.listItems()).map(({ id }) => id);
    clock.now = start + HOUR;
    expect(await stored()).toEqual(['item-1', 'item-2', 'item-3']);
    clock.now += 1;
    expect(await stored()).toEqual(['item-2', 'item-3']);
    const { hits } = await recalled(engine, 'sooner', { scope: 'tail' });
    expect(hits.map(({ left }) => left)).toEqual([{ time: start + HOUR, step: 0, reason: 'expired-hard' }]);
    clock.now = start + 2 * HOUR + 1;
    expect(await stored()).toEqual(['item-3']);
    const { expired } = await engine.update('item-3', { pinned: false });
    expect(await stored()).toEqual([]);
    expect(expired.at(-1)).toMatchObject({ id: 'item-3', expiredAt: start + HOUR });
  });

  it('counts without any TTL, survives reopening, and can be moved or removed', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine({}, { storage });
    const start = clock.now;
    const items = ['moved', 'removed', 'kept'].map((text) => ({ text, expiresAt: start + HOUR }));
    await engine.memorize([...items, { text: 'never', expiresAt: Infinity }]);
    const [, , kept, never] = await engine.listItems();
    expect(kept).toHaveProperty('expiresAt', start + HOUR);
    expect(never).not.toHaveProperty('expiresAt');
    const moved = await engine.update('item-1', { expiresAt: start + 5 * HOUR });
    expect(moved).toMatchObject({ before: { expiresAt: start + HOUR }, after: { expiresAt: start + 5 * HOUR } });
    const { before, after } = await engine.update('item-2', { expiresAt: Infinity });
    expect(before).toHaveProperty('expiresAt', start + HOUR);
    expect(after).not.toHaveProperty('expiresAt');
    expect(await engine.getItem('item-2')).not.toHaveProperty('expiresAt');
    const head = (await engine.status()).head;
    await engine.update('item-2', { expiresAt: Infinity });
    expect((await engine.status()).head, 'nothing changed').toBe(head);
    for (const opened of [engine, (await testEngine({}, { storage, clock })).engine]) {
      clock.now = start + 2 * HOUR;
      expect((await opened.listItems()).map(({ id }) => id)).toEqual(['item-1', 'item-2', 'item-4']);
      clock.now = start + 1000 * HOUR;
      expect((await opened.listItems()).map(({ id }) => id)).toEqual(['item-2', 'item-4']);
      expect((await recalled(opened, 'kept', BOTH)).hits).toMatchObject([{ archived: true }]);
    }
  });

  it('is refused when it is no moment, or one that is past; nothing is stored', async () => {
    const { engine, clock, journal } = await testEngine();
    await engine.memorize([{ text: 'note' }]);
    const before = await journal();
    for (const expiresAt of [Number.NaN, -1, '2030-01-01', new Date(), null, 9e15, -Infinity]) {
      const item = { text: 'note', expiresAt: expiresAt as number };
      const refused = { code: 'invalid-input', message: expect.stringContaining('expiresAt must be milliseconds') };
      await expect(engine.memorize([{ text: 'fine' }, item])).rejects.toMatchObject(refused);
      await expect(engine.update('item-1', { expiresAt: expiresAt as number })).rejects.toMatchObject(refused);
    }
    const past = { expiresAt: clock.now - 1 };
    const message = `expiresAt must be a time from now on, or Infinity; now is ${clock.now}; got ${clock.now - 1}.`;
    for (const call of [
      engine.memorize([{ text: 'fine' }, { text: 'note', ...past }]),
      engine.update('item-1', past),
    ]) {
      await expect(call).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringContaining(`${message} Nothing was changed.`),
      });
    }
    expect(await journal()).toEqual(before);
    expect((await engine.memorize([{ text: 'note', expiresAt: clock.now }])).stored).toBe(true);
  });
});

const eventsOf = (entry: JournalEntry | undefined): readonly ItemEvent[] =>
  (entry?.events ?? []) as readonly ItemEvent[];

describe('an item past its hard TTL that is wanted again', () => {
  const back: Record<string, (engine: Engine) => Promise<unknown>> = {
    touch: (engine) => engine.touch(['item-1']),
    restore: (engine) => engine.restore('item-1'),
    refresh: (engine) => engine.memorize([{ text: 'First  note' }]),
    pin: (engine) => engine.update('item-1', { pinned: true }),
  };

  it.each(Object.entries(back))(
    'comes back by %s and lives again, before and after its row followed',
    async (_, ask) => {
      for (const isRowMoved of [false, true]) {
        const { engine, clock } = await threeNotes();
        if (isRowMoved) await engine.step();
        const head = isRowMoved ? [] : ['item-expired'];
        await ask(engine);
        const [entry] = (await engine.journal(0, 100)).slice(-1);
        const types = eventsOf(entry).map(({ type }) => type);
        expect(types.slice(0, head.length)).toEqual(head);
        expect(types.at(-1)).toBe('item-touched');
        expect((await engine.listItems()).map(({ id }) => id)).toEqual(['item-2', 'item-3', 'item-1']);
        clock.now += HOUR / 2;
        expect(await engine.getItem('item-1')).toMatchObject({ position: 2, priority: expect.any(Number) });
        expect((await engine.capacity()).longTail.items).toBe(0);
      }
    },
  );

  it.each(Object.entries(back).filter(([name]) => name !== 'pin'))(
    'loses by %s the moment that is past, which the journal says',
    async (_, ask) => {
      const { engine, clock } = await testEngine();
      await engine.memorize([{ text: 'first note', expiresAt: clock.now + HOUR }]);
      clock.now += HOUR + 1;
      await ask(engine);
      expect(await engine.getItem('item-1')).not.toHaveProperty('expiresAt');
      const [entry] = (await engine.journal(0, 100)).slice(-1);
      const updated = eventsOf(entry).find(({ type }) => type === 'item-updated');
      expect(updated).toEqual({ type: 'item-updated', id: 'item-1', importance: 0.5, pinned: false });
    },
  );

  it('keeps a moment that is still to come', async () => {
    const { engine, clock, start } = await threeNotes();
    await engine.update('item-1', { expiresAt: start + 3 * HOUR });
    await engine.touch(['item-1']);
    expect(await engine.getItem('item-1')).toMatchObject({ expiresAt: start + 3 * HOUR });
    clock.now = start + 3 * HOUR + 1;
    expect(await engine.getItem('item-1')).toBeUndefined();
  });

  it('is replaced where it is, and keeps the reason by which it left', async () => {
    const { engine } = await threeNotes();
    const { replaced, evicted } = await engine.revise('item-1', 'first note, corrected');
    expect({ replaced, evicted }).toEqual({ replaced: [{ id: 'item-1', by: 'item-4' }], evicted: [] });
    const { hits } = await recalled(engine, 'first', { scope: 'tail', former: true });
    expect(hits).toMatchObject([{ id: 'item-1', left: { reason: 'expired-hard' } }]);
    expect(await found(engine, BOTH)).toEqual(['item-2', 'item-3', 'item-4']);
  });
});

describe('expiresAt of a text that is said again', () => {
  it('is the one given last, or the one before', async () => {
    const { engine, clock } = await testEngine();
    const [sooner, later] = [clock.now + HOUR, clock.now + 2 * HOUR];
    const momentAfter = async (...items: { text: string; expiresAt?: number }[]) => {
      await engine.memorize(items);
      return (await engine.getItem('item-1'))?.expiresAt;
    };
    const text = 'note';
    expect(await momentAfter({ text, expiresAt: later }, { text, expiresAt: sooner })).toBe(sooner);
    expect(await momentAfter({ text })).toBe(sooner);
    expect(await momentAfter({ text, expiresAt: later })).toBe(later);
    expect(await momentAfter({ text, expiresAt: Infinity })).toBeUndefined();
    await expect(engine.memorize([{ text, expiresAt: clock.now - 1 }])).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it('is not handed on to a revision', async () => {
    const { engine, clock } = await testEngine();
    await engine.memorize([{ text: 'in Paris until Friday', importance: 0.9, expiresAt: clock.now + HOUR }]);
    const [revised] = (await engine.revise('item-1', 'in Rome')).items;
    const item = await engine.getItem(revised?.id ?? '');
    expect(item).toMatchObject({ importance: 0.9 });
    expect(item).not.toHaveProperty('expiresAt');
  });
});

describe('items past their hard TTL beside the limits', () => {
  it('count against none: lower limits evict only what would not fit without them', async () => {
    const { engine } = await threeNotes();
    const { evicted, expired, usage } = await engine.setLimits({ maxItems: 2 });
    expect(evicted).toEqual([]);
    expect(expired).toMatchObject([{ id: 'item-1' }]);
    expect(usage.after.items).toBe(2);
  });

  it.each<[string, (engine: Engine) => Promise<{ readonly usage: { readonly before: Usage } }>]>([
    ['memorize', (engine) => engine.memorize([{ text: 'another note' }])],
    ['touch', (engine) => engine.touch(['item-3'])],
    ['forget', (engine) => engine.forget({ ids: ['item-3'] }, 'soft')],
    ['sweep', (engine) => engine.sweep()],
    ['setLimits', (engine) => engine.setLimits({ maxItems: 2 })],
  ])('are not in the usage before a command, just as capacity told it: %s', async (_, command) => {
    const { engine } = await threeNotes();
    const told = (await engine.capacity()).usage;
    const { usage } = await command(engine);
    expect([told, usage.before]).toEqual([
      { items: 2, tokens: 4 },
      { items: 2, tokens: 4 },
    ]);
  });

  it('are not among what is used where pinned items leave no room for a new one', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 1000 }, limits: { maxItems: 2 } });
    await engine.memorize([{ text: 'first note' }, { text: 'second note', pinned: true }]);
    clock.now += 1001;
    const two = ['third note', 'fourth note'].map((text) => ({ text, pinned: true }));
    await expect(engine.memorize(two)).rejects.toMatchObject({
      code: 'only-pinned-left',
      details: { items: 1, tokens: 2, maxItems: 2 },
    });
  });

  it('need no commit of their own when a memory opens with smaller limits', async () => {
    const { storage, clock, engine } = await threeNotes();
    const { head } = await engine.status();
    const ttl = { hardMs: 2 * HOUR };
    const { engine: opened } = await testEngine({ ttl, limits: { maxItems: 2 } }, { storage, clock });
    expect((await opened.status()).head).toBe(head);
    expect(await opened.capacity()).toMatchObject({ usage: { items: 2 }, over: { items: 0 }, expired: 1 });
    await opened.step();
    expect((await opened.journal(head, 10)).flatMap(eventsOf).map(({ type }) => type)).toEqual([
      'item-expired',
      'step-advanced',
    ]);
  });
});
