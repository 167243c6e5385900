// Events → the items they change. Pure: returns the changes and leaves the view alone.
import type { EvictionReason, ItemEvent } from './events.ts';
import type { Item, ItemContent, ItemsView, TailItem } from './item.ts';

/** Every touched item in its new form; undefined when it has left that place. */
export interface ItemChanges {
  readonly items: Map<string, Item | undefined>;
  readonly tail: Map<string, TailItem | undefined>;
  /** Hard-forgotten ids: their rows are deleted and a tombstone without content remains. */
  readonly erased: readonly string[];
}

export function applyItemEvents(
  view: Pick<ItemsView, 'items' | 'tail'>,
  events: readonly ItemEvent[],
  content: ReadonlyMap<string, ItemContent>,
  { head, now, step }: { readonly head: number; readonly now: number; readonly step: number },
): ItemChanges {
  const items = new Map<string, Item | undefined>();
  const tail = new Map<string, TailItem | undefined>();
  const erased: string[] = [];
  let turn = 0;
  const item = (id: string): Item | undefined => (items.has(id) ? items.get(id) : view.items.get(id));

  const leave = (id: string, reason: EvictionReason): void => {
    const leaving = item(id);
    items.set(id, undefined);
    if (leaving) tail.set(id, { ...leaving, left: { head, turn: turn++, time: now, step, reason } });
  };
  /** Replaces fields of an item in the store or in the long tail. */
  const edit = (id: string, fields: Partial<Item>): void => {
    const [live, archived] = [item(id), tail.get(id) ?? view.tail.get(id)];
    if (live) items.set(id, { ...live, ...fields });
    else if (archived) tail.set(id, { ...archived, ...fields });
  };

  for (const event of events) {
    switch (event.type) {
      case 'item-memorized': {
        const { type: _, ...numbers } = event;
        const words = content.get(event.id);
        if (words) items.set(event.id, { ...numbers, ...words, step, forgotten: false });
        break;
      }
      case 'item-evicted':
      case 'item-expired':
        leave(event.id, event.reason);
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
        edit(event.id, { forgotten: false });
        break;
      case 'item-updated': {
        const { type: _, id, ...edited } = event;
        edit(id, edited);
        break;
      }
      case 'tail-dropped':
        tail.set(event.id, undefined);
        break;
      case 'capacity-exceeded':
      case 'step-advanced':
        break;
    }
  }
  return { items, tail, erased };
}
