// Events of IndexedDB alone, tested over a fake and in a real browser.
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import type { RowChange, Storage } from '../../src/storage/port.ts';
import { batch } from '../support/storage/batches.ts';

const ADDRESS = { workspace: '/', session: 'idb' };

const item = (key: string, text: unknown): RowChange => ({
  store: 'items',
  key,
  value: { text, check: 'c' } as RowChange['value'],
});

const keysIn = async (storage: Storage): Promise<string[]> =>
  (await storage.load(ADDRESS, ['items'])).rows.map(({ key }) => key);

export function idbStorageContract(where: string, databaseName: () => string): void {
  describe(`IndexedDB ${where}`, () => {
    afterEach(() => vi.restoreAllMocks());

    it('F37: that was made by a newer library is refused with storage-version', async () => {
      const name = databaseName();
      (await openDB(name, 9)).close();
      await expect(keysIn(idbStorage({ name }))).rejects.toMatchObject({ code: 'storage-version' });
    });

    it('F43: that somebody else wants to change is let go of, and opened again for the next command', async () => {
      const name = databaseName();
      const storage = idbStorage({ name });
      await storage.commit(ADDRESS, { head: 0 }, batch(1, [item('a', 'one')]));
      await deleteDB(name);
      expect(await keysIn(storage)).toEqual([]);
      await storage.commit(ADDRESS, { head: 0 }, batch(1, [item('b', 'anew')]));
      expect(await keysIn(storage)).toEqual(['b']);
      await storage.close();
    });

    it('F42: that was closed under its feet is opened again', async () => {
      const name = databaseName();
      const opened = vi.spyOn(IDBFactory.prototype, 'open');
      const storage = idbStorage({ name });
      await storage.commit(ADDRESS, { head: 0 }, batch(1, [item('a', 'one')]));
      const [request] = opened.mock.results;
      (request?.value as IDBOpenDBRequest | undefined)?.result.close();
      expect(await keysIn(storage)).toEqual(['a']);
      expect(opened).toHaveBeenCalledTimes(2);
      await storage.close();
    });

    it('that cannot store a value stores nothing of the commit', async () => {
      const storage = idbStorage({ name: databaseName() });
      const broken = batch(1, [item('a', 'one'), item('b', () => 'no data')]);
      await expect(storage.commit(ADDRESS, { head: 0 }, broken)).rejects.toMatchObject({ code: 'storage-unavailable' });
      expect(await storage.load(ADDRESS, ['items'])).toEqual({ manifest: undefined, rows: [] });
      await storage.close();
    });

    it('F44: that says no only at the end of a transaction has stored nothing of it', async () => {
      const storage = idbStorage({ name: databaseName() });
      await storage.commit(ADDRESS, { head: 0 }, batch(1, [item('a', 'one')]));
      const put = IDBObjectStore.prototype.put;
      vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(() => undefined);
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
        const request = put.apply(this, args);
        // The entry is written last: by then every other request has succeeded.
        if (this.name === 'journal') request.addEventListener('success', () => this.transaction.abort());
        return request;
      });
      await expect(storage.commit(ADDRESS, { head: 1 }, batch(2, [item('b', 'two')]))).rejects.toMatchObject({
        code: 'storage-unavailable',
        details: { reason: expect.stringContaining('AbortError') },
      });
      vi.restoreAllMocks();
      expect(await keysIn(storage)).toEqual(['a']);
      expect(await storage.commit(ADDRESS, { head: 1 }, batch(2, [item('b', 'two')]))).toEqual({ status: 'done' });
      await storage.close();
    });
  });
}
