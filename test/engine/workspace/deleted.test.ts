// A workspace that is deleted while one of its conversations is open.
import { expect, it, onTestFinished } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../../src/entries/index.ts';

it('is found by nobody any more, takes no write, and can be begun anew', async () => {
  const storage = memoryStorage();
  const open = async (session: string): Promise<WorkingMemory> => {
    const memory = await openWorkingMemory({ session, workspace: 'ann', storage, worker: false });
    onTestFinished(() => memory.close());
    return memory;
  };
  const [one, two] = [await open('one'), await open('two')];
  await one.items.memorize('The otter lives in the river.');
  await one.shared.items.memorize('Otters are protected.');
  const found = async (memory: WorkingMemory): Promise<string[]> =>
    (await memory.items.remember('otter', { scope: 'workspace' })).hits.map(({ snippet }) => snippet).sort();
  expect(await found(two)).toEqual(['Otters are protected.', 'The otter lives in the river.']);
  for (const { workspace, session } of await storage.sessions({ workspace: 'ann' }))
    await storage.remove({ workspace, session });
  expect(await found(two)).toEqual([]);
  // A write to what is gone would bring it back: it is refused, and whoever opens the conversation again begins anew.
  await expect(one.items.memorize('An otter was seen.')).rejects.toMatchObject({ code: 'not-found' });
  const again = await open('one');
  await again.items.memorize('A new otter came.');
  for (const memory of [again, two]) expect(await found(memory)).toEqual(['A new otter came.']);
});
