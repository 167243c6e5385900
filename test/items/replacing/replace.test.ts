// Replacing an item: by id, by key, by `revise`.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/boundary/engine.ts';
import type { ItemEvent } from '../../../src/items/events.ts';
import type { NewItem } from '../../../src/items/item.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { testEngine } from '../../support/engine.ts';
import { recalled } from '../../support/recall.ts';

const BOTH = { scope: ['items', 'tail'] as const };

const lastEvents = async (engine: Engine): Promise<readonly ItemEvent[]> => {
  const entries = await engine.journal(0, 10_000);
  return (entries.at(-1)?.events ?? []) as readonly ItemEvent[];
};
const idsFound = async (engine: Engine, prompt: string, options: object = {}) =>
  (await recalled(engine, prompt, { scope: ['items', 'tail'], ...options })).hits.map(({ id }) => id);
const current = async (engine: Engine) => (await engine.listItems()).map(({ id }) => id);

describe('memorize with replaces', () => {
  it('puts the new item into the place of the former, which leaves in the same commit', async () => {
    const { engine, journal } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }, { text: 'Ana likes trains' }]);
    const before = (await journal()).length;
    const result = await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    expect(result).toEqual({
      stored: true,
      items: [{ id: 'item-3', stored: true, position: 1, tokens: 4 }],
      replaced: [{ id: 'item-1', by: 'item-3' }],
      evicted: [],
      expired: [],
      usage: { before: { items: 2, tokens: 7 }, after: { items: 2, tokens: 7 } },
    });
    expect((await journal()).length).toBe(before + 1);
    expect(await lastEvents(engine)).toEqual([
      { type: 'item-replaced', id: 'item-1', by: 'item-3', place: 'items', position: 0 },
      expect.objectContaining({ type: 'item-memorized', id: 'item-3', sequence: 2 }),
    ]);
    expect(await current(engine)).toEqual(['item-2', 'item-3']);
    expect(await engine.getItem('item-3')).toMatchObject({ replaces: 'item-1' });
    expect(await engine.getItem('item-1')).toBeUndefined();
  });

  it('frees the room of the former before anybody else has to leave', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 2, maxTokens: 8 } });
    await engine.memorize([{ text: 'the oldest one' }, { text: 'Ana lives in Oslo' }]);
    const { evicted, usage } = await engine.memorize([{ text: 'Ana lives in Bergen now', replaces: 'item-2' }]);
    expect(evicted).toEqual([]);
    expect(usage.after).toEqual({ items: 2, tokens: 8 });
  });

  it('keeps the former out of recall unless asked for, with what replaced it', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    for (const ranking of ['hybrid', 'seed', 'importance-recency'] as const) {
      expect(await idsFound(engine, 'Ana lives', { ranking })).toEqual(['item-2']);
      expect((await idsFound(engine, 'Ana lives', { ranking, former: true })).sort()).toEqual(['item-1', 'item-2']);
    }
    expect(await idsFound(engine, '')).toEqual(['item-2']);
    const { hits } = await recalled(engine, 'Oslo', { ...BOTH, former: true });
    expect(hits[0]).toMatchObject({
      archived: true,
      item: { id: 'item-1', replacedBy: 'item-2' },
      left: { reason: 'replaced' },
    });
    await expect(recalled(engine, 'Oslo', { former: 1 } as never)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('keeps it out beside filters, and shows other items of the long tail', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'Ana was born in Turku', tags: ['ana'] }]);
    await engine.memorize([{ text: 'Ana lives in Oslo', tags: ['ana'] }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', tags: ['ana'], replaces: 'item-2' }]);
    const filters = { tags: ['ana'] };
    expect((await idsFound(engine, 'Ana in', { filters })).sort()).toEqual(['item-1', 'item-3']);
    expect(await idsFound(engine, 'Ana in', { filters, former: true })).toHaveLength(3);
  });

  it('lets whyNot name the successor', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    expect(await engine.whyNot('item-1', 'Where does Ana live?', { scope: 'all' })).toEqual({
      because: 'replaced',
      by: 'item-2',
      message: 'Item item-2 replaced it; former: true shows it as well.',
    });
    expect(await engine.whyNot('item-1', 'Ana lives', { scope: 'all', former: true })).toMatchObject({
      because: 'found',
    });
  });

  it('reaches an item of the long tail and leaves when and why it left', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.memorize([{ text: 'Ana likes trains' }]);
    const { replaced, evicted } = await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    expect(replaced).toEqual([{ id: 'item-1', by: 'item-3' }]);
    expect(evicted.map(({ id }) => id)).toEqual(['item-2']);
    expect((await lastEvents(engine))[0]).toEqual({
      type: 'item-replaced',
      id: 'item-1',
      by: 'item-3',
      place: 'tail',
    });
    const { hits } = await recalled(engine, 'Oslo', { ...BOTH, former: true });
    expect(hits.find(({ id }) => id === 'item-1')).toMatchObject({ left: { reason: 'capacity-exceeded' } });
    expect(await idsFound(engine, 'Oslo')).not.toContain('item-1');
  });

  it('remembers lineage and key after a reload', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', key: 'city' }]);
    const again = (await testEngine({}, { storage, clock, ids: () => 'later' })).engine;
    expect(await again.getItem('item-2')).toMatchObject({ replaces: 'item-1', key: 'city' });
    expect(await idsFound(again, 'Ana lives')).toEqual(['item-2']);
    expect((await again.memorize([{ text: 'Ana lives in Rome', key: 'city' }])).replaced).toEqual([
      { id: 'item-2', by: 'later' },
    ]);
  });

  it('holds no former where the long tail is off', async () => {
    const { engine } = await testEngine({ longTail: { maxItems: 0 } });
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    expect((await engine.capacity()).longTail.items).toBe(0);
    expect(await engine.getItem('item-2')).toMatchObject({ replaces: 'item-1' });
    expect(await engine.whyNot('item-1', 'Ana', { scope: 'all' })).toMatchObject({ because: 'unknown' });
  });

  it('replaces an item that expires with the same command', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 1000 } });
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    clock.now += 1001;
    const { expired, replaced } = await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    expect([expired.length, replaced]).toEqual([1, [{ id: 'item-1', by: 'item-2' }]]);
    expect((await engine.capacity()).usage.items).toBe(1);
  });

  it('shows a former under its own id as long as another prompt finds it, and not after an erasure', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'item-1' }]);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(await idsFound(engine, 'Ana lives', { former: true })).toEqual(['item-2']);
    expect(await engine.getItem('item-2')).toMatchObject({ replaces: 'item-1' });
  });
});

