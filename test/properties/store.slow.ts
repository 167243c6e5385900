// The item store against the model of docs/model.md, on random histories.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import { exportBundle, importBundle } from '../../src/client/on-demand/bundle.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { ItemEdit } from '../../src/items/editing.ts';
import type { ForgetMode, ItemEvent } from '../../src/items/events.ts';
import type { ForgetResult } from '../../src/items/forgetting/forgetting.ts';
import type { Limits } from '../../src/items/limits.ts';
import type { ForgetRequest } from '../../src/items/forgetting/request.ts';
import { resolveSettings, type SettingsInput } from '../../src/options/options.ts';
import { testEngine } from '../support/engine.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import type { ModelExport } from '../support/model-import.ts';
import { type ModelEvent, ModelRefusal, ModelStore, type ModelOutcome } from '../support/model-store.ts';
import { recalled } from '../support/recall.ts';

const TEN_SECONDS = 10_000;
const DAY = 86_400_000;
const ADDRESS = { workspace: '/', session: 'test' };

// No two of these are equal after the weight of the floor, so that priorities are equal by construction or far apart.
const importance = fc.constantFrom(0, 0.13, 0.29, 0.3, 0.5, 0.69, 0.7, 0.9, 1);
const threshold = fc.constantFrom(0, 0.2, 0.3, 0.5, 1);
const tags = fc.subarray(['plan', 'work', 'private']);
const age = fc.nat(1000).map((tens) => tens * TEN_SECONDS);
/** Mostly null. */
const rarely = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const key = fc.constantFrom('city', 'drink', '居住');
/** Reduced to one of the ids that are, or now and then to one that ever was or never. */
const pick = fc.nat(40);

const newcomer = fc.record({
  words: fc.constantFrom(1, 1, 2, 3, 5, 8),
  importance,
  pinned: fc.constantFrom(false, false, false, false, true),
  age: fc.option(age),
  /** Time until it expires, from now on. */
  stay: fc.option(age, { freq: 2 }),
  tags,
  /** Now and then it takes the place of an item, by id or key, or says what one says. */
  replaces: rarely(fc.oneof(pick, key)),
  again: rarely(pick),
  key: rarely(key),
});

/** The same words in the spelling of somebody in a hurry. */
const spelled = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean(), fc.constantFrom('', ' ', '\t  ')).map(([words, loud, blank]) => {
    const spaced = blank + words.replace(/(?<=[ :])/g, blank);
    return loud ? spaced.toUpperCase() : spaced;
  });

const request = fc.oneof(
  spelled(fc.constantFrom('oldest', 'least important')),
  spelled(fc.nat(12).map((position) => `position:${position}`)),
  spelled(fc.nat(12).map((step) => `before:step_${step}`)),
  fc.record({ ids: fc.array(pick, { minLength: 1, maxLength: 3 }) }),
  fc.record({ tags: tags.filter((chosen) => chosen.length > 0) }),
  fc.record({ filters: fc.record({ minImportance: threshold, tags }, { requiredKeys: ['minImportance'] }) }),
  fc.record({ filters: fc.record({ fromStep: fc.nat(12), tags }, { requiredKeys: ['fromStep'] }) }),
  fc.record({ strategy: fc.constant('importance_based' as const), threshold }, { requiredKeys: ['strategy'] }),
  fc.record({ strategy: fc.constant('time_based' as const), ms: age }),
  fc.record({ strategy: fc.constant('time_based' as const), hours: fc.constantFrom(0, 0.5, 1, 3) }),
  fc.record({ strategy: fc.constant('time_based' as const), days: fc.constantFrom(0, 1) }),
  fc.record(
    { strategy: fc.constant('capacity_based' as const), maxItems: fc.nat(6), maxTokens: fc.nat(30) },
    { requiredKeys: ['strategy'] },
  ),
);

const limits = fc.record(
  { maxItems: fc.constantFrom(1, 2, 3, 5, 9), maxTokens: fc.constantFrom(1, 6, 20, 50) },
  { requiredKeys: [] },
);

const edit = fc.record(
  { importance, pinned: fc.boolean(), stay: fc.oneof(age, fc.constant(Infinity)), key: fc.option(key) },
  { requiredKeys: [] },
);

