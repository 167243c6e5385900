// update, pin and restore: what may change about an item without making another of it. Pure.
import type { Eviction, ItemEvent } from './events.ts';
import { expire } from './expiry.ts';
import { noItem } from './forgetting/forgetting.ts';
import { checkImportance, invalid, type Item, type ItemsView } from './item.ts';
import type { Order } from './order.ts';

/** The text of an item never changes: forget it and memorize the new one. */
export interface ItemEdit {
  readonly importance?: number;
  readonly pinned?: boolean;
}

export interface UpdateResult {
  readonly id: string;
  readonly before: Required<ItemEdit>;
  readonly after: Required<ItemEdit>;
  readonly expired: readonly Eviction[];
}

export interface RestoreResult {
  readonly id: string;
  /** False when the item was not forgotten. */
  readonly restored: boolean;
  readonly expired: readonly Eviction[];
}

/** @throws invalid-input */
export function checkEdit(edit: ItemEdit): ItemEdit {
  if (typeof edit !== 'object' || edit === null) throw invalid('edit', 'an object with importance or pinned', edit);
  const { importance, pinned, ...unknown } = edit;
  for (const name of Object.keys(unknown))
    throw invalid(`edit.${name}`, 'absent; importance and pinned can be edited', undefined);
  if (importance !== undefined) checkImportance(importance);
  if (pinned !== undefined && typeof pinned !== 'boolean') throw invalid('pinned', 'true or false', pinned);
  return edit;
}

export function decideUpdate(
  view: ItemsView,
  { id, edit }: { id: string; edit: ItemEdit },
  order: Order,
): { events: ItemEvent[]; result: UpdateResult } {
  const { item, expired, events } = find(view, id, order);
  const before = { importance: item.importance, pinned: item.pinned };
  const after = { importance: edit.importance ?? before.importance, pinned: edit.pinned ?? before.pinned };
  const changes = after.importance !== before.importance || after.pinned !== before.pinned;
  if (changes) events.push({ type: 'item-updated', id, ...after });
  return { events, result: { id, before, after, expired } };
}

/** Brings a soft-forgotten item back, in the store or in the long tail. */
export function decideRestore(
  view: ItemsView,
  id: string,
  order: Order,
): { events: ItemEvent[]; result: RestoreResult } {
  const item = view.items.get(id) ?? view.tail.get(id);
  if (!item) throw noItem(id);
  const { expired, events } = expire(view.usage, order);
  const isInStore = view.items.has(id) && !expired.some((gone) => gone.id === id);
  if (item.forgotten) events.push({ type: 'item-restored', id, place: isInStore ? 'items' : 'tail' });
  return { events, result: { id, restored: item.forgotten, expired } };
}

function find(view: ItemsView, id: string, order: Order): { item: Item; expired: Eviction[]; events: ItemEvent[] } {
  const item = view.items.get(id);
  const { expired, events } = expire(view.usage, order);
  if (!item || expired.some((gone) => gone.id === id)) throw noItem(id);
  return { item, expired, events };
}