describe('a key', () => {
  it('belongs to one current item: the next with it replaces that one', async () => {
    const { engine } = await testEngine();
    for (const city of ['Oslo', 'Bergen', 'Rome'])
      await engine.memorize([{ text: `Ana lives in ${city}`, key: '居住 city 🏠' }]);
    expect((await engine.listItems()).map(({ text, replaces }) => [text, replaces])).toEqual([
      ['Ana lives in Rome', 'item-2'],
    ]);
    expect(await idsFound(engine, 'Ana lives')).toEqual(['item-3']);
  });

  it('is held in the long tail as well', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }]);
    await engine.memorize([{ text: 'Ana likes trains' }]);
    const { replaced } = await engine.memorize([{ text: 'Ana lives in Bergen', key: 'city' }]);
    expect(replaced).toEqual([{ id: 'item-1', by: 'item-3' }]);
  });

  it('can be named by replaces; an id goes before a key', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }]);
    expect((await engine.memorize([{ text: 'Ana lives in Bergen', replaces: 'city' }])).replaced).toEqual([
      { id: 'item-1', by: 'item-2' },
    ]);
    await engine.memorize([{ text: 'confusing', key: 'item-2' }]);
    expect((await engine.memorize([{ text: 'Ana lives in Rome', replaces: 'item-2' }])).replaced).toEqual([
      { id: 'item-2', by: 'item-4' },
    ]);
  });

  it('and replaces may name two items: both have the new one as their successor', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }, { text: 'Ana moved to Bergen', key: 'city' }]);
    const { replaced } = await engine.memorize([{ text: 'Ana lives in Rome', replaces: 'item-1', key: 'city' }]);
    expect(replaced).toEqual([
      { id: 'item-1', by: 'item-3' },
      { id: 'item-2', by: 'item-3' },
    ]);
    expect(await engine.getItem('item-3')).toMatchObject({ replaces: 'item-1', key: 'city' });
  });

  it('of a softly forgotten item goes to the next one with it', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }]);
    await engine.forget({ ids: ['item-1'] }, 'soft');
    expect((await engine.memorize([{ text: 'Ana lives in Bergen', key: 'city' }])).replaced).toHaveLength(1);
  });

  it('is never in the journal', async () => {
    const { engine, journal } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'home-city' }]);
    await engine.memorize([{ text: 'Ana lives in Bergen', key: 'home-city' }]);
    await engine.update('item-2', { key: 'other-city' });
    expect(JSON.stringify(await journal())).not.toContain('-city');
  });

  it.each(['constructor', '__proto__', 'home\ncity', '\0'])('%j names its item in every call', async (key) => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key }]);
    await engine.revise(key, 'Ana lives in Bergen');
    const { replaced } = await engine.memorize([{ text: 'Ana lives in Rome', replaces: key }]);
    expect(replaced).toEqual([{ id: 'item-2', by: 'item-3' }]);
  });

  it('may be of any script, up to 200 UTF-16 units; any other is refused, and nothing is stored', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
      fc.constantFrom('城', 'ü', 'u\u0308', '🏠', '\u200f', '\0', '\n', '__proto__', 'constructor', '\ud83c', ' '),
    );
    const anyKey = fc
      .tuple(fc.array(unit, { maxLength: 6 }), fc.constantFrom(0, 199, 200, 201))
      .map(([units, least]) => units.join('').padEnd(units.length > 0 ? least : 0, 'k'));
    const [stored, refused] = [new Set<number>(), new Set<number>()];
    const property = fc.asyncProperty(anyKey, async (key) => {
      const storage = memoryStorage();
      const { engine, journal } = await testEngine({}, { storage });
      await engine.memorize([{ text: 'Ana likes tea', key: 'other' }]);
      const before = await journal();
      const told = engine.memorize([{ text: 'Ana lives in Oslo', key }]);
      const isGood = key !== '' && key.length <= 200 && key.isWellFormed();
      (isGood ? stored : refused).add(key.length);
      if (!isGood) {
        await expect(told).rejects.toMatchObject({ code: 'invalid-input', details: { argument: 'key' } });
        expect(await journal()).toEqual(before);
        return;
      }
      await told;
      const again = (await testEngine({}, { storage, ids: () => 'later' })).engine;
      const { replaced } = await again.memorize([{ text: 'Ana lives in Bergen', key }]);
      expect(replaced).toEqual([{ id: key === 'other' ? 'item-1' : 'item-2', by: 'later' }]);
      expect(await again.getItem('later')).toMatchObject({ key });
    });
    await fc.assert(property, { seed: 17, numRuns: 200 });
    expect([stored.has(200), refused.has(201), refused.has(0)]).toEqual([true, true, true]);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(201)],
    ['half of a surrogate pair', 'city \ud83c'],
    ['no text', 7],
  ])('is refused when it is %s', async (_, key) => {
    const { engine, journal } = await testEngine();
    const before = await journal();
    await expect(engine.memorize([{ text: 'Ana lives in Oslo', key: key as string }])).rejects.toMatchObject({
      code: 'invalid-input',
      details: { argument: 'key' },
      message: expect.stringContaining('Nothing was changed.'),
    });
    expect(await journal()).toEqual(before);
  });
});

