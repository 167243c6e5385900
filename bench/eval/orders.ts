// The same set in its order and as a heap. Pure, and the same each time.
import { seeded } from '../random.ts';
import type { Store } from './stores.ts';

export const ORDERS = ['in order', 'shuffled'] as const;
export type Order = (typeof ORDERS)[number];

const SEED = 1;

export const ordered = (stores: readonly Store[], order: Order): Store[] =>
  order === 'shuffled' ? stores.map(heap) : [...stores];

/** A heap of notes: nobody knows any more which text followed which. The times stay where they are. */
const heap = (store: Store): Store => ({
  ...store,
  corpus: seeded(SEED)
    .shuffled(store.corpus)
    .map(({ session: _, ...text }, place) => ({ ...text, ts: store.corpus[place]?.ts ?? 0 })),
});
