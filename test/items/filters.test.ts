import { describe, expect, it } from 'vitest';
import { checkFilters, type Filters, filterNames, matches } from '../../src/items/fields/filters.ts';
import type { Item } from '../../src/items/item.ts';
import { testEngine } from '../support/engine.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { recalled } from '../support/recall.ts';

const ITEM: Item = {
  id: 'item-1',
  text: 'the parcel left',
  role: 'user',
  speaker: 'Ann',
  group: 'call 7',
  tags: ['work', 'plan'],
  userId: 'ann',
  agentId: 'planner',
  importance: 0.5,
  pinned: false,
  source: 'assistant',
  trust: 1,
  tokens: 3,
  sequence: 4,
  createdAt: 1_000,
  step: 5,
  forgotten: false,
};
const { role: _, speaker: _speaker, group: _group, tags: _tags, userId: _user, agentId: _agent, ...PLAIN } = ITEM;

/** Values of each filter that `ITEM` passes, and values that it does not. A new filter needs its line. */
const EXAMPLES: { readonly [Name in keyof Filters]-?: readonly [passed: Filters[Name][], refused: Filters[Name][]] } = {
  role: [['user'], ['assistant']],
  speaker: [['Ann'], ['ann', 'Bob']],
  group: [['call 7'], ['call']],
  tags: [[[], ['plan'], ['work', 'plan']], [['work', 'home']]],
  userId: [['ann'], ['bob']],
  agentId: [['planner'], ['coder']],
  source: [['assistant'], ['user']],
  after: [
    [0, 999, 1_000],
    [1_000.5, 1_001],
  ],
  before: [
    [1_001, 1_000.5],
    [1_000, 0],
  ],
  fromStep: [[0, 5], [6]],
  beforeStep: [[6], [5, 0]],
  minImportance: [
    [0, 0.5],
    [0.51, 1],
  ],
};

function refusalOf(filters: unknown): Error & { code: string; details: { argument: string } } {
  try {
    checkFilters(filters);
  } catch (error) {
    return error as ReturnType<typeof refusalOf>;
  }
  throw new Error(`it was understood: ${JSON.stringify(filters)}`);
}

describe('a filter', () => {
  it('has an example of each name', () => expect(Object.keys(EXAMPLES).sort()).toEqual(filterNames().sort()));

  it.each(Object.entries(EXAMPLES))('%s passes what has the value', (name, [passed, refused]) => {
    for (const value of passed) expect(matches(ITEM, checkFilters({ [name]: value })), String(value)).toBe(true);
    for (const value of refused) expect(matches(ITEM, checkFilters({ [name]: value })), String(value)).toBe(false);
  });

  it('on a label passes nothing that lacks the label', () => {
    for (const name of ['role', 'speaker', 'group', 'userId', 'agentId'] as const) {
      expect(matches(PLAIN, { [name]: ITEM[name] as string })).toBe(false);
    }
    expect(matches(PLAIN, { tags: ['work'] })).toBe(false);
    expect(matches({}, { after: 0 }) || matches({}, { beforeStep: 9 }) || matches({}, { minImportance: 0 })).toBe(
      false,
    );
  });

  it('needs all of the others to pass as well', () => {
    expect(matches(ITEM, { role: 'user', after: 1_000, before: 1_001, minImportance: 0.5 })).toBe(true);
    expect(matches(ITEM, { role: 'user', after: 1_000, before: 1_001, minImportance: 0.6 })).toBe(false);
    expect(matches(ITEM, {})).toBe(true);
  });
});

describe('the check of filters', () => {
  it.each([
    ['filters', null],
    ['filters', 'userId'],
    ['filters', []],
    ['filters.color', { color: 'red' }],
    ['filters.toString', { toString: 'red' }],
    ['filters.userId', { userId: 7 }],
    ['filters.userId', { userId: undefined }],
    ['filters.userId', { userId: '' }],
    ['filters.tags', { tags: 'work' }],
    ['filters.tags', { tags: [7] }],
    ['filters.source', { source: 'usr' }],
    ['filters.after', { after: Number.NaN }],
    ['filters.after', { after: '2024-05-01' }],
    ['filters.before', { before: -1 }],
    ['filters.before', { before: Infinity }],
    ['filters.fromStep', { fromStep: 1.5 }],
    ['filters.beforeStep', { beforeStep: -1 }],
    ['filters.minImportance', { minImportance: 1.1 }],
    ['filters.before', { after: 2, before: 1 }],
    ['filters.beforeStep', { fromStep: 2, beforeStep: 1 }],
  ])('refuses %s with %j', (argument, filters) => {
    const { code, message, details } = refusalOf(filters);
    expect([code, details.argument]).toEqual(['invalid-input', argument]);
    expect(message).toMatch(/Nothing was changed\.$/);
  });

  it('lists what is understood', () => {
    for (const filters of [null, { color: 'red' }, { after: Number.NaN }]) {
      for (const name of filterNames()) expect(refusalOf(filters).message).toContain(name);
    }
    expect(refusalOf({ source: 'usr' }).message).toContain('user, assistant, tool');
    expect(refusalOf({ after: 2, before: 1 }).message).toContain('at least filters.after; got 1');
  });

  it('quotes no value of the caller', () => {
    expect(refusalOf({ role: 'x'.repeat(201) }).message).toContain('a text of 201 characters');
  });
});