describe('revise', () => {
  const FACT: NewItem = {
    text: 'Ana lives in Oslo',
    importance: 0.8,
    tags: ['ana'],
    role: 'user',
    speaker: 'Ana',
    group: 'talk',
    userId: 'ana',
    agentId: 'planner',
    key: 'city',
    source: 'tool',
  };

  it('hands on what the caller said about the item, but not its source and pin', async () => {
    const { engine } = await testEngine();
    await engine.memorize([FACT]);
    const result = await engine.revise('item-1', 'Ana lives in Bergen');
    expect(result).toMatchObject({
      stored: true,
      items: [{ id: 'item-2', stored: true }],
      replaced: [{ id: 'item-1', by: 'item-2' }],
    });
    const { text: _, source: _source, ...inherited } = FACT;
    expect(await engine.getItem('item-2')).toMatchObject({ ...inherited, source: 'user', pinned: false });
  });

  it('takes options before what it would hand on', async () => {
    const { engine } = await testEngine();
    await engine.memorize([FACT]);
    await engine.revise('item-1', 'Ana lives in Bergen', {
      importance: 0.1,
      tags: [],
      source: 'assistant',
      pinned: true,
    });
    expect(await engine.getItem('item-2')).toMatchObject({
      importance: 0.1,
      tags: [],
      speaker: 'Ana',
      source: 'assistant',
      pinned: true,
    });
  });

  it('works on an item of the long tail and on a key', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'Ana lives in Oslo', importance: 0.6, key: 'city' }]);
    await engine.memorize([{ text: 'Ana likes trains', importance: 0.6 }]);
    expect((await engine.revise('item-1', 'Ana lives in Bergen')).replaced).toEqual([{ id: 'item-1', by: 'item-3' }]);
    expect((await engine.revise('city', 'Ana lives in Rome')).replaced).toEqual([{ id: 'item-3', by: 'item-4' }]);
  });

  it('to the same text refreshes the item itself', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    const { items, replaced } = await engine.revise('item-1', 'Ana  lives in OSLO', { importance: 0.9 });
    expect(items).toEqual([{ id: 'item-1', stored: true, position: 0, tokens: 4, refreshed: true }]);
    expect(replaced).toEqual([]);
    expect(await engine.getItem('item-1')).toMatchObject({ importance: 0.9, text: 'Ana lives in Oslo' });
  });

  it('to what another item says makes that one the successor', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'Ana lives in Oslo' },
      { text: 'Ana lives in Bergen' },
      { text: 'Ana likes trains' },
    ]);
    const { items, replaced } = await engine.revise('item-1', 'Ana lives in Bergen');
    expect(items).toEqual([{ id: 'item-2', stored: true, position: 1, tokens: 4, refreshed: true }]);
    expect(replaced).toEqual([{ id: 'item-1', by: 'item-2' }]);
    expect(await engine.getItem('item-2')).toMatchObject({ replaces: 'item-1' });
    expect(await current(engine)).toEqual(['item-3', 'item-2']);
  });

  it('refuses options that memorize refuses, and another predecessor', async () => {
    const { engine } = await testEngine();
    await engine.memorize([FACT]);
    for (const options of [{ importance: 2 }, { topic: 'x' }, { replaces: 'item-1' }, { text: 'x' }] as object[])
      await expect(engine.revise('item-1', 'Ana lives in Bergen', options)).rejects.toMatchObject({
        code: 'invalid-input',
      });
    await expect(engine.revise('item-1', '  ')).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await current(engine)).toEqual(['item-1']);
  });
});

