// Opening behind another transaction that does not end, such as one of a stopped page.
import { describe, expect, it } from 'vitest';
import { failure, freshSession, open, startWorker, texts } from '../support/browser/hooked-memories.ts';

/** Keeps a transaction over all stores open by asking again and again. Returns what lets it end. */
async function holdUp(): Promise<() => Promise<void>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('working-memory');
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error as DOMException));
  });
  const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
  let isHeld = true;
  const askAgain = (): void => {
    if (isHeld) transaction.objectStore('manifest').count().addEventListener('success', askAgain);
  };
  askAgain();
  return async () => {
    isHeld = false;
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
  };
}

describe('an opening that a transaction of another page holds up', () => {
  it.each([
    ['in a worker', startWorker],
    ['on the thread of the page', false as const],
  ])('ends by its deadline %s, says what to do, and succeeds once the other is gone', async (_, worker) => {
    const session = freshSession();
    const before = await open({ session, worker });
    await before.items.memorize('before');
    await before.close();
    const letGo = await holdUp();
    const error = await failure(open({ session, worker, deadlineMs: 1500 }));
    expect(error.code).toBe('timeout');
    expect(error.message).toMatch(/1500 ms .*Stored data are as they were; try again.*close other pages of this site/);
    await letGo();
    expect(await texts(await open({ session, worker, deadlineMs: 20_000 }))).toEqual(['before']);
  });
});
