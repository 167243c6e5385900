// Orders of a set's texts: its own, and shuffled with a fixed seed. Pure.
import { seeded } from '../random.ts';
import type { Store } from './stores.ts';

export const ORDERS = ['in order', 'shuffled'] as const;
export type Order = (typeof ORDERS)[number];

const SEED = 1;

export const ordered = (stores: readonly Store[], order: Order): Store[] =>
  order === 'shuffled' ? stores.map(heap) : [...stores];

/** Shuffles the texts but not the times, so that neighbours no longer belong together. */
const heap = (store: Store): Store => ({
  ...store,
  corpus: seeded(SEED)
    .shuffled(store.corpus)
    .map(({ session: _, ...text }, place) => ({ ...text, ts: store.corpus[place]?.ts ?? 0 })),
});
