// A page's sentinels for sessions of an encrypted IndexedDB: next to those of the plain one, but under hashes, so that
// not even their names are stored. A guess of a name can be tested. Keyed by the storage, as a worker knows nothing of
// the page.
import { hash } from '../../tree/hash.ts';

type NamedTexts = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const places = new WeakMap<object, NamedTexts>();

/** Returns undefined if the storage has none of its own, and for the name of a storage. */
export const pageSentinelsOf = (storage: unknown): NamedTexts | undefined => places.get(storage as object);

export function givePageSentinels(storage: object): void {
  try {
    const { localStorage: place } = globalThis as { readonly localStorage?: NamedTexts };
    if (place) places.set(storage, underHashes(place));
  } catch {
    // The page may not use it: only a reset goes unnoticed.
  }
}

const underHashes = (place: NamedTexts): NamedTexts => ({
  getItem: (name) => place.getItem(hashed(name)),
  setItem: (name, text) => place.setItem(hashed(name), text),
  removeItem: (name) => place.removeItem(hashed(name)),
});

const hashed = (name: string): string => `working-memory ${hash(name)}`;
