// What leaves by age alone. Pure.
import { evicted, expired } from './eviction.ts';
import type { Eviction, ItemEvent } from './events.ts';
import { minus, type Usage } from './limits.ts';
import type { Order } from './order.ts';

/** Every command begins with this: what is past the hard TTL leaves before anything else happens (S000-12, 26). */
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
  /** Past the hard TTL. */
  readonly expired: readonly Eviction[];
  /** Past the soft TTL and unprotected. */
  readonly evicted: readonly Eviction[];
  readonly usage: { readonly before: Usage; readonly after: Usage };
}

/** The explicit check of ages (S004x-07, 08): soft-expired items leave too, though nothing needs their room. */
export function decideSweep(before: Usage, order: Order): { events: ItemEvent[]; result: SweepResult } {
  const hard = expire(before, order);
  const gone = new Set(hard.expired.map(({ id }) => id));
  const leaving = order.expiredSoftly().filter(({ id }) => !gone.has(id));
  const soft = leaving.map(evicted);
  const events = [...hard.events, ...soft.map((eviction): ItemEvent => ({ type: 'item-evicted', ...eviction }))];
  const usage = { before, after: minus(hard.usage, leaving) };
  return { events, result: { expired: hard.expired, evicted: soft, usage } };
}
