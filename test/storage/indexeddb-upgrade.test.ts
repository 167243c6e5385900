import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { batch } from '../support/storage/batches.ts';

const HERE = { workspace: '/here', session: 'one' };

it('a database without the store of parts gets it, and keeps what it has', async () => {
  const stores = 'manifest journal sessions items tail files fileHistory messages ledger vectors tombstones'.split(' ');
  const old = await openDB('old', 1, {
    upgrade(fresh) {
      for (const store of stores) fresh.createObjectStore(store);
    },
  });
  const first = batch(1, []);
  await old.put('manifest', first.manifest, [HERE.workspace, HERE.session]);
  old.close();
  const storage = idbStorage({ name: 'old' });
  expect((await storage.load(HERE, ['items', 'parts'])).manifest).toEqual(first.manifest);
  const part = { store: 'parts' as const, key: 'a'.repeat(64), value: { bytes: 1, data: 'x', check: 'c' } };
  expect(await storage.commit(HERE, { head: 1 }, batch(2, [part]))).toEqual({ status: 'done' });
  expect(await storage.rows(HERE, 'parts', '', 10)).toEqual([part]);
  await storage.close();
});
