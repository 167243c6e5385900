// Recomputes the decisions about a session's items from the journal alone: ids and numbers, no text, and a new kernel
// for every entry. Memorized, replaced, touched, forgotten, restored, edited and stepped items are taken as recorded;
// the rules yield the sequences of arrivals, expiries, evictions, and what the long tail drops.
import { SessionState } from '../../../src/engine/session/state.ts';
import { applyItemEvents } from '../../../src/items/apply.ts';
import { Arrivals } from '../../../src/items/arriving/arrivals.ts';
import { decideLimits, decideSetLimits } from '../../../src/items/capacity/set-limits.ts';
import { decideSweep } from '../../../src/items/expiry.ts';
import type { ItemEvent } from '../../../src/items/events.ts';
import type { EvictionRank, ExpiredRank } from '../../../src/items/eviction.ts';
import { agesFrom, type Item, type ItemContent } from '../../../src/items/item.ts';
import { type Limits, minus, plus, type Usage } from '../../../src/items/limits.ts';
import type { Contender, Order } from '../../../src/items/order.ts';
import { longTailOverflow } from '../../../src/items/long-tail.ts';
import { createKernel, type Columns, type Kernel, type Moment } from '../../../src/kernel/kernel.ts';
import type { Settings } from '../../../src/options/options.ts';
import type { JournalEntry, Row, RowChange } from '../../../src/storage/port.ts';

export interface Decided {
  readonly head: number;
  readonly usage: { readonly before: Usage; readonly after: Usage };
  readonly events: readonly unknown[];
}

/** Part of an entry that the replay must reproduce. */
export const decidedIn = ({ head, usage, events }: JournalEntry): Decided => ({ head, usage, events });

const WORDLESS: ItemContent = { text: '' };
const ABOUT_ITEMS = /^item-|^step-advanced$|^capacity-exceeded$|^limits-set$|^tail-dropped$/;
const FOLLOWS = ['item-expired', 'item-evicted', 'capacity-exceeded', 'tail-dropped'];
const SOFTLY_EXPIRED = 1;

/** Recomputes the entries; `entries` begin with the session's first. */
export function replay(entries: readonly JournalEntry[], settings: Settings, module: WebAssembly.Module): Decided[] {
  const { importance, decay, eviction, ttl } = settings;
  const kernelSettings = { decay, ...importance, ...eviction, ...ttl };
  const state = new SessionState();
  let limits: Limits = settings.limits;
  return entries.map(({ head, time: now, step, events: recorded }) => {
    const before = state.usage;
    const isAboutItems = (recorded as readonly ItemEvent[]).some(({ type }) => ABOUT_ITEMS.test(type));
    if (!isAboutItems) return { head, usage: { before, after: before }, events: recorded };
    const order = orderOf(createKernel(module, kernelSettings), state, { now, step }, ttl.hardMs);
    const { longTail } = settings;
    const events = decideAgain(state, recorded as readonly ItemEvent[], { limits, longTail }, now, order);
    for (const event of recorded as readonly ItemEvent[]) if (event.type === 'limits-set') limits = event;
    take(state, events, { head, now, step });
    return { head, usage: { before, after: state.usage }, events };
  });
}

function decideAgain(
  state: SessionState,
  recorded: readonly ItemEvent[],
  { limits, longTail }: { readonly limits: Limits } & Pick<Settings, 'longTail'>,
  now: number,
  order: Order,
): readonly ItemEvent[] {
  const withTail = (events: readonly ItemEvent[]): readonly ItemEvent[] => [
    ...events,
    ...longTailOverflow(state.tail, events, longTail.maxItems),
  ];
  const set = recorded.find((event) => event.type === 'limits-set');
  if (set?.type === 'limits-set') {
    const { maxItems, maxTokens } = set;
    return withTail(decideSetLimits(state, { former: limits, given: { maxItems, maxTokens } }, order).events);
  }
  const arrivals = new Arrivals(state, { now, limits }, order);
  let isUnpinned = false;
  const edited = new Map<string, object>();
  const itemOf = (id: string): Item => ({ ...(state.items.get(id) ?? state.tail.get(id)), ...edited.get(id) }) as Item;
  for (const event of recorded) {
    if (FOLLOWS.includes(event.type)) continue;
    if (event.type === 'item-updated') {
      const { importance, pinned, expiresAt } = event;
      edited.set(event.id, { importance, pinned, expiresAt });
    }
    if (event.type === 'item-replaced') arrivals.replace(itemOf(event.id), event.by);
    else if (event.type === 'item-touched') arrivals.touch(itemOf(event.id));
    else if (event.type === 'item-memorized')
      arrivals.add({ ...event, given: {}, at: event.createdAt, replaces: undefined, content: WORDLESS });
    else arrivals.record(event);
    if (event.type !== 'item-updated' || event.pinned || !arrivals.isInStore(event.id)) continue;
    if (!state.items.get(event.id)?.pinned) continue;
    arrivals.unpin(itemOf(event.id));
    isUnpinned = true;
  }
  const arrives = recorded.some(({ type }) => type === 'item-memorized' || type === 'item-touched');
  if (!arrives && !isUnpinned) {
    // Nothing arrived: the limits were lowered, or it was a sweep.
    if (recorded.some(({ type }) => type === 'capacity-exceeded'))
      return withTail(decideLimits(state, limits, order).events);
    if (recorded.some(({ type }) => type === 'item-evicted')) return withTail(decideSweep(state.usage, order).events);
  }
  arrivals.settle();
  return withTail(arrivals.events);
}

