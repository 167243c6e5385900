// A browser that closes the database during a transaction, as when the user clears the site's data.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REPEATS } from '../../src/options/policy.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { batch } from '../support/storage/batches.ts';

const HERE = { workspace: '/here', session: 'one' };
const part = { store: 'parts' as const, key: 'a'.repeat(64), value: { bytes: 1, data: 'x', check: 'c' } };

const begin = IDBDatabase.prototype.transaction;

/** The next transactions are undone, and their connections closed, once their first requests are made. */
function closeUnder(transactions: number): void {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const transaction = begin.apply(this, given);
    if (transactions-- > 0) {
      queueMicrotask(() => transaction.abort());
      this.close();
    }
    return transaction;
  });
}

let storage: ReturnType<typeof idbStorage>;
beforeEach(async () => {
  storage = idbStorage({ name: crypto.randomUUID() });
  expect(await storage.commit(HERE, { head: 0 }, batch(1, []))).toEqual({ status: 'done' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await storage.close();
});

describe('a transaction whose connection the browser closes', () => {
  it('runs again on a reopened database', async () => {
    closeUnder(REPEATS.cut);
    expect(await storage.commit(HERE, { head: 1 }, batch(2, [part]))).toEqual({ status: 'done' });
    expect(await storage.rows(HERE, 'parts', '', 10)).toEqual([part]);
    closeUnder(1);
    expect(await storage.rows(HERE, 'parts', '', 10)).toEqual([part]);
  });

  it('compares again: it writes nothing over what came meanwhile', async () => {
    closeUnder(1);
    expect(await storage.commit(HERE, { head: 0 }, batch(1, [part]))).toMatchObject({ status: 'moved' });
    expect(await storage.rows(HERE, 'parts', '', 10)).toEqual([]);
  });

  it('says so where each repetition fails as well, and the next call begins anew', async () => {
    closeUnder(REPEATS.cut + 1);
    await expect(storage.commit(HERE, { head: 1 }, batch(2, [part]))).rejects.toMatchObject({
      code: 'storage-unavailable',
    });
    expect(await storage.rows(HERE, 'parts', '', 10)).toEqual([]);
    expect(await storage.commit(HERE, { head: 1 }, batch(2, [part]))).toEqual({ status: 'done' });
  });
});
