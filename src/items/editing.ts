// update, pin and restore: changes that keep the identity of an item. Pure.
import type { Eviction, ItemEvent } from './events.ts';
import { expire } from './expiry.ts';
import { type EditableField, fieldsMarked, type FieldValues, ITEM_FIELDS, rowsOf } from './fields/item-fields.ts';
import { noItem } from './forgetting/candidates.ts';
import { checkField, invalid, type Item, type ItemsView } from './item.ts';
import type { Order } from './order.ts';

/** The text of an item never changes: forget it and memorize the new one. */
export type ItemEdit = Partial<FieldValues<EditableField>>;

export interface UpdateResult {
  readonly id: string;
  /** Every editable field, changed or not. */
  readonly before: Required<ItemEdit>;
  readonly after: Required<ItemEdit>;
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
}

export interface RestoreResult {
  readonly id: string;
  /** False when the item was not hidden. */
  readonly restored: boolean;
  readonly expired: readonly Eviction[];
}

/** Only the fields that the table marks as editable. @throws invalid-input */
export function checkEdit(edit: ItemEdit): ItemEdit {
  const names = rowsOf(ITEM_FIELDS).flatMap(([name, { editable }]) => (editable ? [name] : []));
  if (typeof edit !== 'object' || edit === null) throw invalid('edit', `an object with ${names.join(' or ')}`, edit);
  for (const [name, value] of Object.entries(edit)) {
    const field = names.find((known) => known === name);
    if (!field) throw invalid(`edit.${name}`, `absent; ${names.join(' and ')} can be edited`, undefined);
    if (value !== undefined) checkField(field, value);
  }
  return edit;
}

export function decideUpdate(
  view: ItemsView,
  { id, edit }: { id: string; edit: ItemEdit },
  order: Order,
): { events: ItemEvent[]; result: UpdateResult } {
  const { item, expired, events } = find(view, id, order);
  const before = fieldsMarked('editable', item);
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  const after = { ...before, ...(Object.fromEntries(given) as ItemEdit) };
  const changes = given.some(([name, value]) => before[name as EditableField] !== value);
  if (changes) events.push({ type: 'item-updated', id, ...after });
  return { events, result: { id, before, after, expired } };
}

/** Makes a soft-forgotten item visible again, in the store or in the long tail. @throws not-found */
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
