// Each kind of hard forget removes a canary from every store that it was planted in, and from every answer.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/entries/index.ts';
import { ROW_STORES, type RowStore, type Storage } from '../../src/storage/port.ts';
import { answers } from '../support/canaries/answers.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { KINDS } from '../support/canaries/kinds.ts';
import { openCanaries, plant } from '../support/canaries/plant.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { scriptedEmbedder } from '../support/fakes/scripted-embedder.ts';

const HERE = { workspace: '/', session: 'test' };
const HOUR = 3_600_000;

const open: typeof openCanaries = (storage, options) =>
  openCanaries(storage, { embedder: scriptedEmbedder(), ...options });

/** Returns the places of canaries by store. */
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
