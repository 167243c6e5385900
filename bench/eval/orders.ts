// The same set in other circumstances. Pure, and the same each time.
import { seeded } from '../random.ts';
import type { Store } from './stores.ts';

export const ORDERS = ['in order', 'shuffled', 'typos'] as const;
export type Order = (typeof ORDERS)[number];

const SEED = 1;
/** Letters of a word that one mistypes. */
const LONGEST = /\p{L}{4,}/gu;
const MISTYPED = 2;

export function ordered(stores: readonly Store[], order: Order): Store[] {
  if (order === 'shuffled') return stores.map(heap);
  return order === 'typos' ? stores.map(mistyped) : [...stores];
}

/** Typos only where words have letters that can be swapped, in the sentences of one text each. */
export const ordersOf = (set: string): Order[] =>
  set === 'xqs-en' ? ['in order', 'shuffled', 'typos'] : ['in order', 'shuffled'];

/** A heap of notes: nobody knows any more which text followed which. The times stay where they are. */
const heap = (store: Store): Store => ({
  ...store,
  corpus: seeded(SEED)
    .shuffled(store.corpus)
    .map(({ session: _, ...text }, place) => ({ ...text, ts: store.corpus[place]?.ts ?? 0 })),
});

/** The two longest words of each question get a typo: two neighbouring letters swap. */
function mistyped(store: Store): Store {
  const random = seeded(SEED);
  const queries = store.queries.map((question) => {
    const words = [...question.q.matchAll(LONGEST)].sort(([one], [other]) => other.length - one.length);
    let { q } = question;
    for (const { 0: word, index } of words.slice(0, MISTYPED)) {
      const at = index + random.between(1, word.length - 3);
      q = `${q.slice(0, at)}${q[at + 1]}${q[at]}${q.slice(at + 2)}`;
    }
    return { ...question, q };
  });
  return { ...store, queries };
}
