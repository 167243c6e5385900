// IndexedDB's requests and transactions as promises: all that the storage adapter needs of a wrapper.

/** @throws the request's error */
export const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

/** Resolves when everything is stored. @throws why the transaction was aborted: an error of every request ends in that */
export const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('It was aborted.', 'AbortError')),
    );
  });
