import { afterEach, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';

const opened: WorkingMemory[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((memory) => memory.close()));
});

const kept = async (opening: Promise<WorkingMemory>): Promise<WorkingMemory> => {
  const memory = await opening;
  opened.push(memory);
  return memory;
};

it('without the option `storage`, a fork opens with what was forked, and every memory lists the same sessions', async () => {
  const memory = await kept(openWorkingMemory({ session: 'one' }));
  expect(memory.runtime).toMatchObject({ place: 'same-thread', storage: 'memory' });
  await memory.items.memorize('Ana prefers trains');
  await memory.sessions.fork('copy');
  const copy = await kept(memory.sessions.open('copy'));
  expect((await copy.items.list()).map(({ text }) => text)).toEqual(['Ana prefers trains']);
  const again = await kept(openWorkingMemory({ session: 'one', storage: 'memory' }));
  expect(await again.items.list()).toHaveLength(1);
  expect((await again.sessions.list()).map(({ session }) => session)).toEqual(['copy', 'one']);
});

it('an open session and another memory of it see each other’s commits', async () => {
  const one = await kept(openWorkingMemory({ session: 'two owners' }));
  const other = await kept(openWorkingMemory({ session: 'two owners' }));
  await one.items.memorize('from one');
  await other.items.memorize('from the other');
  await one.items.step();
  expect((await one.items.list()).map(({ text }) => text)).toEqual(['from one', 'from the other']);
});

it('`memoryStorage()` keeps apart what is to be apart', async () => {
  await kept(openWorkingMemory({ session: 'shared' }));
  const apart = await kept(openWorkingMemory({ session: 'apart', storage: memoryStorage() }));
  expect((await apart.sessions.list()).map(({ session }) => session)).toEqual(['apart']);
});
