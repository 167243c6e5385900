// Applies events to items. Pure: returns the changes and leaves the view alone.
import type { LabelContent } from './editing.ts';
import type { ItemEvent, LeftReason } from './events.ts';
import { withNumbers } from './fields/item-fields.ts';
import type { Item, ItemContent, ItemsView, TailItem } from './item.ts';

/** Every touched item in its new form; undefined if it left that place. */
export interface ItemChanges {
  readonly items: Map<string, Item | undefined>;
  readonly tail: Map<string, TailItem | undefined>;
  /** Hard-forgotten ids: their rows are deleted and a tombstone without content remains. */
  readonly erased: readonly string[];
}

export function applyItemEvents(
  view: Pick<ItemsView, 'items' | 'tail'>,
  events: readonly ItemEvent[],
  content: ReadonlyMap<string, ItemContent | LabelContent>,
  { head, now, step }: { readonly head: number; readonly now: number; readonly step: number },
): ItemChanges {
  const items = new Map<string, Item | undefined>();
  const tail = new Map<string, TailItem | undefined>();
  const erased: string[] = [];
  /** First replaced item of each successor, by the successor's id. */
  const formers = new Map<string, string>();
  let turn = 0;
  const item = (id: string): Item | undefined => (items.has(id) ? items.get(id) : view.items.get(id));
  const archived = (id: string): TailItem | undefined => (tail.has(id) ? tail.get(id) : view.tail.get(id));

  const leave = (id: string, reason: LeftReason, time = now): void => {
    const leaving = item(id);
    items.set(id, undefined);
    if (leaving) tail.set(id, { ...leaving, left: { head, turn: turn++, time, step, reason } });
  };
  /** Replaces an item in the store or in the long tail. */
  const replace = (id: string, change: <Of extends Item>(item: Of) => Of): void => {
    const [live, left] = [item(id), archived(id)];
    if (live) items.set(id, change(live));
    else if (left) tail.set(id, change(left));
  };
  /** Replaces fields of an item; undefined removes one. */
  const edit = (id: string, fields: Partial<Record<keyof Item, unknown>>): void =>
    replace(id, (former) => edited(former, fields));

  for (const event of events) {
    switch (event.type) {
      case 'item-memorized': {
        const { type: _, ...numbers } = event;
        const words = content.get(event.id) as ItemContent | undefined;
        const replaces = formers.get(event.id);
        const lineage = replaces === undefined ? {} : { replaces };
        if (words) items.set(event.id, { ...numbers, ...words, step, forgotten: false, ...lineage });
        break;
      }
      case 'item-touched': {
        const { id, sequence } = event;
        const touched = item(id) ?? archived(id);
        if (!item(id)) tail.set(id, undefined);
        if (touched) items.set(id, { ...withoutLeft(touched), sequence, step, touchedAt: now });
        break;
      }
      case 'item-replaced':
        if (item(event.id)) leave(event.id, 'replaced');
        edit(event.id, { replacedBy: event.by });
        if (!formers.has(event.by)) edit(event.by, { replaces: event.id });
        formers.set(event.by, formers.get(event.by) ?? event.id);
        break;
      case 'item-evicted':
      case 'item-expired':
        leave(event.id, event.reason, event.expiredAt);
        break;
      case 'item-forgotten':
        if (event.mode === 'soft') {
          edit(event.id, { forgotten: true });
        } else {
          erased.push(event.id);
          (event.place === 'items' ? items : tail).set(event.id, undefined);
        }
        break;
      case 'item-restored':
        edit(event.id, { forgotten: false, replacedBy: undefined });
        break;
      case 'item-relabelled': {
        const labels = content.get(event.id) ?? {};
        edit(event.id, Object.fromEntries(event.fields.map((field) => [field, (labels as LabelContent)[field]])));
        break;
      }
      case 'item-updated': {
        const { type: _, id, ...numbers } = event;
        replace(id, (former) => withNumbers(former, numbers));
        break;
      }
      case 'tail-dropped':
        tail.set(event.id, undefined);
        break;
      case 'capacity-exceeded':
      case 'limits-set':
      case 'add-refused':
      case 'step-advanced':
        break;
    }
  }
  return { items, tail, erased };
}

/** Returns the item with these fields; an undefined one is removed. */
export function edited<Of extends Item>(item: Of, fields: Partial<Record<keyof Item, unknown>>): Of {
  return given({ ...item, ...fields }) as Of;
}

/** Returns the fields without undefined ones. */
export const given = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

function withoutLeft(item: Item | TailItem): Item {
  const { left: _, ...plain } = item as TailItem;
  return plain;
}
