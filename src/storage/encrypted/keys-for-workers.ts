// What of a storage can cross to a worker, which makes the same one there: the key of an encrypted IndexedDB. Known by the
// object itself, so that a storage that wraps it stays where it is.

const keys = new WeakMap<object, () => Promise<CryptoKey>>();

export const giveToWorkers = (storage: object, key: () => Promise<CryptoKey>): void => void keys.set(storage, key);

/** Undefined where the storage cannot be made in a worker. */
export const keyForWorkers = (storage: object): (() => Promise<CryptoKey>) | undefined => keys.get(storage);
