// Events → the items as they are afterwards. Pure: says what changes, changes nothing.
import type { ItemEvent } from './events.ts';
import type { Item, ItemContent } from './item.ts';

/** Every item that the events touch, in its new form; undefined where it left. */
export function applyItemEvents(
  events: readonly { readonly type: string }[],
  content: ReadonlyMap<string, ItemContent>,
  step: number,
): Map<string, Item | undefined> {
  const touched = new Map<string, Item | undefined>();
  for (const event of events as readonly ItemEvent[]) {
    switch (event.type) {
      case 'item-memorized': {
        const { type: _, ...numbers } = event;
        const words = content.get(event.id);
        if (words) touched.set(event.id, { ...numbers, ...words, step, forgotten: false });
        break;
      }
      case 'item-evicted':
      case 'item-expired':
        touched.set(event.id, undefined);
        break;
      case 'capacity-exceeded':
        break;
    }
  }
  return touched;
}
