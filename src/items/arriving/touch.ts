// touch and restore: an item becomes the newest of the queue, visible again, or comes back from the long tail. Pure.
import { changesOf, type ItemEdit, type LabelContent } from '../editing.ts';
import type { Eviction, ItemEvent } from '../events.ts';
import { itemWithId } from '../forgetting/candidates.ts';
import type { Item, ItemsView } from '../item.ts';
import type { Order } from '../order.ts';
import { type CurrentItems, refuseForgotten, refuseReplaced, successorOf } from '../replacing/former.ts';
import { type ArrivalPlace, Arrivals, type Circumstances, refuseOversized, type Settled } from './arrivals.ts';

/** Answer of `items.touch`. */
export interface TouchResult extends Settled {
  /** In the order of the request, without repeats. */
  readonly touched: readonly ({ readonly id: string } & ArrivalPlace)[];
}

/** Answer of `items.restore`. */
export interface RestoreResult {
  readonly id: string;
  /** Whether a forgotten item became visible, or one of the long tail returned to the store. */
  readonly restored: boolean;
  /** Whether the item is in the store. A forgotten one outranked by all others is visible in the long tail. */
  readonly stored: boolean;
  /** Items that left the store for it, or the item itself if every other one ranks higher. */
  readonly evicted: readonly Eviction[];
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
}

/** @throws not-found, item-state */
export function decideTouch(
  view: ItemsView & CurrentItems,
  ids: readonly string[],
  moment: Circumstances,
  order: Order,
): { events: ItemEvent[]; result: TouchResult } {
  const arrivals = new Arrivals(view, moment, order);
  for (const id of ids) {
    const item = itemWithId(view, id);
    refuseReplaced(view, item);
    refuseForgotten(item, 'restore it first');
    if (!arrivals.isInStore(id)) refuseOversized(item.tokens, moment.limits);
    arrivals.touch(item);
  }
  const settled = arrivals.settle();
  const touched = ids.map((id) => ({ id, ...arrivals.placeOf(id) }));
  return { events: arrivals.events, result: { touched, ...settled } };
}

/** @throws not-found, item-too-large · item-state: another item took its place */
export function decideRestore(
  view: ItemsView & CurrentItems,
  id: string,
  moment: Circumstances,
  order: Order,
): { events: ItemEvent[]; result: RestoreResult } {
  const item = itemWithId(view, id);
  if (successorOf(view, item) !== undefined) refuseReplaced(view, item);
  const arrivals = new Arrivals(view, moment, order);
  const isInStore = arrivals.isInStore(id);
  if (!isInStore) refuseOversized(item.tokens, moment.limits);
  if (item.forgotten || !isInStore) {
    arrivals.record({ type: 'item-restored', id, place: isInStore ? 'items' : 'tail' });
  }
  if (!isInStore) arrivals.touch(item);
  const { evicted, expired } = arrivals.settle();
  const stored = isInStore || arrivals.placeOf(id).stored;
  const restored = item.forgotten || (stored && !isInStore);
  return { events: arrivals.events, result: { id, restored, stored, evicted, expired } };
}

/**
 * Makes an item that is said again the newest and visible, and applies the fields given with it. Returns its labels.
 */
export function refresh(arrivals: Arrivals, item: Item, edit: ItemEdit): LabelContent {
  const { id, forgotten } = item;
  if (forgotten) arrivals.record({ type: 'item-restored', id, place: arrivals.isInStore(id) ? 'items' : 'tail' });
  const { events, after, labels } = changesOf(item, edit);
  arrivals.record(...events);
  arrivals.touch(after);
  return labels;
}