/** Answers the queries of the deciding rules from a kernel that knows only the items of the moment. */
function orderOf(kernel: Kernel, state: SessionState, moment: Moment, hardMs: number): Order {
  const rows = [...state.items.values()];
  const expiryOf = (item: Contender | Item): number => Math.min(agesFrom(item) + hardMs, item.expiresAt ?? Infinity);
  const isExpired = (item: Contender | Item): boolean => !item.pinned && moment.now > expiryOf(item);
  const items = rows.filter((item) => !isExpired(item));
  const columns = (item: Contender | Item): Columns => {
    const { importance, tokens, pinned, step = moment.step, forgotten = false } = item;
    return { importance, createdAt: agesFrom(item), step, tokens, pinned, forgotten };
  };
  for (const item of items) kernel.add(columns(item));
  const rank = (slot: number): EvictionRank => {
    const { id, importance, tokens } = items[slot] as Item;
    const priority = kernel.priority(slot, moment.now);
    return { id, position: slot, victimClass: kernel.classOf(slot, moment), importance, priority, tokens };
  };
  const placeOf = (id: string): number => items.findIndex((item) => item.id === id);
  const expired = (item: Contender | Item, position: number): ExpiredRank => {
    const { id, importance, tokens } = item;
    return { id, importance, tokens, position, expiredAt: expiryOf(item), ...kernel.rate(columns(item), moment) };
  };
  const order: Pick<Order, 'expired' | 'late' | 'expiredSoftly' | 'victims' | 'position' | 'rank'> = {
    position: placeOf,
    rank: (id) => rank(placeOf(id)),
    expired: () => rows.flatMap((item, position) => (isExpired(item) ? [expired(item, position)] : [])),
    late: (contenders) => {
      const before = (place: number): number => contenders.slice(0, place).filter((item) => !isExpired(item)).length;
      return contenders.flatMap((item, place) =>
        isExpired(item) ? [expired(item, items.length + before(place))] : [],
      );
    },
    expiredSoftly: () =>
      kernel
        .victims(moment, { newcomers: [], leaving: [], overItems: items.length, overTokens: 0 })
        .victims.map(({ slot }) => rank(slot))
        .filter(({ victimClass }) => victimClass === SOFTLY_EXPIRED),
    victims: ({ newcomers, leaving, ...overrun }) => {
      const plan = kernel.victims(moment, {
        newcomers: newcomers.map(columns),
        leaving: leaving.map(({ position }) => position),
        ...overrun,
      });
      const victims = plan.victims.map(({ slot, newcomer, victimClass, priority }): EvictionRank => {
        if (!newcomer) return rank(slot);
        const { id, importance, tokens } = newcomers[slot] as Contender;
        return { id, position: items.length + slot, victimClass, importance, priority, tokens };
      });
      return { victims, enough: plan.enough };
    },
  };
  return order as Order;
}

function take(
  state: SessionState,
  events: readonly ItemEvent[],
  moment: { head: number; now: number; step: number },
): void {
  const memorized = events.flatMap((event) => (event.type === 'item-memorized' ? [[event.id, WORDLESS] as const] : []));
  const { items, tail } = applyItemEvents(state, events, new Map(memorized), moment);
  const gone = [...state.items.values()].filter(({ id }) => items.has(id) && !items.get(id));
  const added = [...items].flatMap(([id, item]) => (item && !state.items.has(id) ? [item] : []));
  const usage = plus(minus(state.usage, gone), added);
  const rows = (store: RowChange['store'], changed: ReadonlyMap<string, unknown>): RowChange[] =>
    [...changed].map(([key, value]) => ({ store, key, value: value as Row | undefined }));
  const arrived = events.filter(({ type }) => type === 'item-memorized' || type === 'item-touched');
  const nextSequence = state.nextSequence + arrived.length;
  state.absorb(
    { ...state.manifest, ...usage, nextSequence },
    [...rows('items', items), ...rows('tail', tail)],
    ({ value }) => value,
  );
}
