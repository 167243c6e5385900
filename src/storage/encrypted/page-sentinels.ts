// Where a page remembers sessions of an encrypted IndexedDB: beside those of the plain one, but under hashes, so that not
// even their names lie there. A guess of a name can be tested. Known by the storage, as a worker knows nothing of the page.
import { hash } from '../../tree/hash.ts';

type NamedTexts = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const places = new WeakMap<object, NamedTexts>();

/** Undefined where the storage has none of its own. */
export const pageSentinelsOf = (storage: object): NamedTexts | undefined => places.get(storage);

export function givePageSentinels(storage: object): void {
  try {
    const { localStorage: place } = globalThis as { readonly localStorage?: NamedTexts };
    if (place) places.set(storage, underHashes(place));
  } catch {
    // The page is refused it: a reset goes unnoticed, and nothing else.
  }
}

const underHashes = (place: NamedTexts): NamedTexts => ({
  getItem: (name) => place.getItem(hashed(name)),
  setItem: (name, text) => place.setItem(hashed(name), text),
  removeItem: (name) => place.removeItem(hashed(name)),
});

const hashed = (name: string): string => `working-memory ${hash(name)}`;
