// A session's items decided again from the journal alone: ids and numbers, no text, a new kernel for every entry.
// What was memorized, forgotten, restored, updated and stepped is taken as it stands; who expires, who is evicted and
// what the long tail drops follows from the rules.
import { SessionState } from '../../../src/engine/session/state.ts';
import { applyItemEvents } from '../../../src/items/apply.ts';
import type { ItemEvent } from '../../../src/items/events.ts';
import type { EvictionRank } from '../../../src/items/eviction.ts';
import { decideSweep, expire } from '../../../src/items/expiry.ts';
import type { Item, ItemContent, Newcomer } from '../../../src/items/item.ts';
import { minus, plus, type Usage } from '../../../src/items/limits.ts';
import { decideMemorize } from '../../../src/items/memorize.ts';
import type { Order } from '../../../src/items/order.ts';
import { longTailOverflow } from '../../../src/items/long-tail.ts';
import { createKernel, type Kernel, type KernelSettings, type Moment } from '../../../src/kernel/kernel.ts';
import type { Settings } from '../../../src/options.ts';
import type { JournalEntry, Row, RowChange } from '../../../src/storage/port.ts';

export interface Decided {
  readonly head: number;
  readonly usage: { readonly before: Usage; readonly after: Usage };
  readonly events: readonly unknown[];
}

/** The part of an entry that must come out the same. */
export const decidedIn = ({ head, usage, events }: JournalEntry): Decided => ({ head, usage, events });

const WORDLESS: ItemContent = { text: '' };
const ABOUT_ITEMS = /^item-|^step-advanced$|^capacity-exceeded$|^tail-dropped$/;
const FOLLOWS = ['item-expired', 'item-evicted', 'capacity-exceeded', 'tail-dropped'];
const SOFTLY_EXPIRED = 1;

/** The entries as they must be; `entries` begin with the session's first. */
export function replay(entries: readonly JournalEntry[], settings: Settings, module: WebAssembly.Module): Decided[] {
  const { importance, decay, eviction, ttl } = settings;
  const kernelSettings: KernelSettings = {
    decayFactor: decay.factor,
    decayPeriodMs: decay.periodMs,
    decayFloor: decay.floor,
    lowBelow: importance.lowBelow,
    protectedFrom: importance.protectedFrom,
    ...eviction,
    ...ttl,
  };
  const state = new SessionState();
  return entries.map(({ head, time: now, step, events: recorded }) => {
    const before = state.usage;
    const isAboutItems = (recorded as readonly ItemEvent[]).some(({ type }) => ABOUT_ITEMS.test(type));
    if (!isAboutItems) return { head, usage: { before, after: before }, events: recorded };
    const order = orderOf(createKernel(module, kernelSettings), state, { now, step });
    const events = decideAgain(state, recorded as readonly ItemEvent[], settings, now, order);
    take(state, events, { head, now, step });
    return { head, usage: { before, after: state.usage }, events };
  });
}

function decideAgain(
  state: SessionState,
  recorded: readonly ItemEvent[],
  { limits, longTail }: Settings,
  now: number,
  order: Order,
): readonly ItemEvent[] {
  const newcomers = newcomersOf(recorded);
  const facts = recorded.filter(({ type }) => !FOLLOWS.includes(type) && type !== 'item-memorized');
  const decide = (): readonly ItemEvent[] => {
    if (newcomers.length > 0) return decideMemorize(state, newcomers, { now, limits }, order).events;
    // Without a newcomer only a sweep evicts.
    const isSweep = recorded.some(({ type }) => type === 'item-evicted');
    return (isSweep ? decideSweep : expire)(state.usage, order).events;
  };
  const events = [...decide(), ...facts];
  return [...events, ...longTailOverflow(state.tail, events, longTail.maxItems)];
}

function newcomersOf(events: readonly ItemEvent[]): Newcomer[] {
  return events.flatMap((event) => {
    if (event.type !== 'item-memorized') return [];
    const { createdAt, id, importance, pinned, source, tokens } = event;
    return [{ id, importance, pinned, source, tokens, at: createdAt, content: WORDLESS }];
  });
}

/** The questions of the rules that decide here, put to a kernel that knows nothing but the items of the moment. */
function orderOf(kernel: Kernel, state: SessionState, moment: Moment): Order {
  const items = [...state.items.values()];
  for (const { importance, createdAt, step, tokens, pinned, forgotten } of items) {
    kernel.add({ importance, createdAt, step, tokens, pinned, forgotten });
  }
  const rank = (slot: number): EvictionRank => {
    const { id, importance, tokens } = items[slot] as Item;
    const priority = kernel.priority(slot, moment.now);
    return { id, position: slot, victimClass: kernel.classOf(slot, moment), importance, priority, tokens };
  };
  const order: Pick<Order, 'expired' | 'expiredSoftly' | 'victims'> = {
    expired: () => kernel.expired(moment.now).map(rank),
    expiredSoftly: () =>
      kernel
        .victims(moment, { newcomers: [], leaving: [], overItems: items.length, overTokens: 0 })
        .victims.map(({ slot }) => rank(slot))
        .filter(({ victimClass }) => victimClass === SOFTLY_EXPIRED),
    victims: ({ newcomers, leaving, ...overrun }) => {
      const columns = newcomers.map((newcomer) => ({ ...newcomer, step: moment.step, forgotten: false }));
      const plan = kernel.victims(moment, {
        newcomers: columns,
        leaving: leaving.map(({ position }) => position),
        ...overrun,
      });
      const victims = plan.victims.map(({ slot, newcomer, victimClass, priority }): EvictionRank => {
        if (!newcomer) return rank(slot);
        const { id, importance, tokens } = newcomers[slot] as Newcomer;
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
  const newcomers = newcomersOf(events);
  const { items, tail } = applyItemEvents(state, events, new Map(newcomers.map(({ id }) => [id, WORDLESS])), moment);
  const gone = [...state.items.values()].filter(({ id }) => items.has(id) && !items.get(id));
  const added = [...items].flatMap(([id, item]) => (item && !state.items.has(id) ? [item] : []));
  const usage = plus(minus(state.usage, gone), added);
  const rows = (store: RowChange['store'], changed: ReadonlyMap<string, unknown>): RowChange[] =>
    [...changed].map(([key, value]) => ({ store, key, value: value as Row | undefined }));
  const nextSequence = state.nextSequence + newcomers.length;
  state.absorb(
    { ...state.manifest, ...usage, nextSequence },
    [...rows('items', items), ...rows('tail', tail)],
    (row) => row,
  );
}
