// The items that a forget request can select. Pure.
import { nameOrLength, WorkingMemoryError } from '../../errors.ts';
import type { ForgetMode, ItemPlace } from '../events.ts';
import type { Item, ItemsView } from '../item.ts';
import { type Limits, minus, over } from '../limits.ts';
import type { Order } from '../order.ts';

/** One item that `items.forget` hid or removed. */
export interface ForgottenItem {
  readonly id: string;
  readonly place: ItemPlace;
  /** Place in the queue before the command, 0 = oldest; absent in the long tail. */
  readonly position?: number;
}

export interface CandidateTerms {
  readonly mode: ForgetMode;
  /** ms since 1970. */
  readonly now: number;
  readonly limits: Limits;
  /** Tells whether an item quotes one of the texts. */
  readonly quotes: (texts: readonly string[]) => (item: Item) => boolean;
}

/** Selectable items; in soft mode without those that are already hidden. */
export interface Candidates {
  /** Items of the store, in order of sequence, without those that expire with this command. */
  readonly store: readonly Item[];
  /** ms since 1970. */
  readonly now: number;
  inStore(item: Item): ForgottenItem;
  /** Returns matching items of the store, then of the long tail. */
  everywhere(matches: (item: Item) => boolean): ForgottenItem[];
  /** Returns items of the store, then of the long tail, that quote one of these texts. */
  quoting(texts: readonly string[]): ForgottenItem[];
  /** Returns undefined if the item is already hidden. @throws not-found */
  byId(id: string): ForgottenItem | undefined;
  /** Returns undefined if the item at this place is no candidate. @throws not-found */
  atPosition(position: number): ForgottenItem | undefined;
  /** Returns the items that these limits would evict; an absent limit defaults to the store's own. */
  overLimits(limits: Partial<Limits>): ForgottenItem[];
}

/**
 * Collects the candidates. Items that expire with this command count as part of the long tail: the command evicts them
 * in the same commit before it forgets anything. O(items).
 */
export function candidatesOf(
  view: ItemsView,
  { mode, now, limits, expired, quotes }: CandidateTerms & { readonly expired: readonly { readonly id: string }[] },
  order: Order,
): Candidates {
  const gone = new Set(expired.map(({ id }) => id));
  // A hard forget also erases hidden items; hiding them again would change nothing.
  const isOpen = (item: Item): boolean => mode === 'hard' || !item.forgotten;
  const store = [...view.items.values()].filter((item) => !gone.has(item.id) && isOpen(item));
  const tail = [...view.tail.values(), ...[...gone].flatMap((id) => view.items.get(id) ?? [])].filter(isOpen);
  const inStore = ({ id }: Item): ForgottenItem => ({ id, place: 'items', position: order.position(id) });
  const inTail = ({ id }: Item): ForgottenItem => ({ id, place: 'tail' });
  const everywhere: Candidates['everywhere'] = (matches) => [
    ...store.filter(matches).map(inStore),
    ...tail.filter(matches).map(inTail),
  ];
  return {
    store,
    now,
    inStore,
    everywhere,
    quoting: (texts) => everywhere(quotes(texts)),
    byId(id) {
      // An unknown id is an error even among known ones: the caller relies on an item that does not exist.
      const item = itemWithId(view, id);
      if (!isOpen(item)) return undefined;
      return view.items.has(id) && !gone.has(id) ? inStore(item) : inTail(item);
    },
    atPosition(position) {
      // Positions count every item of the queue, as the caller sees it, including those that are no candidates.
      const id = order.at(position);
      const item = id === undefined ? undefined : view.items.get(id);
      if (!item) throw noPosition(position, view.items.size - gone.size);
      return store.includes(item) ? inStore(item) : undefined;
    },
    overLimits(given) {
      const overrun = over(minus(view.usage, order.expired()), { ...limits, ...given });
      // The kernel's trial of an eviction: the same order as the store's own, without a newcomer.
      const { victims } = order.victims({ newcomers: [], leaving: [], ...overrun });
      // Hidden items are the first victims and already asked to go: in soft mode they make room, but are not selected.
      const byId = new Map(store.map((item) => [item.id, item]));
      return victims.flatMap(({ id }) => byId.get(id) ?? []).map(inStore);
    },
  };
}

/** Returns the item of the store or the long tail with this id. @throws not-found */
export function itemWithId({ items, tail }: Pick<ItemsView, 'items' | 'tail'>, id: string): Item {
  const item = items.get(id) ?? tail.get(id);
  if (item) return item;
  const name = nameOrLength(id);
  throw new WorkingMemoryError('not-found', `There is no item ${name} here. Nothing was changed.`, {
    what: 'item',
    name,
  });
}

function noPosition(position: number, count: number): WorkingMemoryError {
  const name = `position:${position}`;
  return new WorkingMemoryError(
    'not-found',
    count === 0
      ? `There is no ${name}: the store is empty. Nothing was changed.`
      : `There is no ${name}: the store has ${count} items, positions 0 to ${count - 1}. Nothing was changed.`,
    { what: 'item', name },
  );
}
