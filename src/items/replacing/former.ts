// Former items and their successors: finds the current item and refuses impossible replacements. Pure.
import { nameOrLength, WorkingMemoryError } from '../../errors.ts';
import type { Item, ItemsView } from '../item.ts';

/** Looks up current items: those that no other item replaced, in the store or in the long tail. */
export interface CurrentItems {
  /** Returns the one item with this key. */
  withKey(key: string): Item | undefined;
  /**
   * Returns the item with this `sayingOf`: from the store before the long tail, the newest of several.
   * @param expired ids of items past their hard TTL, which are in the long tail already
   */
  doubleOf(saying: string, expired: ReadonlySet<string>): Item | undefined;
}

/** Items that a call can name. */
export interface KnownItems extends ItemsView, CurrentItems {
  /** Hard-forgotten ids. */
  readonly tombstones: ReadonlyMap<string, number>;
}

/** Returns the item with this id, or else the current one with this key. @throws not-found */
export function itemNamed(
  view: KnownItems,
  name: string,
  withKey: CurrentItems['withKey'] = (key) => view.withKey(key),
): Item {
  const item = view.items.get(name) ?? view.tail.get(name) ?? withKey(name);
  if (item) return item;
  const message = view.tombstones.has(name)
    ? `Item ${name} was forgotten for good. Memorize without replaces. Nothing was stored.`
    : `There is no item with the id or key ${nameOrLength(name)} here. Nothing was stored.`;
  throw new WorkingMemoryError('not-found', message, { what: 'item', name: nameOrLength(name) });
}

/** Returns the current item in place of a former, or the last known one; undefined if that one is gone. */
export function successorOf(view: Pick<ItemsView, 'items' | 'tail'> & CurrentItems, former: Item): string | undefined {
  if (former.replacedBy === undefined) return undefined;
  const seen = new Set([former.id]);
  let last: Item | undefined;
  for (let id: string | undefined = former.replacedBy; id !== undefined && !seen.has(id); id = last?.replacedBy) {
    seen.add(id);
    const next: Item | undefined = view.items.get(id) ?? view.tail.get(id);
    if (!next) break;
    last = next;
  }
  return last?.id ?? (former.key === undefined ? undefined : view.withKey(former.key)?.id);
}

/** @throws item-state if another item replaced this one */
export function refuseReplaced(view: Pick<ItemsView, 'items' | 'tail'> & CurrentItems, item: Item): void {
  const { id, replacedBy } = item;
  if (replacedBy === undefined) return;
  const by = successorOf(view, item);
  const wayOut = by === undefined ? `${replacedBy}, which is gone; restore ${id} first` : `${by}; replace ${by}`;
  throw new WorkingMemoryError('item-state', `Item ${id} was replaced by ${wayOut}. Nothing was changed.`, {
    id,
    state: 'replaced',
    by: by ?? replacedBy,
  });
}

/** @throws item-state */
export function refusePinned({ id, pinned }: Item): void {
  if (!pinned) return;
  const message = `Item ${id} is pinned; unpin it first. Nothing was changed.`;
  throw new WorkingMemoryError('item-state', message, { id, state: 'pinned' });
}

/** @param wayOut what the caller can do @throws item-state */
export function refuseForgotten({ id, forgotten }: Item, wayOut: string): void {
  if (!forgotten) return;
  const message = `Item ${id} is forgotten softly; ${wayOut}. Nothing was changed.`;
  throw new WorkingMemoryError('item-state', message, { id, state: 'forgotten' });
}
