// The part of a storage that can cross to a worker, which makes the same storage there: the key of an encrypted
// IndexedDB. Keyed by the object itself, so that a storage that wraps it stays where it is.

const keys = new WeakMap<object, () => Promise<CryptoKey>>();

export const giveToWorkers = (storage: object, key: () => Promise<CryptoKey>): void => void keys.set(storage, key);

/** Returns undefined if the storage cannot be made in a worker, and for the name of a storage. */
export const keyForWorkers = (storage: unknown): (() => Promise<CryptoKey>) | undefined => keys.get(storage as object);
