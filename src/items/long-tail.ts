// The size limit of the long tail. Pure.
import type { ItemEvent } from './events.ts';
import type { TailItem } from './item.ts';

/** Drops the oldest items of the tail, then the first of those entering it, until the tail is within `maxItems`. */
export function longTailOverflow(
  tail: ReadonlyMap<string, TailItem>,
  events: readonly { readonly type: string }[],
  maxItems: number,
): ItemEvent[] {
  const removed = new Set<string>();
  const entering: string[] = [];
  for (const event of events as readonly ItemEvent[]) {
    if (event.type === 'item-evicted' || event.type === 'item-expired') entering.push(event.id);
    if (event.type === 'item-forgotten' && event.mode === 'hard' && event.place === 'tail') removed.add(event.id);
  }
  let excess = tail.size - removed.size + entering.length - maxItems;
  const dropped: ItemEvent[] = [];
  for (const ids of [tail.keys(), entering]) {
    for (const id of ids) {
      if (excess <= 0) return dropped;
      if (removed.has(id)) continue;
      dropped.push({ type: 'tail-dropped', id });
      excess--;
    }
  }
  return dropped;
}
