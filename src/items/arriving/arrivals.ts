// What a command adds at the end of the queue, and who leaves for it. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import { trustOf } from '../../options/provenance.ts';
import { evicted, expired, type EvictionRank } from '../eviction.ts';
import type { Eviction, ItemEvent, ItemReplaced } from '../events.ts';
import { expire } from '../expiry.ts';
import { editedNumbers, journalFields } from '../fields/item-fields.ts';
import { agesFrom, type Item, type ItemsView, type Newcomer } from '../item.ts';
import { type Limits, minus, over, plus, type Usage } from '../limits.ts';
import type { Contender, Order } from '../order.ts';

/** When a command runs, and how much room there is. */
export interface Circumstances {
  /** ms since 1970. */
  readonly now: number;
  readonly limits: Limits;
}

/** Where an arrival is after the command. */
export interface ArrivalPlace {
  /** False when every other item ranks higher, or when it is past the hard TTL already: it left at once. */
  readonly stored: boolean;
  /** Place in the queue after the command, 0 = oldest; absent when it was not stored. */
  readonly position?: number;
}

export interface Settled {
  /** Items evicted for a limit, in the order in which they left. */
  readonly evicted: readonly Eviction[];
  /** Items past the hard TTL: those of the store, which left before anything else, then new ones. */
  readonly expired: readonly Eviction[];
  /** `before`: as reads told it, without items past the hard TTL. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
}

/** Collects the events of one command, in their order. Begins with the items that expire. */
export class Arrivals {
  readonly events: ItemEvent[];
  readonly replaced: ItemReplaced[] = [];
  readonly #expired: readonly Eviction[];
  readonly #gone: ReadonlySet<string>;
  /** Without the expired ones. */
  readonly #usage: Usage;
  readonly #view: ItemsView;
  readonly #order: Order;
  readonly #moment: Circumstances;
  readonly #arrivals: Contender[] = [];
  /** Items of the store that lost their pin. */
  readonly #unpinned: Contender[] = [];
  /** Items of the store that leave their place in any case. */
  readonly #leaving: EvictionRank[] = [];
  #places: ReadonlyMap<string, ArrivalPlace> = new Map();

  constructor(view: ItemsView, moment: Circumstances, order: Order) {
    const { expired, events, usage } = expire(view.usage, order);
    this.events = events;
    this.#usage = usage;
    this.#expired = expired;
    this.#gone = new Set(expired.map(({ id }) => id));
    this.#view = view;
    this.#order = order;
    this.#moment = moment;
  }

  /** False for an item of the long tail, also for one past its hard TTL whose row leaves with this command. */
  isInStore(id: string): boolean {
    return this.#view.items.has(id) && !this.#gone.has(id);
  }

  record(...events: readonly ItemEvent[]): void {
    this.events.push(...events);
  }

  add(newcomer: Newcomer): void {
    const { now } = this.#moment;
    const createdAt = Math.min(newcomer.at ?? now, now);
    const numbered = {
      ...newcomer,
      createdAt,
      sequence: this.#nextSequence(),
      trust: trustOf(newcomer.source, newcomer.trust),
    };
    this.record({ type: 'item-memorized', ...journalFields(numbered) });
    this.#arrivals.push(contender(newcomer, createdAt));
  }