const notes = async () => {
  const test = await testEngine({ ttl: { hardMs: Infinity } });
  const { engine, clock } = test;
  const start = clock.now;
  await engine.memorize([{ text: 'note one', role: 'user', importance: 0.2 }]);
  await engine.step();
  clock.now += 100;
  await engine.memorize([{ text: 'note two', role: 'assistant', source: 'assistant', speaker: 'Bob' }]);
  await engine.step();
  clock.now += 100;
  await engine.memorize([{ text: 'note three', role: 'user', group: 'b', importance: 0.9 }]);
  return { ...test, start };
};

describe('filters in remember, list and forget', () => {
  it.each<[string, (start: number) => Filters, readonly string[]]>([
    ['role', () => ({ role: 'user' }), ['item-1', 'item-3']],
    ['a speaker', () => ({ speaker: 'Bob' }), ['item-2']],
    ['a group', () => ({ group: 'b' }), ['item-3']],
    ['a source', () => ({ source: 'user' }), ['item-1', 'item-3']],
    ['times, the first included and the last excluded', (now) => ({ after: now + 100, before: now + 200 }), ['item-2']],
    ['steps, the first included and the last excluded', () => ({ fromStep: 1, beforeStep: 2 }), ['item-2']],
    ['importance, the least included', () => ({ minImportance: 0.5 }), ['item-2', 'item-3']],
    ['several at once', (now) => ({ role: 'user', after: now + 1 }), ['item-3']],
    ['nothing that exists', () => ({ role: 'tool' }), []],
    ['an empty range', (now) => ({ after: now, before: now }), []],
  ])('select by %s alike', async (_, filtersAt, expected) => {
    const { engine, start } = await notes();
    const filters = filtersAt(start);
    const found = (await recalled(engine, 'note', { filters })).hits.map(({ id }) => id);
    expect(found.sort()).toEqual(expected);
    expect((await engine.listItems({ filters })).map(({ id }) => id)).toEqual(expected);
    expect((await engine.forget({ filters }, 'soft')).forgotten.map(({ id }) => id)).toEqual(expected);
  });

  it('reach the engine through the public API, beside a signal', async () => {
    const { items } = await openFixed();
    await items.memorize([
      { text: 'note one', role: 'user' },
      { text: 'note two', role: 'tool' },
    ]);
    const { signal } = new AbortController();
    expect((await items.list({ filters: { role: 'tool' }, signal })).map(({ id }) => id)).toEqual(['item-2']);
    expect(await items.list({ signal })).toHaveLength(2);
    const { forgotten } = await items.forget({ filters: { role: 'tool' } }, { signal });
    expect(forgotten.map(({ id }) => id)).toEqual(['item-2']);
  });

  it('follow an edited importance', async () => {
    const { engine } = await notes();
    await recalled(engine, 'note');
    await engine.update('item-1', { importance: 0.8 });
    await engine.update('item-3', { importance: 0.1 });
    const filters = { minImportance: 0.5 };
    const ids = (await recalled(engine, 'note', { filters })).hits.map(({ id }) => id).sort();
    expect(ids).toEqual(['item-1', 'item-2']);
  });

  it('follow edited labels', async () => {
    const { engine } = await notes();
    const rolesOf = async (role: string) =>
      (await recalled(engine, 'note', { filters: { role } })).hits.map(({ id }) => id).sort();
    expect(await rolesOf('user')).toEqual(['item-1', 'item-3']);
    await engine.update('item-1', { role: 'tool' });
    await engine.update('item-2', { role: 'user' });
    expect([await rolesOf('user'), await rolesOf('tool')]).toEqual([['item-2', 'item-3'], ['item-1']]);
    await engine.update('item-1', { role: 'user' });
    expect([await rolesOf('user'), await rolesOf('tool')]).toEqual([['item-1', 'item-2', 'item-3'], []]);
  });

  it('reach the long tail', async () => {
    const { engine } = await testEngine({ limits: { maxItems: 1 }, ttl: { hardMs: Infinity } });
    await engine.memorize([
      { text: 'note one', role: 'user' },
      { text: 'note two', role: 'tool' },
      { text: 'note three', role: 'user' },
    ]);
    const filters = { role: 'user' };
    const { hits } = await recalled(engine, 'note', { filters, scope: ['items', 'tail'] });
    expect(hits.map(({ id }) => id).sort()).toEqual(['item-1', 'item-3']);
    const { forgotten } = await engine.forget({ filters }, 'hard');
    expect(forgotten).toEqual([
      { id: 'item-3', place: 'items', position: 0 },
      { id: 'item-1', place: 'tail' },
    ]);
    expect((await recalled(engine, 'note', { scope: 'all' })).hits.map(({ id }) => id)).toEqual(['item-2']);
  });

  it('change nothing when they are refused', async () => {
    const { engine, journal } = await notes();
    const before = await journal();
    for (const filters of [{ after: Number.NaN }, { after: 5, before: 4 }, { colour: 'red' }] as Filters[]) {
      const refused = { code: 'invalid-input', details: { argument: expect.stringMatching(/^filters\./) } };
      await expect(engine.forget({ filters }, 'hard')).rejects.toMatchObject(refused);
      await expect(recalled(engine, 'note', { filters })).rejects.toMatchObject(refused);
      await expect(engine.listItems({ filters })).rejects.toMatchObject(refused);
    }
    expect(await journal()).toEqual(before);
  });

  it('must name something to forget', async () => {
    const { engine } = await notes();
    for (const filters of [{}, { tags: [] }]) {
      await expect(engine.forget({ filters }, 'soft')).rejects.toMatchObject({
        message: expect.stringMatching(/^filters must be an object with at least one filter; .*role.*minImportance/),
      });
    }
    expect(await engine.listItems({ filters: {} })).toHaveLength(3);
  });

  it('that are misspelt are refused by a list', async () => {
    const { engine } = await notes();
    await expect(engine.listItems({ filter: {} } as object)).rejects.toMatchObject({
      details: { argument: 'options.filter' },
    });
  });
});

