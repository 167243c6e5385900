// Enforces the limits of the store after they were lowered, or after another owner had larger ones. Pure.
import { evicted } from '../eviction.ts';
import type { Eviction, ItemEvent } from '../events.ts';
import { expire } from '../expiry.ts';
import type { ItemsView } from '../item.ts';
import { aboveLimits, type Limits, minus, over, type Usage } from '../limits.ts';
import type { Order } from '../order.ts';

/** Answer of `items.setLimits`. */
export interface LimitsResult {
  /** Limits that apply from now on. */
  readonly limits: Limits;
  /** Items evicted for the limits, in the order in which they left. */
  readonly evicted: readonly Eviction[];
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
  /** `before`: without items past the hard TTL. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
  /** Excess over the limits, 0 = none; then only pinned items are left. */
  readonly over: Usage;
}

interface Decided<Result> {
  readonly events: readonly ItemEvent[];
  readonly result: Result;
}

/** Evicts until the limits hold or only pinned items are left. Makes no events if they hold already. */
export function decideLimits(view: ItemsView, limits: Limits, order: Order): Decided<LimitsResult> {
  const { expired, events, usage } = expire(view.usage, order);
  const overrun = over(usage, limits);
  const { victims } = order.victims({ newcomers: [], leaving: [], ...overrun });
  const gone = victims.map(evicted);
  const after = minus(usage, victims);
  return {
    events: [...events, ...evictions(gone, usage, overrun)],
    result: {
      limits,
      evicted: gone,
      expired,
      usage: { before: usage, after },
      over: aboveLimits(after, limits),
    },
  };
}

/** Changes the limits of this opening: first the event, then its consequences. */
export function decideSetLimits(
  view: ItemsView,
  { former, given }: { readonly former: Limits; readonly given: Partial<Limits> },
  order: Order,
): Decided<LimitsResult> {
  const { maxItems, maxTokens } = { ...former, ...given };
  const limits = { maxItems, maxTokens };
  const { events, result } = decideLimits(view, limits, order);
  const isChanged = maxItems !== former.maxItems || maxTokens !== former.maxTokens;
  return { events: isChanged ? [{ type: 'limits-set', ...limits }, ...events] : events, result };
}

function evictions(gone: readonly Eviction[], usage: Usage, overrun: ReturnType<typeof over>): ItemEvent[] {
  if (gone.length === 0) return [];
  const events = gone.map((eviction): ItemEvent => ({ type: 'item-evicted', ...eviction }));
  return [{ type: 'capacity-exceeded', usage, ...overrun }, ...events];
}