/** Calls that must be refused in any state. */
const bad = fc.constantFrom<(engine: Engine) => Promise<unknown>>(
  ...[
    'forget it',
    'oldest two',
    '',
    'position:-1',
    'position:1.5',
    'position:',
    'before:step_x',
    'before:step_-1',
    null,
    7,
    [],
    {},
    { ids: [] },
    { ids: 'item' },
    { ids: [''] },
    { ids: ['x'], tags: ['plan'] },
    { tags: 'plan' },
    { filters: {} },
    { filters: { tags: [] } },
    { filters: { after: Number.NaN } },
    { filters: { fromStep: 2, beforeStep: 1 } },
    { filters: { color: 'red' } },
    { filters: { role: 'user' }, ids: ['x'] },
    { strategy: 'by_luck' },
    { strategy: 'time_based' },
    { strategy: 'time_based', hours: -1 },
    { strategy: 'time_based', days: Number.NaN },
    { strategy: 'time_based', hours: 1, days: 1 },
    { strategy: 'time_based', weeks: 1 },
    { strategy: 'importance_based', threshold: Number.NaN },
    { strategy: 'importance_based', threshold: 2 },
    { strategy: 'capacity_based', maxItems: -1 },
    { strategy: 'capacity_based', maxTokens: 1.5 },
    { strategy: 'capacity_based', maxItems: Number.NaN },
    { strategy: 'capacity_based', maxItems: '3' },
  ].map((wrong) => async (engine: Engine) => engine.forget(wrong as ForgetRequest, 'soft')),
  (engine) => engine.forget('oldest', 'firmly' as 'hard'),
  (engine) => engine.memorize([{ text: 'fine' }, { text: 'fine', importance: Number.NaN }]),
  (engine) => engine.memorize([{ text: 'fine', at: -1 }]),
  (engine) => engine.memorize([{ text: ' ' }]),
  (engine) => engine.memorize([{ text: 'fine', expiresAt: 1 }]),
  (engine) => engine.update('1.0', { expiresAt: 1 }),
  (engine) => engine.update('1.0', { importance: Number.NaN }),
  (engine) => engine.update('1.0', { importance: 1.01 }),
  (engine) => engine.update('1.0', { pinned: 1 as unknown as boolean }),
  (engine) => engine.update('1.0', { text: 'other' } as object),
);

