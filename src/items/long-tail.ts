// The long tail: what left the store and can still be found. Pure.
import type { ItemEvent } from './events.ts';
import type { TailItem } from './item.ts';

/** What the tail must drop so that those who leave now fit: its oldest entries, then the first to leave now. */
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
