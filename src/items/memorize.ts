// memorize: adds items, expires old ones, evicts for room. Pure.
import { WorkingMemoryError } from '../errors.ts';
import { TRUST_OF_SOURCE } from '../provenance.ts';
import { evicted } from './eviction.ts';
import type { Eviction, ItemEvent } from './events.ts';
import { expire } from './expiry.ts';
import { fieldsMarked } from './fields/item-fields.ts';
import type { ItemsView, Newcomer } from './item.ts';
import { type Limits, minus, over, plus, type Usage } from './limits.ts';
import type { Order } from './order.ts';

export interface MemorizedItem {
  readonly id: string;
  /** False when the new item was evicted itself, because every other item ranks higher. */
  readonly stored: boolean;
  /** Place in the queue after the command, 0 = oldest; absent when the item was not stored. */
  readonly position?: number;
  readonly tokens: number;
}

export interface MemorizeResult {
  /** True when every item of the call was stored. */
  readonly stored: boolean;
  readonly items: readonly MemorizedItem[];
  /** Items evicted for a limit, in the order in which they left. */
  readonly evicted: readonly Eviction[];
  /** Items past the hard TTL, removed before anything was added. */
  readonly expired: readonly Eviction[];
  readonly usage: { readonly before: Usage; readonly after: Usage };
}

/** An item larger than the whole store would be accepted and evicted at once. @throws item-too-large */
export function refuseOversized(tokens: number, { maxTokens }: Limits): void {
  if (tokens <= maxTokens) return;
  throw new WorkingMemoryError(
    'item-too-large',
    `The item has ${tokens} tokens; the whole store holds ${maxTokens}. Split it, or raise limits.maxTokens. Nothing was stored.`,
    { tokens, maxTokens },
  );
}

export function decideMemorize(
  view: ItemsView,
  newcomers: readonly Newcomer[],
  { now, limits }: { readonly now: number; readonly limits: Limits },
  order: Order,
): { readonly events: readonly ItemEvent[]; readonly result: MemorizeResult } {
  const { expired, events, usage } = expire(view.usage, order);
  const added = newcomers.map((newcomer) => ({ ...newcomer, createdAt: Math.min(newcomer.at ?? now, now) }));
  const full = plus(usage, added);
  const overrun = over(full, limits);
  const { victims, enough } = order.victims({ newcomers: added, leaving: order.expired(), ...overrun });
  if (!enough) throw onlyPinnedLeft(view.usage, limits);

  const gone = new Set(victims.map(({ id }) => id));
  const after = minus(full, victims);
  const kept = added.filter(({ id }) => !gone.has(id)).length;
  // The stored newcomers are the newest items, so they take the last places of the queue.
  let position = after.items - kept;
  const items = added.map(({ id, tokens }): MemorizedItem =>
    gone.has(id) ? { id, stored: false, tokens } : { id, stored: true, position: position++, tokens },
  );

  added.forEach((item, index) => {
    const numbered = { ...item, sequence: view.nextSequence + index, trust: TRUST_OF_SOURCE[item.source] };
    events.push({ type: 'item-memorized', ...fieldsMarked('inJournal', numbered) });
  });
  if (victims.length > 0) events.push({ type: 'capacity-exceeded', usage: full, ...overrun });
  for (const rank of victims) events.push({ type: 'item-evicted', ...evicted(rank) });

  return {
    events,
    result: {
      stored: kept === added.length,
      items,
      evicted: victims.map(evicted),
      expired,
      usage: { before: view.usage, after },
    },
  };
}

function onlyPinnedLeft({ items, tokens }: Usage, { maxItems, maxTokens }: Limits): WorkingMemoryError {
  return new WorkingMemoryError(
    'only-pinned-left',
    `Only pinned items could still leave (${items} of ${maxItems} items, ${tokens} of ${maxTokens} tokens are used). ` +
      'Unpin or forget one, or raise the limits. Nothing was stored.',
    { items, tokens, maxItems, maxTokens },
  );
}
