import { describe, expect, it } from 'vitest';
import { type ForgetRequest, readRequest } from '../../src/items/forgetting/request.ts';
import { STRATEGIES } from '../../src/items/forgetting/strategies.ts';
import type { SettingsInput } from '../../src/options/options.ts';
import { testEngine } from '../support/engine.ts';

const HOUR = 3_600_000;
const FORMS = [
  "'oldest'",
  "'least important'",
  "'position:N'",
  "'before:step_N'",
  '{ ids }',
  '{ message }',
  '{ tags }',
  '{ filters }',
  'importance_based',
  'threshold',
  'time_based',
  'days',
  'hours',
  'ms',
  'capacity_based',
  'maxItems',
  'maxTokens',
];

function refusalOf(request: unknown): Error & { code: string; details: { argument: string; expected: string } } {
  try {
    readRequest(request);
  } catch (error) {
    return error as ReturnType<typeof refusalOf>;
  }
  throw new Error(`it was understood: ${JSON.stringify(request)}`);
}

async function tenNotes(settings: Partial<SettingsInput> = {}) {
  const test = await testEngine(settings);
  await test.engine.memorize(Array.from({ length: 10 }, (_, note) => ({ text: `note ${note}` })));
  return test;
}

/** A new strategy needs an example here. */
const EXAMPLES: { readonly [By in keyof typeof STRATEGIES]: ForgetRequest } = {
  oldest: 'oldest',
  'least-important': 'least important',
  position: 'position:3',
  'before-step': 'before:step_1',
  ids: { ids: ['item-2'] },
  text: { text: 'NOTE 2' },
  message: { message: 0 },
  tags: { tags: ['plan'] },
  filters: { filters: { tags: ['plan'] } },
  importance: { strategy: 'importance_based', threshold: 0.9 },
  age: { strategy: 'time_based', ms: 0 },
  capacity: { strategy: 'capacity_based', maxItems: 2 },
};

describe('the table of strategies', () => {
  it('has an example of each', () => expect(Object.keys(EXAMPLES)).toEqual(Object.keys(STRATEGIES)));

  it.each(Object.entries(EXAMPLES))('reads, carries out and lists %s', async (by, request) => {
    expect(readRequest(request).by).toBe(by);
    const { engine, clock } = await testEngine();
    await engine.appendMessages([{ role: 'user', text: 'plan' }]);
    await engine.memorize([1, 2, 3, 4].map((note) => ({ text: `note ${note}`, tags: ['plan'], message: 0 })));
    await engine.step();
    clock.now += 1;
    expect((await engine.forget(request, 'soft')).forgotten).not.toEqual([]);
    expect(refusalOf('anything else').message).toContain(STRATEGIES[by as keyof typeof STRATEGIES].form);
  });
});