describe('filters where there are more than items', () => {
  const everywhere = async () => {
    const test = await notes();
    const { engine, clock } = test;
    clock.now += 100;
    await engine.writeFile('detail/a.md', '# A\n\nnote in a file', { source: 'assistant' });
    await engine.writeFile('archive/b.md', '# B\n\nnote in an archive');
    clock.now += 100;
    await engine.appendMessages([
      { role: 'user', name: 'Bob', text: 'note from Bob' },
      { role: 'assistant', text: 'note from the model' },
    ]);
    const found = async (filters: Filters, scope: 'all' | 'files' | readonly ('items' | 'detail')[] = 'all') => {
      const { hits } = await recalled(engine, 'note', { filters, scope, limit: 20 });
      return hits.map(({ id, path, message }) => id ?? path ?? message).sort();
    };
    return { ...test, found };
  };

  it('compare the time and the step that a file was written and a message was sent', async () => {
    const { found, start } = await everywhere();
    expect(await found({ after: start + 200 })).toEqual([0, 1, 'archive/b.md', 'detail/a.md', 'item-3']);
    expect(await found({ after: start + 200, before: start + 400 })).toEqual(['archive/b.md', 'detail/a.md', 'item-3']);
    expect(await found({ fromStep: 2 })).toEqual([0, 1, 'archive/b.md', 'detail/a.md', 'item-3']);
    expect(await found({ beforeStep: 2 })).toEqual(['item-1', 'item-2']);
  });

  it('compare role, speaker and source of messages, and the source of files', async () => {
    const { found } = await everywhere();
    expect(await found({ role: 'user' })).toEqual([0, 'item-1', 'item-3']);
    expect(await found({ speaker: 'Bob' })).toEqual([0, 'item-2']);
    expect(await found({ source: 'assistant' })).toEqual([1, 'detail/a.md', 'item-2']);
  });

  it('keep to the scopes of the query', async () => {
    const { found, start } = await everywhere();
    expect(await found({ after: start + 200 }, 'files')).toEqual(['archive/b.md', 'detail/a.md']);
    expect(await found({ after: start + 200 }, ['items', 'detail'])).toEqual(['detail/a.md', 'item-3']);
    expect(await found({ source: 'assistant' }, ['items', 'detail'])).toEqual(['detail/a.md', 'item-2']);
  });

  it('pass items alone by what only items have', async () => {
    const { engine, found } = await everywhere();
    await engine.memorize([{ text: 'note four', userId: 'ann', tags: ['x'], agentId: 'p', group: 'g' }]);
    expect(await found({ userId: 'ann' })).toEqual(['item-4']);
    expect(await found({ tags: ['x'] })).toEqual(['item-4']);
    expect(await found({ agentId: 'p' })).toEqual(['item-4']);
    expect(await found({ group: 'g' })).toEqual(['item-4']);
    expect(await found({ minImportance: 0 })).toEqual(['item-1', 'item-2', 'item-3', 'item-4']);
  });

  it('answer alike after the session was opened again', async () => {
    const { host, clock, found, start } = await everywhere();
    const again = await testEngine({ ttl: { hardMs: Infinity } }, { ...host, clock });
    for (const filters of [
      { after: start + 200 },
      { role: 'user' },
      { source: 'assistant' },
      { fromStep: 2 },
    ] as const) {
      const { hits } = await recalled(again.engine, 'note', { filters, scope: 'all', limit: 20 });
      expect(hits.map(({ id, path, message }) => id ?? path ?? message).sort()).toEqual(await found(filters));
    }
  });
});