const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('memorize' as const),
      newcomers: fc.array(newcomer, { minLength: 1, maxLength: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('memorize' as const), newcomers: fc.array(newcomer, { maxLength: 6 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('forget' as const),
      request,
      mode: fc.constantFrom('soft' as const, 'hard' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restore' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('update' as const), pick, edit }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('revise' as const),
      pick: fc.oneof(pick, key),
      words: fc.constantFrom(1, 2, 5),
      again: rarely(pick),
      importance: fc.option(importance, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('touch' as const),
      picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('clock' as const),
      ms: fc.constantFrom(-40, -3, -1, 1, 1.5, 30).map((days) => days * DAY),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('sweep' as const, 'step' as const, 'step' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('clock' as const),
      ms: fc.integer({ min: -300, max: 500 }).map((tens) => tens * TEN_SECONDS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('setLimits' as const), limits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('bad' as const), ask: bad }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen' as const) }) },
);
/** Moves between sessions. */
const transfer = fc.oneof(
  fc.record({ type: fc.constant('fork' as const) }),
  fc.record({ type: fc.constant('export' as const) }),
  fc.record({
    type: fc.constant('import' as const),
    pick,
    conflict: fc.constantFrom('keep' as const, 'replace' as const, 'fork' as const),
  }),
);
type Drawn = typeof command | typeof transfer extends fc.Arbitrary<infer Type> ? Type : never;
/** A command with its ids and moments in place. */
type Command =
  | {
      type: 'memorize';
      items: readonly {
        text: string;
        tokens: number;
        importance: number;
        pinned: boolean;
        tags: string[];
        at: number | undefined;
        replaces?: string;
        key?: string;
        expiresAt?: number;
      }[];
    }
  | { type: 'revise'; name: string; text: string; tokens: number; importance?: number }
  | { type: 'touch'; ids: readonly string[] }
  | { type: 'forget'; request: ForgetRequest; mode: ForgetMode }
  | { type: 'restore'; id: string }
  | { type: 'update'; id: string; edit: ItemEdit }
  | { type: 'sweep' | 'step' }
  | { type: 'setLimits'; limits: Partial<Limits> };

const steps = fc.constantFrom(0, 1, 3, Infinity);
const span = fc.constantFrom(1, 600_000, 3_600_000, Infinity);
const settings: fc.Arbitrary<Omit<SettingsInput, 'session'>> = fc.record(
  {
    profile: fc.constantFrom('default' as const, 'queue' as const, 'priority' as const),
    limits,
    importance: fc.record(
      { lowBelow: fc.constantFrom(0, 0.5), protectedFrom: fc.constantFrom(0.5, 2) },
      { requiredKeys: [] },
    ),
    eviction: fc.record(
      { recentSteps: steps, key: fc.constantFrom('fifo' as const, 'priority' as const) },
      { requiredKeys: [] },
    ),
    ttl: fc.record({ softSteps: steps, softMs: span, hardMs: span }, { requiredKeys: [] }),
    decay: fc.record(
      { floor: fc.constantFrom(0.11, 0.37), periodMs: fc.constantFrom(97_000, 21_600_000) },
      { requiredKeys: [] },
    ),
    longTail: fc.record({ maxItems: fc.constantFrom(0, 1, 2, 4, 50) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['profile'] },
);

/** @param saw hears of what happened, to count it */
async function live(
  chosen: Omit<SettingsInput, 'session'>,
  commands: readonly Drawn[],
  saw: (what: string) => unknown = () => undefined,
): Promise<void> {
  const clock = fakeClock();
  const storage = memoryStorage();
  let [turn, named, session] = [0, 0, ADDRESS.session];
  const open = async (): Promise<Engine> =>
    (await testEngine({ ...chosen, session }, { storage, clock, ids: () => `${turn}.${named++}` })).engine;
  let engine = await open();
  const settings = resolveSettings({ ...ADDRESS, ...chosen });
  let model = new ModelStore(settings, clock.now);
  const exports: { readonly data: string; readonly brought: ModelExport }[] = [];
  const known: string[] = ['nobody'];
  const ledger = { stored: new Set<string>() };
  const idOf = (number: number): string => {
    const ids = number % 5 === 0 ? known : [...model.items, ...model.tail].map(({ id }) => id);
    return ids[number % ids.length] ?? 'nobody';
  };
  /** An id, or the key itself. */
  const nameOf = (drawn: number | string): string => (typeof drawn === 'string' ? drawn : idOf(drawn));

  for (const command of commands) {
    [turn, named] = [turn + 1, 0];
    if (command.type === 'clock') {
      clock.now += command.ms;
    } else if (command.type === 'reopen') {
      const former = present();
      const { events } = model.reopen(clock.now);
      engine = await open();
      await compareJournal(former, events);
    } else if (command.type === 'export') {
      const { items, tail, erased, step } = model;
      const data = (await exportBundle(engine, 'json', { ...settings, session })) as string;
      exports.push({ data, brought: { items, tail, erased, step } });
      saw('export');
    } else if (command.type === 'import') {
      await compareImport(command);
    } else if (command.type === 'fork') {
      saw('fork');
      await engine.forkSession(`fork ${turn}`);
      model = model.fork();
      await goOnIn(`fork ${turn}`);
    } else if (command.type === 'bad') {
      const before = await everything();
      await expect(command.ask(engine)).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringContaining('Nothing was changed'),
      });
      expect(await everything()).toEqual(before);
    } else {
      await compare(settle(command));
    }
    await compareState();
  }

  async function compare(command: Command): Promise<void> {
    const former = present();
    const expected = outcomeOf(() => inModel(command));
    const before = 'refused' in expected ? await everything() : undefined;
    const answer = await inEngine(command).catch((error: { code?: string }) => ({ refused: error.code ?? error }));
    const refused = 'refused' in expected ? `: ${expected.refused}` : '';
    saw(command.type + refused);
    for (const { type } of expected.events) saw(type);
    if ('refused' in expected) {
      expect(answer).toEqual({ refused: expected.refused });
      expect({ ...(await everything()), journal: before?.journal }).toEqual(before);
      await compareJournal(former, expected.events);
      return;
    }
    expect(answer).toEqual(about(expected.result));
    await compareJournal(former, expected.events);
  }

  /** Goes on in the new session where one is made. */
  async function compareImport({ pick, conflict }: Extract<Drawn, { type: 'import' }>): Promise<void> {
    const chosenExport = exports[pick % exports.length];
    if (!chosenExport) return;
    const { data, brought } = chosenExport;
    const isFork = conflict === 'fork';
    const options = isFork ? { conflict, as: `import ${turn}` } : { conflict };
    const host = { settings, alone: <T>(work: () => Promise<T>) => work() };
    const answer = await importBundle(engine, data, options, host);
    const { head } = await engine.status();
    const made = isFork ? model.sessionOf(clock.now, brought) : undefined;
    const merged = made ?? model.import(clock.now, brought, conflict as 'keep', head > model.head);
    if (merged.isChanged && !isFork) expect(head, 'an import is one commit').toBe(model.head);
    const { items, tail, overflow, tombstones } = answer;
    const conflicts = answer.conflicts.filter((one) => 'item' in one);
    const skipped = answer.skipped.map(({ where }) => where.replace('item ', '')).sort();
    const byIds = (list: readonly { id: string; by: string }[]) => list.map(({ id, by }) => `${id} ${by}`).sort();
    const expected = {
      ...merged.result,
      skipped: [...merged.result.skipped].sort(),
      replaced: byIds(merged.result.replaced),
    };
    const replaced = byIds(answer.replaced);
    expect({ items, tail, overflow, tombstones, conflicts, replaced, skipped }).toEqual(expected);
    saw(`import: ${conflict}`);
    const counts = { items, tail, overflow, tombstones, skipped: skipped.length, replaced: replaced.length };
    for (const [what, count] of Object.entries(counts)) if (count > 0) saw(`imported: ${what}`);
    for (const { kept } of conflicts) saw(`imported: kept ${kept}`);
    if (made) {
      model = made.session;
      await goOnIn(`import ${turn}`);
    }
    ledger.stored = new Set(model.items.map(({ id }) => id));
  }

  async function goOnIn(name: string): Promise<void> {
    session = name;
    ledger.stored = new Set(model.items.map(({ id }) => id));
    const former = present();
    const { events } = model.reopen(clock.now);
    engine = await open();
    await compareJournal(former, events);
  }

  function present() {
    return { head: model.head, step: model.step, usage: model.usage() };
  }

  /** One entry since then, with these events, or none. */
  async function compareJournal(former: ReturnType<typeof present>, events: readonly ModelEvent[]): Promise<void> {
    const entries = await engine.journal(former.head, 10);
    const { head, time } = model;
    const usage = { before: former.usage, after: model.usage() };
    const entry = { head, time, step: former.step, usage, events: about(events), touched: expect.any(Array) };
    expect(entries).toEqual(events.length > 0 ? [entry] : []);
    for (const event of entries.flatMap((entry) => entry.events as readonly ItemEvent[])) book(event);
  }

  function book(event: ItemEvent): void {
    if (event.type === 'item-memorized' || event.type === 'item-touched') ledger.stored.add(event.id);
    const leaves =
      event.type === 'item-evicted' ||
      event.type === 'item-expired' ||
      (event.type === 'item-replaced' && event.place === 'items') ||
      (event.type === 'item-forgotten' && event.mode === 'hard' && event.place === 'items');
    if (leaves) expect(ledger.stored.delete(event.id), 'only what is in the store leaves it').toBe(true);
  }

  function inModel(command: Command): ModelOutcome {
    switch (command.type) {
      case 'memorize':
        return model.memorize(
          clock.now,
          command.items.map((item, index) => ({ ...item, id: `${turn}.${index}` })),
        );
      case 'revise': {
        const { name, text, tokens, importance } = command;
        const said = { id: `${turn}.0`, text, tokens, ...(importance !== undefined && { importance }) };
        return model.revise(clock.now, name, said);
      }
      case 'touch':
        return model.touch(clock.now, command.ids);
      case 'forget':
        return model.forget(clock.now, command.request, command.mode);
      case 'restore':
        return model.restore(clock.now, command.id);
      case 'update':
        return model.update(clock.now, command.id, command.edit);
      case 'sweep':
        return model.sweep(clock.now);
      case 'step':
        return model.advance(clock.now);
      case 'setLimits':
        return model.setLimits(clock.now, command.limits);
    }
  }

  async function inEngine(command: Command): Promise<unknown> {
    switch (command.type) {
      case 'memorize':
        return engine.memorize(
          command.items.map(({ tokens: _, at, ...item }) => ({ ...item, ...(at !== undefined && { at }) })),
        );
      case 'revise': {
        const { importance } = command;
        return engine.revise(command.name, command.text, { ...(importance !== undefined && { importance }) });
      }
      case 'touch':
        return engine.touch(command.ids);
      case 'forget':
        return itemsOf(engine.forget(command.request, command.mode));
      case 'restore':
        return engine.restore(command.id);
      case 'update':
        return engine.update(command.id, command.edit);
      case 'sweep':
        return engine.sweep();
      case 'step':
        return engine.step();
      case 'setLimits':
        return engine.setLimits(command.limits);
    }
  }

  function settle(drawn: Exclude<Drawn, { type: 'clock' | 'reopen' | 'fork' | 'export' | 'import' | 'bad' }>): Command {
    const now = model.now(clock.now);
    const said = (again: number | null) => (again === null ? undefined : [...model.items, ...model.tail][again]);
    switch (drawn.type) {
      case 'memorize': {
        const items = drawn.newcomers.map(({ words, age, stay, replaces, again, key, ...item }, index) => {
          return {
            ...item,
            ...(stay !== null && { expiresAt: now + stay }),
            text: said(again)?.text ?? textOf(words, `${turn}.${index}`),
            tokens: said(again)?.tokens ?? words,
            at: age === null ? undefined : clock.now - age,
            ...(replaces !== null && { replaces: nameOf(replaces) }),
            ...(key !== null && { key }),
          };
        });
        known.push(...items.map((_, index) => `${turn}.${index}`));
        return { type: 'memorize', items };
      }
      case 'revise': {
        const { words, again, importance } = drawn;
        known.push(`${turn}.0`);
        return {
          type: 'revise',
          name: nameOf(drawn.pick),
          text: said(again)?.text ?? textOf(words, `${turn}.0`),
          tokens: said(again)?.tokens ?? words,
          ...(importance !== undefined && { importance }),
        };
      }
      case 'forget': {
        const { request } = drawn;
        return {
          ...drawn,
          request: typeof request === 'object' && 'ids' in request ? { ids: request.ids.map(idOf) } : request,
        };
      }
      case 'restore':
        return { type: 'restore', id: idOf(drawn.pick) };
      case 'touch':
        return { type: 'touch', ids: [...new Set(drawn.picks.map(idOf))] };
      case 'update': {
        const { stay, ...others } = drawn.edit;
        const edit = { ...others, ...(stay !== undefined && { expiresAt: now + stay }) };
        return { type: 'update', id: idOf(drawn.pick), edit };
      }
      default:
        return drawn;
    }
  }

  async function everything() {
    return {
      journal: await engine.journal(0, 1_000_000),
      list: await engine.listItems(),
      capacity: await engine.capacity(),
    };
  }

  async function compareState(): Promise<void> {
    const list = await engine.listItems();
    expect(list).toEqual(about(model.list(clock.now)));
    const { usage, limits, over, free, longTail, expired } = await engine.capacity();
    const present = model.present(clock.now);
    expect(usage).toEqual(model.usage(present.items));
    expect([expired, longTail.items]).toEqual([present.expired, present.tail.length]);
    expect(list.map(({ position }) => position)).toEqual(list.map((_, place) => place));
    expect([...ledger.stored].sort()).toEqual(model.items.map(({ id }) => id).sort());
    if (present.items.some(({ pinned }) => !pinned)) expect(over).toEqual({ items: 0, tokens: 0 });
    expect(usage.items + free.items - over.items).toBe(limits.maxItems);
    expect(usage.tokens + free.tokens - over.tokens).toBe(limits.maxTokens);
    expect(limits).toEqual(model.limits);
    expect(longTail.items).toBeLessThanOrEqual(longTail.maxItems);

    const { rows } = await compactStorage(storage).load({ ...ADDRESS, session }, ['items', 'tail', 'tombstones']);
    const stored = (store: string) =>
      Object.fromEntries(rows.filter((row) => row.store === store).map(({ key, value }) => [key, value]));
    expect(Object.keys(stored('items')).sort()).toEqual(model.items.map(({ id }) => id).sort());
    const archived = model.tail.map(
      ({ id, left, ...fields }) =>
        [id, { ...fields, left: expect.objectContaining(left), check: expect.any(String) }] as const,
    );
    expect(stored('tail')).toEqual(byId(archived));
    const places = rows.flatMap(({ store, key, value }) =>
      store === 'tail' ? [{ key, ...(value as unknown as LeftRow).left }] : [],
    );
    const inOrder = places.sort((one, other) => one.head - other.head || one.turn - other.turn);
    expect(inOrder.map(({ key }) => key)).toEqual(model.tail.map(({ id }) => id));
    expect(stored('tombstones')).toEqual(
      byId([...model.erased].map(([id, fields]) => [id, { ...fields, check: expect.any(String) }])),
    );

    const { hits } = await recalled(engine, '', {
      scope: ['items', 'tail'],
      ranking: 'importance-recency',
      limit: 1000,
    });
    expect(hits.map(({ id, archived, left }) => ({ id, archived, left }))).toEqual(model.visible(clock.now));
  }
}

interface LeftRow {
  readonly left: { readonly head: number; readonly turn: number };
}

const textOf = (words: number, id: string): string => Array.from({ length: words }, () => `word-${id}`).join(' ');
const byId = <Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> =>
  Object.fromEntries(entries);

function outcomeOf(
  work: () => ModelOutcome,
): ModelOutcome | { readonly refused: string; readonly events: readonly ModelEvent[] } {
  try {
    return work();
  } catch (error) {
    if (error instanceof ModelRefusal) return { refused: error.code, events: error.events };
    throw error;
  }
}

/** Equal but for the last bits of a logarithm. */
function about(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(about);
  if (typeof value !== 'object' || value === null) return value;
  const close = ([name, field]: [string, unknown]): [string, unknown] => [
    name,
    name === 'priority' || name === 'decay' ? expect.closeTo(field as number, 12) : about(field),
  ];
  return Object.fromEntries(Object.entries(value).map(close));
}

/** The model decides; the words about it have tests of their own. */
/** Removes warnings, and what is erased beside the items: the model has neither sentences nor files. */
async function itemsOf(answer: Promise<ForgetResult>): Promise<ForgetResult> {
  const { warning: _, warningDetails: _details, erasure: _erasure, ...result } = await answer;
  return result;
}

const isForgetting = ({ type }: Drawn): boolean => type === 'forget' || type === 'restore';
const lives = (numbers: { minLength?: number; maxLength: number }) => fc.array(command, { ...numbers, size: 'max' });

test('adding, editing, sweeping and steps answer, journal and leave what the model says', async () => {
  const property = fc.asyncProperty(settings, lives({ maxLength: 40 }), (chosen, commands) =>
    live(
      { ...chosen, longTail: { maxItems: 1000 } },
      commands.filter((command) => !isForgetting(command)),
    ),
  );
  await fc.assert(property, { seed: 3, numRuns: 250 });
});

test('forgetting and a long tail of any length do too', async () => {
  await fc.assert(
    fc.asyncProperty(settings, lives({ maxLength: 40 }), (chosen, commands) => live(chosen, commands)),
    { seed: 4, numRuns: 300 },
  );
});

/** Events of histories of several sessions. */
const EVENTUALLY = [
  'export',
  'fork',
  ...['keep', 'replace', 'fork'].map((conflict) => `import: ${conflict}`),
  ...['items', 'tail', 'overflow', 'tombstones', 'skipped', 'replaced', 'kept here', 'kept imported'].map(
    (what) => `imported: ${what}`,
  ),
  'revise',
  'revise: not-found',
  'revise: item-state',
  'memorize: invalid-input',
  'update: invalid-input',
  'item-replaced',
  'item-touched',
  'item-expired',
  'item-evicted',
  'item-forgotten',
  'tail-dropped',
  'limits-set',
  'add-refused',
  'clock-jumped',
];

test('exports, imports and forks between the commands do too', async () => {
  const seen = new Set<string>();
  const commands = fc.array(fc.oneof({ weight: 5, arbitrary: command }, { weight: 2, arbitrary: transfer }), {
    maxLength: 50,
    size: 'max',
  });
  const property = fc.asyncProperty(settings, commands, (chosen, drawn) =>
    live(chosen, drawn, (what) => seen.add(what)),
  );
  await fc.assert(property, { seed: 17, numRuns: 300 });
  // Sessions that tell of one thing without each other, which seldom meet in the histories above.
  const keyed = newcomer.map((fact) => ({ ...fact, replaces: null, again: null, key: 'city' as const }));
  const facts = fc.record({ type: fc.constant('memorize' as const), newcomers: fc.tuple(keyed) });
  const apart = fc.array(fc.oneof({ weight: 3, arbitrary: facts }, { weight: 2, arbitrary: transfer }), {
    maxLength: 30,
    size: 'max',
  });
  const meeting = fc.asyncProperty(settings, apart, (chosen, drawn) => live(chosen, drawn, (what) => seen.add(what)));
  await fc.assert(meeting, { seed: 18, numRuns: 100 });
  expect([...seen], 'else the histories show too little').toEqual(expect.arrayContaining(EVENTUALLY));
}, 120_000);

test('a long life with the limits of each profile stays that of the model', async () => {
  for (const profile of ['default', 'queue', 'priority'] as const) {
    const property = fc.asyncProperty(lives({ minLength: 250, maxLength: 300 }), (commands) =>
      live({ profile }, commands),
    );
    await fc.assert(property, { seed: 4004, numRuns: 3, endOnFailure: true });
  }
});