describe('the grammar of forgetting', () => {
  it('is read without regard to case and spaces', () => {
    for (const text of ['oldest', 'OLDEST', '  Oldest\n']) expect(readRequest(text)).toEqual({ by: 'oldest' });
    for (const text of ['least important', 'Least  Important', ' LEAST\tIMPORTANT ', 'leastimportant']) {
      expect(readRequest(text)).toEqual({ by: 'least-important' });
    }
    for (const text of ['position:3', 'POSITION: 3', ' position : 3 ']) {
      expect(readRequest(text)).toEqual({ by: 'position', position: 3 });
    }
    for (const text of ['before:step_12', 'Before: Step_12', ' before : step_12']) {
      expect(readRequest(text)).toEqual({ by: 'before-step', step: 12 });
    }
  });

  it('knows the strategies, their defaults and units', () => {
    expect(readRequest({ strategy: 'importance_based' })).toEqual({ by: 'importance', below: 0.1 });
    expect(readRequest({ strategy: 'importance_based', threshold: 0 })).toEqual({ by: 'importance', below: 0 });
    expect(readRequest({ strategy: 'time_based', days: 2 })).toEqual({ by: 'age', olderThanMs: 48 * HOUR });
    expect(readRequest({ strategy: 'time_based', hours: 0.5 })).toEqual({ by: 'age', olderThanMs: HOUR / 2 });
    expect(readRequest({ strategy: 'time_based', ms: 0 })).toEqual({ by: 'age', olderThanMs: 0 });
    expect(readRequest({ strategy: 'capacity_based', maxItems: 3 })).toEqual({ by: 'capacity', maxItems: 3 });
  });

  it('says what it understands when it does not', () => {
    const unclear: readonly unknown[] = [
      'forget everything',
      'old',
      'oldest!',
      '',
      'position',
      'position:-1',
      'position:two',
      'position:1e3',
      'before:step_x',
      'before:step',
      'after:step_3',
      null,
      undefined,
      7,
      true,
      [],
      ['oldest'],
      {},
      { id: 'a' },
      { ids: ['a'], tags: ['b'] },
      { strategy: 'random' },
      { strategy: 'random', ids: ['item-1'] },
      { strategy: 'oldest', tags: ['plan'] },
      { strategy: 'time_based' },
      { strategy: 'time_based', weeks: 1 },
      { strategy: 'time_based', hours: 1, days: 1 },
      { strategy: 'importance_based', hours: 1 },
      { strategy: 'capacity_based', days: 1 },
    ];
    for (const request of unclear) {
      const { code, message, details } = refusalOf(request);
      expect(code).toBe('invalid-input');
      expect(details.argument).toBe('request');
      for (const form of FORMS) expect(message).toContain(form);
      expect(message).toMatch(/Nothing was changed\.$/);
    }
  });

  it('names the value that is out of range', () => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ['ids', { ids: [] }],
      ['ids', { ids: 'item-1' }],
      ['ids', { ids: ['item-1', ''] }],
      ['tags', { tags: 'plan' }],
      ['tags', { tags: [''] }],
      ['importance', { strategy: 'importance_based', threshold: 1.5 }],
      ['importance', { strategy: 'importance_based', threshold: Number.NaN }],
      ['days', { strategy: 'time_based', days: -1 }],
      ['hours', { strategy: 'time_based', hours: Number.NaN }],
      ['ms', { strategy: 'time_based', ms: '5' }],
      ['maxItems', { strategy: 'capacity_based', maxItems: -1 }],
      ['maxTokens', { strategy: 'capacity_based', maxTokens: 0.5 }],
    ];
    for (const [argument, request] of wrong) {
      expect(refusalOf(request)).toMatchObject({
        code: 'invalid-input',
        details: { argument },
        message: expect.stringContaining(argument),
      });
    }
  });

  it('refuses a strategy beside ids or tags rather than overlooking them', () => {
    for (const extra of [{ ids: ['item-1'] }, { tags: ['plan'] }, { threshold: 0.5 }, { maxItems: 3 }]) {
      expect(refusalOf({ strategy: 'time_based', hours: 0, ...extra }).code).toBe('invalid-input');
    }
    for (const extra of [{ ids: ['item-1'] }, { tags: ['plan'] }, { threshold: 0.5 }]) {
      expect(refusalOf({ strategy: 'capacity_based', maxItems: 0, ...extra }).code).toBe('invalid-input');
    }
  });

  it('refuses an empty list of tags, which every item would carry', () => {
    expect(refusalOf({ tags: [] })).toMatchObject({ code: 'invalid-input', details: { argument: 'tags' } });
  });
});

