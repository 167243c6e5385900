// A page that is left and shown again by "back", with the browser's events, over real workers and IndexedDB.
import { afterEach, describe, expect, it } from 'vitest';
import { shown } from '../../src/host/page-cache/left-page.ts';
import { unlessLeft } from '../../src/host/page-cache/left-transactions.ts';
import { freshSession, open, workers } from '../support/browser/hooked-memories.ts';

const leave = (persisted = true): void => void window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
const comeBack = (): void => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
afterEach(comeBack);

const textsOf = async (memory: Awaited<ReturnType<typeof open>>): Promise<string[]> =>
  (await memory.items.list()).map(({ text }) => text);

/** The next transaction of this thread, as soon as it has begun. */
const nextTransaction = (): Promise<IDBTransaction> =>
  new Promise((resolve) => {
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
      IDBDatabase.prototype.transaction = begin;
      const transaction = begin.apply(this, given);
      resolve(transaction);
      return transaction;
    };
  });

/** Whether it takes requests, or waits for their answers. */
function isOpen(transaction: IDBTransaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}

describe('a page that is left and may be shown again', () => {
  it('has no worker meanwhile, and starts the next one by itself when it is shown', async () => {
    const memory = await open();
    await memory.items.memorize('before');
    const before = workers.length;
    const writes = Array.from({ length: 50 }, (_, index) => memory.items.memorize(`note ${index}`));
    const ends = Promise.allSettled(writes);
    const reading = memory.items.list();
    // They are with the worker now.
    await new Promise((resolve) => setTimeout(resolve, 0));
    leave();
    const late = memory.items.memorize('asked while it was left');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(workers).toHaveLength(before);
    comeBack();
    await expect.poll(() => memory.health().restarts).toBe(1);
    const refused = (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(['worker-lost']));
    expect((await reading).map(({ text }) => text)).toContain('before');
    await late;
    await memory.items.memorize('after');
    expect(await textsOf(memory)).toEqual(expect.arrayContaining(['before', 'after', 'asked while it was left']));
  });

  it('goes on with what others committed meanwhile', async () => {
    const session = freshSession();
    const memory = await open({ session });
    await memory.items.memorize('before');
    leave();
    // Another page; this one waits.
    const other = await open({ session, worker: false });
    await other.items.memorize('meanwhile');
    const heard: number[] = [];
    memory.subscribe(({ head }) => heard.push(head));
    comeBack();
    expect(await textsOf(memory)).toEqual(['before', 'meanwhile']);
    await other.items.memorize('later');
    await expect.poll(() => heard.length).toBeGreaterThan(0);
  });

  it('leaves no transaction open on its own thread, and what it was about to write is written once when it is shown', async () => {
    const memory = await open({ worker: false });
    await memory.items.memorize('before');
    for (let round = 0; round < 20; round++) {
      const beginning = nextTransaction();
      const writing = memory.items.memorize(`note ${round}`);
      const transaction = await beginning;
      leave();
      expect(isOpen(transaction)).toBe(false);
      comeBack();
      await writing;
    }
    expect(await textsOf(memory)).toEqual(['before', ...Array.from({ length: 20 }, (_, round) => `note ${round}`)]);
  });

  it('hears that a transaction was undone also where the browser, as Firefox does, drops the news', async () => {
    const undone = unlessLeft({ abort: () => undefined }, new Promise(() => {}));
    const committing = unlessLeft(
      {
        abort() {
          throw new DOMException('It commits', 'InvalidStateError');
        },
      },
      shown().then(() => 'committed'),
    );
    leave();
    comeBack();
    await expect(undone).rejects.toMatchObject({ name: 'AbortError' });
    expect(await committing).toBe('committed');
  });

  it('keeps its worker where it is left for good', async () => {
    const memory = await open();
    const before = workers.length;
    leave(false);
    await memory.items.memorize('a last word');
    expect(workers).toHaveLength(before);
    expect(memory.health().restarts).toBe(0);
  });
});
