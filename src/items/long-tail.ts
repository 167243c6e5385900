// The size limit of the long tail. Pure.
// Checked with the events of each command, because evictions and expiries are what makes the tail grow.
import type { ItemEvent } from './events.ts';
import type { TailItem } from './item.ts';

type TailDropped = Extract<ItemEvent, { readonly type: 'tail-dropped' }>;

/** Orders the long tail: who left first comes first. */
export const byDeparture = ({ left: one }: Pick<TailItem, 'left'>, { left: other }: Pick<TailItem, 'left'>): number =>
  one.head - other.head || one.turn - other.turn;

/** Drops the oldest items of the tail, then the first of those entering it, until the tail is within `maxItems`. */
export function longTailOverflow(
  tail: ReadonlyMap<string, TailItem>,
  events: readonly { readonly type: string }[],
  maxItems: number,
): TailDropped[] {
  /** Ids that these events move, in the order in which they move last; true: into the tail. */
  const moved = new Map<string, boolean>();
  const move = (id: string, enters: boolean): void => {
    moved.delete(id);
    moved.set(id, enters);
  };
  for (const event of events as readonly ItemEvent[]) {
    if (event.type === 'item-evicted' || event.type === 'item-expired') move(event.id, true);
    if (event.type === 'item-replaced' && event.place === 'items') move(event.id, true);
    if (event.type === 'item-touched') move(event.id, false);
    if (event.type === 'item-forgotten' && event.mode === 'hard' && event.place === 'tail') move(event.id, false);
  }
  const entering = [...moved].flatMap(([id, enters]) => (enters ? [id] : []));
  const moving = [...moved.keys()].filter((id) => tail.has(id)).length;
  let excess = tail.size - moving + entering.length - maxItems;
  const dropped: TailDropped[] = [];
  // In order of arrival, and what enters comes last. It is dropped at once only where the limit is smaller than what one
  // command moves.
  const staying = function* (): Generator<string> {
    for (const id of tail.keys()) if (!moved.has(id)) yield id;
    yield* entering;
  };
  for (const id of staying()) {
    if (excess <= 0) break;
    dropped.push({ type: 'tail-dropped', id });
    excess--;
  }
  return dropped;
}
