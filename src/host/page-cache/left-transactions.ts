// Transactions on the thread of a page, which may be left in the middle of one.
import { leaving, shown } from './left-page.ts';

/**
 * Returns the outcome of a transaction. One that is not committed when the page is left is undone; the promise then
 * rejects with an AbortError when the page is shown again: Firefox tells a page that it kept nothing of its
 * transactions.
 */
export const unlessLeft = <T>(transaction: Pick<IDBTransaction, 'abort'>, outcome: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let isUndone = false;
    const letGo = (): void => {
      leaving.delete(letGo);
      try {
        transaction.abort();
        isUndone = true;
      } catch {
        // It is already committing: its own outcome holds.
        return;
      }
      void shown().then(() => reject(new DOMException('the page was left', 'AbortError')));
    };
    leaving.add(letGo);
    outcome
      .finally(() => leaving.delete(letGo))
      .then(
        (value) => isUndone || resolve(value),
        (error: unknown) => isUndone || reject(error as Error),
      );
  });
