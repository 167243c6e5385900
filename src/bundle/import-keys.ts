// Settles keys that items of both sides claim when an import merges them: the newest item holds each, as after
// `memorize` with the key, and the others become its formers (docs/decisions/0019). Pure.
import type { ItemReplaced } from '../items/events.ts';
import type { Item, ItemsView, TailItem } from '../items/item.ts';
import { keyHolders } from '../items/replacing/key-holders.ts';

export interface SettledKeys {
  /** Rows of the store to write; undefined: the item leaves the store. */
  readonly items: Map<string, Item | undefined>;
  /** Rows of the long tail to write; undefined: the item leaves it. */
  readonly tail: Map<string, TailItem | undefined>;
  /** The arriving items, some with another lineage or without a key. */
  readonly fresh: readonly (Item | TailItem)[];
  /** Items replaced by a newer one. */
  readonly replaced: readonly ItemReplaced[];
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
  /** Replaced items of the store. */
  readonly left: readonly Item[];
  /** Items of this session that the long tail drops for them. */
  readonly dropped: readonly string[];
  /** Number of items for which the long tail has room. */
  readonly tailRoom: number;
  /** Turn of the next item that enters the long tail. */
  readonly nextTurn: number;
}

/** @param overwritten imported versions of existing items, which keep their places */
export function settleKeys(
  view: ItemsView,
  overwritten: ReadonlyMap<string, Item | TailItem>,
  arriving: readonly (Item | TailItem)[],
  {
    longTail,
    now,
    step,
    head,
    firstTurn,
  }: {
    readonly longTail: { readonly maxItems: number };
    readonly now: number;
    readonly step: number;
    readonly head: number;
    readonly firstTurn: number;
  },
): SettledKeys {
  const here = [...view.items.values(), ...view.tail.values()].filter(({ id }) => !overwritten.has(id));
  const { successors, keyless } = keyHolders(here, [...overwritten.values(), ...arriving]);
  const changed = new Map<string, Item | TailItem>(overwritten);
  const fresh = new Map(arriving.map((item) => [item.id, item]));
  const known = (id: string): Item | TailItem | undefined =>
    fresh.get(id) ?? changed.get(id) ?? view.items.get(id) ?? view.tail.get(id);
  const put = (item: Item | TailItem): unknown =>
    fresh.has(item.id) ? fresh.set(item.id, item) : changed.set(item.id, item);

  for (const id of keyless) {
    const { key: _, ...item } = known(id) as Item | TailItem;
    put(item);
  }
  const linked = new Set<string>();
  for (const [id, by] of successors) {
    cutLinksTo(by, id);
    put({ ...(known(id) as Item), replacedBy: by });
    // As after a memorize that replaces several items.
    if (!linked.has(by)) put({ ...(known(by) as Item), replaces: id });
    linked.add(by);
  }

  /** Ends lines before the holder: an item that claims to have replaced the holder is older than it. */
  function cutLinksTo(holder: string, from: string): void {
    const seen = new Set<string>();
    for (let item = known(from); item && !seen.has(item.id); item = item.replaces ? known(item.replaces) : undefined) {
      seen.add(item.id);
      if (item.replaces !== holder) continue;
      const { replaces: _, ...rest } = item;
      put(rest);
      return;
    }
  }

  const items = new Map<string, Item | undefined>();
  const tail = new Map<string, TailItem | undefined>();
  for (const [id, item] of changed) {
    if (view.items.has(id)) items.set(id, withoutLeft(item));
    else tail.set(id, item as TailItem);
  }
  const replaced: ItemReplaced[] = [];
  const left: Item[] = [];
  // They leave in the order of the queue, which is not that of their keys.
  [...new Set([...view.items.keys(), ...successors.keys()])].forEach((id, position) => {
    const by = successors.get(id);
    if (by === undefined) return;
    const place = view.items.has(id) ? { place: 'items' as const, position } : { place: 'tail' as const };
    replaced.push({ id, by, ...place });
    const former = items.get(id);
    if (!former) return;
    items.set(id, undefined);
    tail.set(id, { ...former, left: { head, turn: firstTurn + left.length, time: now, step, reason: 'replaced' } });
    left.push(former);
  });
  // A holder in this session must not be dropped for its formers.
  const excess = left.length === 0 ? 0 : view.tail.size + left.length - longTail.maxItems;
  const droppable = [...view.tail.keys(), ...left.map(({ id }) => id)].filter((id) => !linked.has(id));
  const dropped = droppable.slice(0, Math.max(0, excess));
  for (const id of dropped) tail.set(id, undefined);
  const skipped = [...keyless].map((id) => ({
    id,
    reason: 'its key belongs to another item; it was imported without one',
  }));
  const tailRoom = Math.max(0, longTail.maxItems - (view.tail.size + left.length - dropped.length));
  const nextTurn = firstTurn + left.length;
  return { items, tail, fresh: [...fresh.values()], replaced, skipped, left, dropped, tailRoom, nextTurn };
}

export const hasLeft = (item: Item | TailItem): item is TailItem => 'left' in item;

export function withoutLeft(item: Item | TailItem): Item {
  if (!hasLeft(item)) return item;
  const { left: _, ...plain } = item;
  return plain;
}
