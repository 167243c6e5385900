// update: changes that keep the identity of an item. Pure.
import { invalidInput } from '../errors.ts';
import { didYouMean } from '../options/nearest.ts';
import { Arrivals, type Circumstances, refuseOversized } from './arriving/arrivals.ts';
import type { Eviction, ItemEvent } from './events.ts';
import {
  editedLabels,
  type EditedLabel,
  type EditedNumber,
  editedNumbers,
  type FieldValues,
  ITEM_FIELDS,
  rowsOf,
  withNumbers,
  withoutNone,
} from './fields/item-fields.ts';
import { itemWithId } from './forgetting/candidates.ts';
import { checkField, copyOf, invalid, type Item, type ItemsView, refusePast } from './item.ts';
import type { Order } from './order.ts';
import { type CurrentItems, refuseReplaced } from './replacing/former.ts';

type Edited = FieldValues<EditedNumber | EditedLabel>;

/**
 * An undefined field stays as it is; `null` removes a label, as does an empty list of tags; Infinity removes
 * `expiresAt`. The text of an item never changes: `revise` replaces the item.
 */
export type ItemEdit = Partial<FieldValues<EditedNumber>> & {
  readonly [Label in EditedLabel]?: Item[Label] | null;
};

/** Answer of `items.update`. */
export interface UpdateResult {
  readonly id: string;
  /** Every editable field that the item has, changed or not. */
  readonly before: Edited;
  readonly after: Edited;
  /**
   * Items that left the store because this one was pinned in the long tail and came back; or this one, if it lost its
   * pin while only pinned items exceeded the limits.
   */
  readonly evicted: readonly Eviction[];
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
}

/** Labels of an item for its row; removed ones are absent. */
export type LabelContent = FieldValues<EditedLabel>;

/** Accepts only the fields that the table marks as editable. @throws invalid-input */
export function checkEdit(edit: ItemEdit): ItemEdit {
  const rows = rowsOf(ITEM_FIELDS).filter(([, { editable }]) => editable);
  const names = rows.map(([name]) => name);
  if (typeof edit !== 'object' || edit === null) throw invalid('edit', `an object with ${names.join(' or ')}`, edit);
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(edit)) {
    const row = rows.find(([known]) => known === name);
    if (!row)
      throw invalid(`edit.${name}`, `absent${didYouMean(name, names)}; ${names.join(', ')} can be edited`, undefined);
    if (value === undefined) continue;
    const [field, { optional, inJournal }] = row;
    checked[name] = value === null && optional && !inJournal ? null : checkField(field, value);
  }
  return checked;
}

/** Returns the events of an edit, the item after it, and the labels of its new row. */
export function changesOf(
  item: Item,
  edit: ItemEdit,
): { readonly events: readonly ItemEvent[]; readonly after: Item; readonly labels: LabelContent } {
  const { id } = item;
  const events: ItemEvent[] = [];
  const numbers = withoutNone({ ...editedNumbers(item), ...editedNumbers(edit as Item) });
  if (!isSame(editedNumbers(item), numbers)) events.push({ type: 'item-updated', id, ...numbers });
  const labels: Record<string, unknown> = { ...editedLabels(item) };
  const fields = Object.keys(editedLabels(edit as Item)).filter((name) => {
    const value = labelOf(edit[name as EditedLabel]);
    if (isSame(labelOf(labels[name]), value)) return false;
    if (value === undefined) delete labels[name];
    else labels[name] = value;
    return true;
  });
  if (fields.length > 0) events.push({ type: 'item-relabelled', id, fields: fields as EditedLabel[] });
  const bare = Object.fromEntries(
    Object.entries(withNumbers(item, numbers)).filter(([name]) => !fields.includes(name)),
  );
  return { events, after: { ...bare, ...labels } as unknown as Item, labels };
}

/**
 * Edits an item of the long tail there; a pinned one comes back to the store.
 * @throws invalid-input, not-found, item-state, item-too-large, only-pinned-left
 */
export function decideUpdate(
  view: ItemsView & CurrentItems,
  { id, edit }: { id: string; edit: ItemEdit },
  moment: Circumstances,
  order: Order,
): { events: ItemEvent[]; result: UpdateResult; labels: LabelContent } {
  refusePast(edit.expiresAt, moment.now);
  const item = itemWithId(view, id);
  refuseReplaced(view, item);
  const holder = typeof edit.key === 'string' ? view.withKey(edit.key) : undefined;
  if (holder && holder.id !== id) throw invalidInput('key', `free; item ${holder.id} has it`);
  const arrivals = new Arrivals(view, moment, order);
  const { events, after, labels } = changesOf(item, edit);
  arrivals.record(...events);
  if (after.pinned && !arrivals.isInStore(id)) {
    refuseOversized(item.tokens, moment.limits);
    arrivals.touch(after);
  } else if (item.pinned && !after.pinned && arrivals.isInStore(id)) {
    arrivals.unpin(after);
  }
  const { evicted, expired } = arrivals.settle();
  const [before, now] = [editedOf(copyOf(item)), editedOf(copyOf(after))];
  return { events: arrivals.events, result: { id, before, after: now, evicted, expired }, labels };
}

const editedOf = (item: Item): Edited => ({ ...editedNumbers(item), ...editedLabels(item) });

/** Returns undefined for an empty label: null, or an empty list of tags. */
const labelOf = (value: unknown): unknown =>
  value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;

/** Compares values of fields: numbers, flags, texts and lists of texts. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