  /** @param item as it will be: its edits are recorded already */
  touch(item: Item): void {
    const { id, expiresAt = Infinity, ...lasting } = item;
    // It was for the stay that is over; with it, the item would leave again at once.
    const isPast = this.#moment.now > expiresAt && !item.pinned;
    if (isPast) this.record({ type: 'item-updated', id, ...editedNumbers(lasting) });
    this.record({ type: 'item-touched', id, sequence: this.#nextSequence() });
    if (this.isInStore(id)) this.#leaving.push(this.#order.rank(id));
    this.#arrivals.push(contender(isPast ? { ...lasting, id } : item, this.#moment.now));
  }

  /** Where pinned items alone are above the limits, it is the only one that can leave. @param item without its pin */
  unpin(item: Item): void {
    const { step, forgotten } = item;
    this.#leaving.push(this.#order.rank(item.id));
    this.#unpinned.push({ ...contender(item, agesFrom(item)), step, forgotten });
  }

  /** Its room is free for the successor. */
  replace({ id }: Item, by: string): void {
    const isInStore = this.isInStore(id);
    const place = isInStore ? { place: 'items', position: this.#order.position(id) } : { place: 'tail' };
    this.record({ type: 'item-replaced', id, by, ...place } as ItemEvent);
    this.replaced.push({ id, by, ...place } as ItemReplaced);
    if (isInStore) this.#leaving.push(this.#order.rank(id));
  }

  /** Makes room. Call it last. @throws only-pinned-left */
  settle(): Settled {
    const usage = this.#usage;
    const { limits } = this.#moment;
    const all = [...this.#unpinned, ...this.#arrivals];
    const late = this.#order.late(all).map((rank) => expired({ ...rank, position: this.#positionOf(rank) }));
    for (const eviction of late) this.record({ type: 'item-expired', ...eviction });
    const contenders = all.filter(({ id }) => !late.some((eviction) => eviction.id === id));
    const full = plus(minus(usage, this.#leaving), contenders);
    const overrun = over(full, limits);
    const { victims, enough } =
      contenders.length === 0
        ? { victims: [], enough: true }
        : this.#order.victims({ newcomers: contenders, leaving: this.#leaving, ...overrun });
    // Pinned items alone may be above the limits. An arrival that is its own victim changes nothing about that.
    if (!enough && this.#arrivals.some(({ pinned }) => pinned)) throw onlyPinnedLeft(usage, limits);
    if (victims.length > 0) this.record({ type: 'capacity-exceeded', usage: full, ...overrun });
    const gone = victims.map((rank) => evicted({ ...rank, position: this.#positionOf(rank) }));
    for (const eviction of gone) this.record({ type: 'item-evicted', ...eviction });
    const after = minus(full, victims);
    this.#places = placesOf(this.#arrivals, new Set([...late, ...gone].map(({ id }) => id)), after);
    return { evicted: gone, expired: [...this.#expired, ...late], usage: { before: usage, after } };
  }

  /** Of an item that was added or touched; after `settle`. */
  placeOf(id: string): ArrivalPlace {
    return this.#places.get(id) ?? { stored: false };
  }

  /** An item that lost its pin has kept its place. */
  #positionOf({ id, position }: EvictionRank): number {
    return this.#unpinned.some((item) => item.id === id) ? this.#order.position(id) : position;
  }

  #nextSequence(): number {
    return this.#view.nextSequence + this.#arrivals.length;
  }
}

const contender = (
  { id, importance, tokens, pinned, expiresAt }: Omit<Contender, 'createdAt'>,
  createdAt: number,
): Contender => ({ id, importance, tokens, pinned, createdAt, ...(expiresAt !== undefined && { expiresAt }) });

/** Those that stay are the newest items, so they take the last places of the queue. */
function placesOf(
  arrivals: readonly Contender[],
  gone: ReadonlySet<string>,
  after: Usage,
): ReadonlyMap<string, ArrivalPlace> {
  const kept = arrivals.filter(({ id }) => !gone.has(id));
  const places = new Map<string, ArrivalPlace>(arrivals.map(({ id }) => [id, { stored: false }]));
  kept.forEach(({ id }, index) => places.set(id, { stored: true, position: after.items - kept.length + index }));
  return places;
}

function onlyPinnedLeft({ items, tokens }: Usage, { maxItems, maxTokens }: Limits): WorkingMemoryError {
  return new WorkingMemoryError(
    'only-pinned-left',
    `Beside pinned items there is no room for a pinned one (${items} of ${maxItems} items, ${tokens} of ${maxTokens} tokens are used). ` +
      'Unpin or forget one, or raise the limits. Nothing was stored.',
    { items, tokens, maxItems, maxTokens },
  );
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