describe('forget', () => {
  it('says which positions there are when one is not', async () => {
    const { engine } = await tenNotes();
    await expect(engine.forget('position:99', 'hard')).rejects.toMatchObject({
      code: 'not-found',
      details: { what: 'item', name: 'position:99' },
      message: 'There is no position:99: the store has 10 items, positions 0 to 9. Nothing was changed.',
    });
    await expect((await testEngine()).engine.forget('position:0', 'hard')).rejects.toMatchObject({
      message: expect.stringContaining('the store is empty'),
    });
  });

  it('refuses what is no request, before anything would go', async () => {
    const { engine, commits } = await tenNotes();
    const before = commits.length;
    const malformed: readonly unknown[] = [
      undefined,
      null,
      {},
      { by: 'oldest' },
      { by: 'luck' },
      { by: 'importance', below: '1' },
      { by: 'before-step', step: Number.NaN },
      { by: 'capacity', maxItems: -1 },
      { by: 'capacity', maxTokens: null },
    ];
    for (const request of malformed) {
      await expect(engine.forget(request as ForgetRequest, 'hard')).rejects.toMatchObject({
        code: 'invalid-input',
        details: { argument: 'request' },
      });
    }
    expect(commits).toHaveLength(before);
    expect(await engine.listItems()).toHaveLength(10);
  });

  it('forgets nothing when one of several ids is unknown', async () => {
    const { engine, journal } = await tenNotes();
    const before = await journal();
    await expect(engine.forget({ ids: ['item-1', 'nobody'] }, 'hard')).rejects.toMatchObject({
      code: 'not-found',
      details: { name: 'nobody' },
    });
    expect(await journal()).toEqual(before);
    expect(await engine.listItems()).toHaveLength(10);
  });

  it('answers an empty store without an error and without a commit', async () => {
    const { engine, commits } = await testEngine();
    const opened = commits.length;
    for (const request of [
      'oldest',
      'least important',
      { tags: ['plan'] },
      { strategy: 'time_based', hours: 1 },
    ] as ForgetRequest[]) {
      expect((await engine.forget(request, 'hard')).forgotten).toEqual([]);
    }
    expect(commits).toHaveLength(opened);
  });

  it('takes the next one when the oldest is hidden already', async () => {
    const { engine } = await tenNotes();
    expect((await engine.forget('oldest', 'soft')).forgotten).toEqual([{ id: 'item-1', place: 'items', position: 0 }]);
    expect((await engine.forget('oldest', 'soft')).forgotten).toEqual([{ id: 'item-2', place: 'items', position: 1 }]);
    expect((await engine.forget('oldest', 'hard')).forgotten).toEqual([{ id: 'item-1', place: 'items', position: 0 }]);
  });

  it('softly leaves an item alone that is hidden already, also by its id', async () => {
    const { engine, journal } = await tenNotes();
    await engine.forget({ ids: ['item-3'] }, 'soft');
    const before = await journal();
    expect((await engine.forget('position:2', 'soft')).forgotten).toEqual([]);
    expect((await engine.forget({ ids: ['item-3'] }, 'soft')).forgotten).toEqual([]);
    expect(await journal()).toEqual(before);
  });

  it('for good takes with it the items that hold a text beside it, each once', async () => {
    const { engine } = await testEngine();
    for (const text of ['my old code is 4711-0815', 'code 4711-0815 opens the door', 'the door is red'])
      await engine.memorize([{ text }]);
    const { forgotten } = await engine.forget({ ids: ['item-1'] }, 'hard', ['4711-0815']);
    expect(forgotten.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    expect((await engine.listItems()).map(({ id }) => id)).toEqual(['item-3']);
  });

  it('keeps an item that is exactly as old as the request says', async () => {
    const { engine, clock } = await tenNotes();
    clock.now += HOUR;
    expect((await engine.forget({ strategy: 'time_based', hours: 1 }, 'soft')).forgotten).toEqual([]);
    clock.now += 1;
    expect((await engine.forget({ strategy: 'time_based', hours: 1 }, 'soft')).forgotten).toHaveLength(10);
  });

  it('warns when nothing in the store can be that old', async () => {
    const { engine } = await tenNotes({ ttl: { hardMs: 2 * HOUR } });
    const old = (hours: number) => engine.forget({ strategy: 'time_based', hours }, 'soft');
    expect((await old(24)).warning).toContain('7200000 ms');
    expect((await old(2)).warning).toContain('7200000 ms');
    expect((await old(2)).warningDetails).toEqual({ code: 'older-than-ttl', hardMs: 2 * HOUR });
    expect(await old(1)).not.toHaveProperty('warning');
    expect(await old(1)).not.toHaveProperty('warningDetails');
  });

  it('warns when all that is that old has left the store', async () => {
    const { engine, clock } = await tenNotes({ ttl: { hardMs: 2 * HOUR } });
    clock.now += 3 * HOUR;
    const { forgotten, warning } = await engine.forget({ strategy: 'time_based', hours: 2 }, 'soft');
    expect(forgotten.map(({ place }) => place)).toEqual(Array.from({ length: 10 }, () => 'tail'));
    expect(warning).toContain('7200000 ms');
  });

  it('does not warn of an age that pinned items of the store have reached', async () => {
    const { engine, clock } = await tenNotes({ ttl: { hardMs: 2 * HOUR } });
    await engine.memorize([{ text: 'pinned', pinned: true }]);
    clock.now += 3 * HOUR;
    const old = () => engine.forget({ strategy: 'time_based', hours: 2 }, 'soft');
    const { forgotten, warning } = await old();
    expect(forgotten.filter(({ place }) => place === 'items')).toMatchObject([{ id: 'item-11' }]);
    expect(warning).toBeUndefined();
    // The remaining ones in the store are hidden already, but still there.
    expect((await old()).warning).toContain('unless they are pinned');
  });

  it('warns when the store is within the limits of the request', async () => {
    const { engine, settings } = await tenNotes();
    const downTo = (most: { maxItems?: number }) => engine.forget({ strategy: 'capacity_based', ...most }, 'hard');
    const { warning, warningDetails } = await downTo({});
    expect(warning).toContain('within these limits');
    const { maxItems, maxTokens } = settings.limits;
    expect(warningDetails).toEqual({ code: 'within-limits', items: 10, tokens: 20, maxItems, maxTokens });
    expect((await downTo({ maxItems: 9 })).warning).toBeUndefined();
  });

  it('does not claim that limits hold when only pinned items stand in their way', async () => {
    const { engine } = await testEngine();
    await engine.memorize([
      { text: 'one', pinned: true },
      { text: 'two', pinned: true },
    ]);
    const request = { strategy: 'capacity_based', maxItems: 1 } as const;
    const { forgotten, usage, warning, warningDetails } = await engine.forget(request, 'hard');
    expect([forgotten, usage.after.items]).toEqual([[], 2]);
    expect(warning).toContain('Nothing could be forgotten');
    expect(warningDetails).toEqual({ code: 'nothing-evictable', overItems: 1, overTokens: 0 });
  });

  it('removes a pinned item, which nothing else does', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'pinned', pinned: true }]);
    await engine.forget('oldest', 'hard');
    expect(await engine.listItems()).toEqual([]);
  });

  it('counts an item once that expires in the same command', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 2 * HOUR } });
    await engine.memorize([{ text: 'two words' }]);
    clock.now += 2 * HOUR;
    await engine.memorize([{ text: 'three more words' }]);
    clock.now += 1;
    const { usage, expired } = await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(expired).toMatchObject([{ id: 'item-1' }]);
    expect(usage).toEqual({ before: { items: 1, tokens: 3 }, after: { items: 1, tokens: 3 } });
    expect((await engine.capacity()).usage).toEqual(usage.after);
  });
});

it('a forget instruction with a misspelt name is told the nearest, whether or not the others are known', () => {
  const { message } = refusalOf({ strategy: 'capacity_based', maxItem: 3 });
  expect(message).toContain('(did you mean maxItems?)');
});

it.each([{ instruction: ['a-1'] }, { instruction: { 0: 'a-1' } }])(
  'a forget instruction that shares no letter with a known name is told none: $instruction',
  ({ instruction }) => {
    expect(refusalOf(instruction).message).not.toContain('did you mean');
  },
);
