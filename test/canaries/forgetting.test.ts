// Each kind of hard forget takes a canary out of every store that it was hidden in, and out of every answer.
import { describe, expect, it } from 'vitest';
import { memoryStorage, type WorkingMemory } from '../../src/entries/index.ts';
import type { ForgetRequest } from '../../src/items/forgetting/request.ts';
import { STRATEGIES } from '../../src/items/forgetting/strategies.ts';
import { ROW_STORES, type RowStore, type Storage } from '../../src/storage/port.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { openCanaries, plant } from '../support/canaries/plant.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { scriptedEmbedder } from '../support/fakes/scripted-embedder.ts';

const HERE = { workspace: '/', session: 'test' };
const HOUR = 3_600_000;

const open: typeof openCanaries = (storage, options) =>
  openCanaries(storage, { embedder: scriptedEmbedder(), ...options });

/** By store, what of it holds a canary. */
async function stored(storage: Storage): Promise<Map<RowStore | 'journal', string[]>> {
  const { rows } = await storage.load(HERE, ROW_STORES);
  const found = new Map<RowStore | 'journal', string[]>();
  const take = (store: RowStore | 'journal', value: unknown): void => {
    const some = traces(value, store);
    if (some.length > 0) found.set(store, [...(found.get(store) ?? []), ...some]);
  };
  for (const { store, key, value } of rows) take(store, { [key]: value });
  take('journal', await storage.journal(HERE, 0, 100_000));
  return found;
}

/** Everything that a memory tells of its session. */
async function answers(memory: WorkingMemory, ids: readonly string[]): Promise<unknown> {
  const { items, files, transcript, context, state, sessions } = memory;
  const asked = ['café', 'PIN', '密码', 'What is my PIN?'];
  const audit: unknown[] = [];
  for await (const record of items.audit()) audit.push(record);
  const paths = [...(await files.list()).map(({ path }) => path), 'archive/gone-one.md', 'detail/before-one.md'];
  return [
    audit,
    await items.list(),
    await items.summarize({ maxChars: 10_000 }),
    await Promise.all(asked.map((question) => items.remember(question, { scope: 'all', explain: true, limit: 50 }))),
    await Promise.all(asked.map((question) => memory.recall(question))),
    await Promise.all(ids.map((id) => items.whyNot(id, 'PIN'))),
    await Promise.all(paths.map((path) => files.read(path).catch((error: unknown) => error))),
    await Promise.all(paths.map((path) => files.history(path))),
    await transcript.read({ limit: 1000 }),
    await context.branches(),
    await context.recalled(),
    await state.read(),
    await sessions.list(),
    await memory.report(),
    await memory.salvage(),
    await memory.export(),
    await memory.export({ format: 'json' }),
    memory.runtime,
    memory.recovery,
    memory.health(),
  ];
}

/** The canary is the only item that each of them selects. */
const KINDS: { readonly [By in keyof typeof STRATEGIES]: (id: string, text: string) => ForgetRequest } = {
  oldest: () => 'oldest',
  'least-important': () => 'least important',
  position: () => 'position:0',
  'before-step': () => 'before:step_1',
  ids: (id) => ({ ids: [id] }),
  text: (_, text) => ({ text: text.toUpperCase() }),
  tags: () => ({ tags: ['canary'] }),
  filters: () => ({ filters: { speaker: 'Ann' } }),
  message: () => ({ message: 0 }),
  importance: () => ({ strategy: 'importance_based', threshold: 0.2 }),
  age: () => ({ strategy: 'time_based', hours: 1 }),
  capacity: () => ({ strategy: 'capacity_based', maxItems: 1 }),
};

describe.each(Object.entries(CANARIES))('a canary in %s', (language, canary) => {
  it.each(Object.entries(KINDS))('leaves every store and answer with a forget by %s', async (_, request) => {
    const storage = memoryStorage();
    const clock = fakeClock();
    const memory = await open(storage, { clock, locale: language as 'en' | 'zh-CN' });
    const heard: unknown[] = [];
    memory.subscribe((commit) => heard.push(commit));
    const { id } = await plant(memory, canary, HERE);
    clock.now += 2 * HOUR;
    await memory.items.step();
    await memory.items.memorize('what stays here', { importance: 0.9 });
    await memory.embedding.settled();
    const before = await stored(storage);
    expect([...before.keys()].sort()).toEqual(
      ['fileHistory', 'files', 'items', 'ledger', 'messages', 'parts', 'sessions'].sort(),
    );

    const result = await memory.items.forget(request(id, canary), { mode: 'hard' });
    expect(result.forgotten.map(({ id: gone }) => gone)).toEqual([id]);
    expect(Object.fromEntries(await stored(storage))).toEqual({});
    expect(traces([heard, result, await answers(memory, [id])])).toEqual([]);
    await memory.close();
    const again = await open(storage, { clock });
    expect(traces(await answers(again, [id]))).toEqual([]);
    expect((await again.items.list()).map(({ text }) => text)).toEqual(['what stays here']);
    await again.close();
  });
});
