// Expiry by age. Pure.
import { evicted, expired } from './eviction.ts';
import type { Eviction, ItemEvent } from './events.ts';
import { minus, type Usage } from './limits.ts';
import type { Order } from './order.ts';

/** First step of every command: items past the hard TTL leave before anything else happens. */
export function expire(usage: Usage, order: Order): { usage: Usage; expired: Eviction[]; events: ItemEvent[] } {
  const leaving = order.expired();
  const gone = leaving.map(expired);
  return {
    usage: minus(usage, leaving),
    expired: gone,
    events: gone.map((eviction) => ({ type: 'item-expired', ...eviction })),
  };
}

export interface SweepResult {
  /** Items past the hard TTL. */
  readonly expired: readonly Eviction[];
  /** Unprotected items past the soft TTL. */
  readonly evicted: readonly Eviction[];
  readonly usage: { readonly before: Usage; readonly after: Usage };
}

/** Removes soft-expired items as well, even when the store has room. */
export function decideSweep(before: Usage, order: Order): { events: ItemEvent[]; result: SweepResult } {
  const hard = expire(before, order);
  const gone = new Set(hard.expired.map(({ id }) => id));
  const leaving = order.expiredSoftly().filter(({ id }) => !gone.has(id));
  const soft = leaving.map(evicted);
  const events = [...hard.events, ...soft.map((eviction): ItemEvent => ({ type: 'item-evicted', ...eviction }))];
  const usage = { before, after: minus(hard.usage, leaving) };
  return { events, result: { expired: hard.expired, evicted: soft, usage } };
}
