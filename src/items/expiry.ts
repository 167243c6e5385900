// Expiry by age. Pure.
import { evicted, expired } from './eviction.ts';
import type { Eviction, ItemEvent } from './events.ts';
import { agesFrom, type Item, type TailItem } from './item.ts';
import { minus, type Usage } from './limits.ts';
import { longTailOverflow } from './long-tail.ts';
import type { Order } from './order.ts';

/**
 * Returns the moment after which an item is past its hard TTL, ms since 1970; Infinity = never. Ignores pins: pinned
 * items never expire.
 */
export const hardExpiry = (item: Pick<Item, 'createdAt' | 'touchedAt' | 'expiresAt'>, hardMs: number): number =>
  Math.min(agesFrom(item) + hardMs, item.expiresAt ?? Infinity);

/**
 * Returns the form in the long tail of items past their hard TTL before their rows follow, and undefined for the items
 * that the tail drops for them. By id. The next command moves the rows with the same result.
 * @param items in order of arrival
 */
export function archivedByAge(
  tail: ReadonlyMap<string, TailItem>,
  items: readonly Item[],
  { hardMs, maxItems, head, step }: { hardMs: number; maxItems: number; head: number; step: number },
): Map<string, TailItem | undefined> {
  const archived = items.map((item, turn): [string, TailItem] => {
    const left = { head, turn, time: hardExpiry(item, hardMs), step, reason: 'expired-hard' } as const;
    return [item.id, { ...item, left }];
  });
  const moved = new Map<string, TailItem | undefined>(archived);
  const leaving = items.map(({ id }) => ({ type: 'item-expired', id }));
  if (leaving.length > 0) for (const { id } of longTailOverflow(tail, leaving, maxItems)) moved.set(id, undefined);
  return moved;
}

/** Begins every command: the rows of items past the hard TTL leave before anything else happens. */
export function expire(usage: Usage, order: Order): { usage: Usage; expired: Eviction[]; events: ItemEvent[] } {
  const leaving = order.expired();
  const gone = leaving.map(expired);
  return {
    usage: minus(usage, leaving),
    expired: gone,
    events: gone.map((eviction) => ({ type: 'item-expired', ...eviction })),
  };
}

/** Answer of `items.sweep`. */
export interface SweepResult {
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
  /** Unprotected items past the soft TTL. */
  readonly evicted: readonly Eviction[];
  /** `before`: without items past the hard TTL. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
}

/** Removes items past the soft TTL as well, even if the store has room. */
export function decideSweep(stored: Usage, order: Order): { events: ItemEvent[]; result: SweepResult } {
  const hard = expire(stored, order);
  const leaving = order.expiredSoftly();
  const soft = leaving.map(evicted);
  const events = [...hard.events, ...soft.map((eviction): ItemEvent => ({ type: 'item-evicted', ...eviction }))];
  const usage = { before: hard.usage, after: minus(hard.usage, leaving) };
  return { events, result: { expired: hard.expired, evicted: soft, usage } };
}
