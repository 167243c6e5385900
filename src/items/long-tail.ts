// The size limit of the long tail. Pure.
// Checked with the events of each command, because evictions and expiries make the tail grow.
import type { ItemEvent } from './events.ts';
import type { TailItem } from './item.ts';

type TailDropped = Extract<ItemEvent, { readonly type: 'tail-dropped' }>;

/** Orders the long tail: earliest departures first. */
export const byDeparture = ({ left: one }: Pick<TailItem, 'left'>, { left: other }: Pick<TailItem, 'left'>): number =>
  one.head - other.head || one.turn - other.turn;

/** Drops the oldest items of the tail, then the first of those entering it, until the tail is within `maxItems`. */
export function longTailOverflow(
  tail: ReadonlyMap<string, TailItem>,
  events: readonly { readonly type: string }[],
  maxItems: number,
): TailDropped[] {
  if (tail.size + events.length <= maxItems) return [];
  /** Ids that these events move, by the last move of each; true: into the tail. */
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
  // In order of arrival, with entering items last. One is dropped at once only if a single command moves more items
  // than the limit.
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

/** Approximate bytes of a row without its text. */
const ROW_BYTES = 300;
/** Share of the limit that a trim leaves, so that not every command needs one. */
const LEFT = 15 / 16;

/** Returns the approximate size of the row of an item, in bytes. */
export function tailBytes({ text }: Pick<TailItem, 'text'>): number {
  let bytes = ROW_BYTES;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Half of a surrogate pair, which takes four bytes.
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
}

/**
 * Drops the oldest items of a tail beyond its bytes. Items that these events add are counted with the next command.
 * @param bytes size of the tail before these events
 */
export function longTailExcess(
  tail: ReadonlyMap<string, TailItem>,
  bytes: number,
  events: readonly object[],
  maxBytes: number,
): TailDropped[] {
  if (bytes <= maxBytes) return [];
  const moved = new Set(events.map((event) => (event as { readonly id?: string }).id));
  const dropped: TailDropped[] = [];
  let left = bytes;
  for (const [id, item] of tail) {
    if (left <= maxBytes * LEFT) break;
    left -= tailBytes(item);
    if (!moved.has(id)) dropped.push({ type: 'tail-dropped', id });
  }
  return dropped;
}
