// Ids of commits survive a hard forget in the journal: they reveal nothing of what was written.
import { expect, it } from 'vitest';
import { commitBatch } from '../../src/engine/session/commit-batch.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Batch, Manifest, Storage } from '../../src/storage/port.ts';
import { withChecksum } from '../../src/engine/session/row-checksum.ts';
import { testEngine } from '../support/engine.ts';

const ADDRESS = { workspace: '/', session: 'test' };

/** The ids in what is stored, oldest first, of a session where one PIN was memorized and forgotten for good. */
async function idsAfterForgetting(): Promise<unknown[]> {
  const storage = memoryStorage();
  const batches: Batch[] = [];
  const watched: Storage = {
    ...storage,
    commit: (address, basis, batch) => {
      batches.push(batch);
      return storage.commit(address, basis, batch);
    },
  };
  let isNamed = false;
  const random = (): string => crypto.randomUUID();
  // A fixed generation, so that only the salt can differ.
  const generation = (): string => (isNamed ? random() : ((isNamed = true), 'one name'));
  const { engine } = await testEngine({}, { storage: watched, generation });
  await engine.memorize([{ text: 'my pin is 4711' }]);
  await engine.forget('oldest', 'hard');
  await engine.step();
  const stored = await storage.journal(ADDRESS, 0, 100);
  await engine.close();
  return stored.map(({ after }) => after);
}

it('differ between sessions that were told the same at the same time', async () => {
  const [one, other] = [await idsAfterForgetting(), await idsAfterForgetting()];
  expect(one.length).toBeGreaterThan(2);
  expect(one.filter((id) => id !== undefined && other.includes(id))).toEqual([]);
});

it('let nobody test a guess of the text who knows everything else of the commit', () => {
  const manifest = {
    version: 2,
    generation: 'name',
    head: 1,
    time: 1,
    items: 1,
    tokens: 4,
    messages: 0,
  } as Manifest & { generation: string };
  const told = { after: undefined, step: 0, before: { items: 0, tokens: 0 }, events: [] };
  const idOf = (pin: string, salt: string): unknown => {
    const value = withChecksum({ text: `my pin is ${pin}` });
    return commitBatch(manifest, told, [{ store: 'items', key: 'item-1', value }], salt).manifest.commit;
  };
  const stored = idOf('4711', crypto.randomUUID());
  const guesses = Array.from({ length: 10_000 }, (_, pin) => idOf(String(pin).padStart(4, '0'), ''));
  expect(new Set(guesses).size).toBe(10_000);
  expect(guesses).not.toContain(stored);
  expect(idOf('4711', 'one')).toBe(idOf('4711', 'one'));
});
