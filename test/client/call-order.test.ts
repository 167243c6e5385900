// Calls commit in the order in which they were made, however long each takes to load code or to plan.
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { memoryStorage, type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { countingIds, wordTokens } from '../support/fakes/fakes.ts';
import { silentStorage } from '../support/fakes/silent-storage.ts';
import { outcome } from '../support/promises.ts';

const open = (options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openWorkingMemory({
    session: 'order',
    storage: memoryStorage(),
    worker: false,
    ids: countingIds(),
    tokenizer: wordTokens,
    ...options,
  });

/** Every kind of call that commits once by itself. */
const CALLS: readonly ((memory: WorkingMemory) => Promise<unknown>)[] = [
  ({ items }) => items.memorize('something new'),
  ({ items }) => items.forget('oldest'),
  ({ items }) => items.forget({ ids: ['item-2'] }, { mode: 'hard' }),
  ({ items }) => items.step(),
  ({ transcript }) => transcript.append({ role: 'user', text: 'hello' }),
  ({ state }) => state.onEvent({ type: 'task_started', context: { task: 'order' } }),
  ({ files }) => files.write('detail/a.md', 'text'),
];

/** The events of each commit after this head. */
async function commits(memory: WorkingMemory, after = 0): Promise<Map<number, string>> {
  const events = new Map<number, string>();
  for await (const { head, event } of memory.items.audit({ after })) {
    events.set(head, `${events.get(head) ?? ''} ${JSON.stringify(event)}`);
  }
  return events;
}

it('a call works on what was passed, whatever the app makes of it afterwards', async () => {
  const memory = await open();
  const { items } = memory;
  await items.memorize(['kept', 'forgotten']);
  const item = { text: 'one', tags: ['a'] };
  const ids = ['item-2'];
  const edit = { importance: 0.9 };
  const calls = [items.memorize(item), items.memorize([item]), items.forget({ ids }, { mode: 'hard' })];
  calls.push(items.update('item-1', edit) as never, items.touch(ids) as never);
  Object.assign(item, { text: 'two' });
  item.tags.push('b');
  ids[0] = 'item-1';
  edit.importance = 0.1;
  await Promise.allSettled(calls);
  const left = await items.list();
  expect(left.map(({ text, tags, importance }) => [text, tags, importance])).toEqual([
    ['kept', undefined, 0.9],
    ['one', ['a'], 0.5],
  ]);
  await memory.close();
});

it('calls of one tick commit as calls made one after the other do, whatever the order is', async () => {
  const run = async (perform: (memory: WorkingMemory) => Promise<unknown>): Promise<string[]> => {
    const memory = await open({ clock: () => 1_700_000_000_000 });
    await memory.items.memorize(['a', 'b', 'c', 'd']);
    const [head] = [...(await commits(memory)).keys()].slice(-1);
    await perform(memory);
    const done = [...(await commits(memory, head)).values()];
    await memory.close();
    return done;
  };
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...CALLS], { minLength: 2 }), async (calls) => {
      const inOneTick = await run((memory) => Promise.all(calls.map((call) => call(memory))));
      const oneByOne = await run(async (memory) => {
        for (const call of calls) await call(memory);
      });
      expect(oneByOne).toHaveLength(calls.length);
      expect(inOneTick).toEqual(oneByOne);
    }),
    { numRuns: 40 },
  );
});

it('a selection by age takes the same item as if it had been awaited', async () => {
  const memory = await open({ limits: { maxItems: 2 } });
  await memory.items.memorize(['first', 'second']);
  const [{ forgotten }, { evicted }] = await Promise.all([
    memory.items.forget('oldest'),
    memory.items.memorize('third'),
  ]);
  expect(forgotten.map(({ id }) => id)).toEqual(['item-1']);
  expect(evicted.map(({ id }) => id)).toEqual(['item-1']);
  await memory.close();
});

it('a call of several steps that does not end holds later ones back no longer than its deadline', async () => {
  const storage = silentStorage();
  const memory = await open({ storage, deadlineMs: 30_000 });
  await memory.state.read();
  storage.fallSilent();
  vi.useFakeTimers();
  const event = outcome(memory.state.onEvent({ type: 'task_started', context: { task: 'order' } }));
  const heldBack = outcome(memory.items.memorize('too late to be stored'));
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  expect(event.value).toMatchObject({ code: 'timeout', details: { method: 'state.onEvent' } });
  expect(heldBack.value).toMatchObject({ code: 'timeout', details: { method: 'items.memorize' } });
  storage.answerAgain();
  await memory.items.memorize('next');
  expect((await memory.items.list()).map(({ text }) => text)).toEqual(['next']);
  await memory.close();
});
