// A hard forget of what is damaged in storage.
import { expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { RowChange, Storage } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';
import { everythingIn } from '../support/storage/everything-in.ts';

const SECRET = 'the safe opens with 47k11-0815';

/** Returns the same storage, whose rows of this store come back with a field too many. */
function damaging(store: RowChange['store'], storage: Storage): Storage {
  const damaged = (row: RowChange): RowChange =>
    row.store === store && row.value ? { ...row, value: { ...row.value, scratch: 1 } } : row;
  return {
    ...storage,
    async commit(address, basis, batch) {
      const outcome = await storage.commit(address, basis, batch);
      if (outcome.status === 'done') return outcome;
      return { status: 'moved', moved: { ...outcome.moved, rows: outcome.moved.rows.map(damaged) } };
    },
    async row(address, store, key) {
      return damaged({ store, key, value: await storage.row(address, store, key) }).value;
    },
  };
}

it('keeps no copy of a damaged message that it empties', async () => {
  const storage = memoryStorage();
  const other = await testEngine({}, { storage });
  const { engine } = await testEngine({}, { storage: damaging('messages', storage) });
  await other.engine.appendMessages([{ role: 'user', text: SECRET }]);
  await engine.forget({ message: 0 }, 'hard');
  expect(await everythingIn(storage)).not.toContain('47k11');
});

it('keeps no copy of a damaged row of the session that quotes, and leaves a sound one', async () => {
  const storage = memoryStorage();
  const other = await testEngine({}, { storage });
  const { engine } = await testEngine({}, { storage: damaging('sessions', storage) });
  await other.engine.appendMessages([{ role: 'user', text: SECRET }]);
  await engine.memorize([{ text: 'a commit that meets the damage' }]);
  await engine.forget({ text: SECRET }, 'hard');
  expect(await everythingIn(storage)).not.toContain('47k11');
  const { engine: later } = await testEngine({}, { storage });
  expect(await later.status()).toMatchObject({ quarantined: [], recovery: { lost: {} } });
});