describe('a replacement', () => {
  async function refused(
    prepare: (engine: Engine) => Promise<unknown>,
    items: readonly NewItem[],
    error: object,
    input: object = {},
  ): Promise<void> {
    const { engine, journal } = await testEngine(input);
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }, { text: 'Ana likes trains' }]);
    await prepare(engine);
    const before = [await journal(), await engine.listItems()];
    await expect(engine.memorize(items)).rejects.toMatchObject(error);
    expect([await journal(), await engine.listItems()]).toEqual(before);
  }
  const nothing = async (): Promise<void> => undefined;
  const bergen = { text: 'Ana lives in Bergen' };

  it('is refused where it names no item', () =>
    refused(nothing, [{ ...bergen, replaces: 'item-77' }], {
      code: 'not-found',
      details: { what: 'item', name: 'item-77' },
      message: 'There is no item with the id or key item-77 here. Nothing was stored.',
    }));

  it('is refused where it names an erased item', () =>
    refused((engine) => engine.forget({ ids: ['item-1'] }, 'hard'), [{ ...bergen, replaces: 'item-1' }], {
      code: 'not-found',
      message: 'Item item-1 was forgotten for good. Memorize without replaces. Nothing was stored.',
    }));

  it('is refused where it names a former', () =>
    refused(
      (engine) => engine.memorize([{ text: 'Ana lives in Rome', replaces: 'item-1' }]),
      [{ ...bergen, replaces: 'item-1' }],
      {
        code: 'item-state',
        details: { id: 'item-1', state: 'replaced', by: 'item-3' },
        message: 'Item item-1 was replaced by item-3; replace item-3. Nothing was changed.',
      },
    ));

  it('is refused where it names a former of a former, and the error names the current one', () =>
    refused(
      async (engine) => {
        await engine.memorize([{ text: 'Ana lives in Rome', replaces: 'item-1' }]);
        await engine.memorize([{ text: 'Ana lives in Turku', replaces: 'item-3' }]);
      },
      [{ ...bergen, replaces: 'item-1' }],
      { code: 'item-state', details: { by: 'item-4' } },
    ));

  it.each([{ replaces: 'item-1' }, { key: 'city' }])('is refused where it names a pinned item ($replaces$key)', (by) =>
    refused((engine) => engine.update('item-1', { pinned: true }), [{ ...bergen, ...by }], {
      code: 'item-state',
      details: { id: 'item-1', state: 'pinned' },
      message: 'Item item-1 is pinned; unpin it first. Nothing was changed.',
    }),
  );

  it('is refused where it names a softly forgotten item', () =>
    refused((engine) => engine.forget({ ids: ['item-1'] }, 'soft'), [{ ...bergen, replaces: 'item-1' }], {
      code: 'item-state',
      details: { id: 'item-1', state: 'forgotten' },
      message: 'Item item-1 is forgotten softly; restore it first, or memorize without replaces. Nothing was changed.',
    }));

  it.each([
    ['one key', { key: 'new' }, { key: 'new' }, 'key'],
    ['one predecessor', { replaces: 'item-2' }, { replaces: 'item-2' }, 'replaces'],
    ['one predecessor by key and by id', { replaces: 'item-1' }, { key: 'city' }, 'replaces'],
  ])('is refused where one batch names %s twice', (_, one, other, argument) =>
    refused(
      nothing,
      [
        { ...bergen, ...one },
        { text: 'Ana lives in Rome', ...other },
      ],
      {
        code: 'invalid-input',
        details: { argument },
      },
    ),
  );

  it('is refused where it names an item that the same batch refreshes', () =>
    refused(nothing, [{ text: 'Ana lives in Oslo' }, { ...bergen, replaces: 'item-1' }], {
      code: 'invalid-input',
      details: { argument: 'replaces' },
    }));

  it.each<[string, (engine: Engine) => Promise<unknown>, string, object]>([
    ['unknown', nothing, 'item-77', { code: 'not-found' }],
    ['an unknown key', nothing, 'town', { code: 'not-found' }],
    ['erased', (engine) => engine.forget({ ids: ['item-1'] }, 'hard'), 'item-1', { code: 'not-found' }],
    ['a former', (engine) => engine.revise('item-1', 'Ana lives in Rome'), 'item-1', { code: 'item-state' }],
    ['pinned', (engine) => engine.update('item-1', { pinned: true }), 'item-1', { code: 'item-state' }],
    ['pinned, by key', (engine) => engine.update('item-1', { pinned: true }), 'city', { code: 'item-state' }],
    ['softly forgotten', (engine) => engine.forget({ ids: ['item-1'] }, 'soft'), 'item-1', { code: 'item-state' }],
    ['empty', nothing, '', { code: 'invalid-input', details: { argument: 'replaces' } }],
    ['no text', nothing, 7 as never, { code: 'invalid-input', details: { argument: 'replaces' } }],
  ])('is refused as a revision of what is %s, and nothing is stored', async (_, prepare, id, error) => {
    const { engine, journal } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo', key: 'city' }, { text: 'Ana likes trains' }]);
    await prepare(engine);
    const before = [await journal(), await engine.listItems()];
    await expect(engine.revise(id, 'Ana lives in Bergen')).rejects.toMatchObject(error);
    await expect(engine.revise(id, 'Ana lives in Bergen', { expiresAt: 1 })).rejects.toMatchObject({
      code: expect.stringMatching(/not-found|item-state|invalid-input/),
    });
    expect([await journal(), await engine.listItems()]).toEqual(before);
  });

  it.each([
    ['itself', ['Ana lives in Bergen', 'Ana lives in Oslo']],
    ['a former of its own, two steps back', ['Ana lives in Bergen', 'Ana lives in Rome', 'Ana lives in Oslo']],
  ])('cannot lead back to %s: the text of a former is a new item', async (_, texts) => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'Ana lives in Oslo' }]);
    for (const [place, text] of texts.entries()) await engine.revise(`item-${place + 1}`, text);
    const last = `item-${texts.length + 1}`;
    expect((await engine.listItems()).map(({ id, replaces }) => [id, replaces])).toEqual([
      [last, `item-${texts.length}`],
    ]);
    await expect(engine.revise('item-1', 'Ana lives in Turku')).rejects.toMatchObject({
      code: 'item-state',
      details: { by: last },
    });
  });

  it.each(['', 'x'.repeat(201), 7, null])('is refused with %j for replaces', (replaces) =>
    refused(nothing, [{ ...bergen, replaces: replaces as string }], {
      code: 'invalid-input',
      details: { argument: 'replaces' },
    }),
  );
});
