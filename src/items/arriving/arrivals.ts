// Adds arrivals at the end of the queue and decides which items leave for them. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import { trustOf } from '../../options/provenance.ts';
import { evicted, expired, type EvictionRank } from '../eviction.ts';
import type { Eviction, ItemEvent, ItemReplaced } from '../events.ts';
import { expire } from '../expiry.ts';
import { editedNumbers, journalFields } from '../fields/item-fields.ts';
import { agesFrom, type Item, type ItemsView, type Newcomer } from '../item.ts';
import { type Limits, minus, over, plus, type Usage } from '../limits.ts';
import type { Contender, Order } from '../order.ts';

/** Time of a command, and limits of the store. */
export interface Circumstances {
  /** ms since 1970. */
  readonly now: number;
  readonly limits: Limits;
}

/** Place of an arrival after the command. */
export interface ArrivalPlace {
  /** False if every other item ranks higher, or if it is already past the hard TTL: then it left at once. */
  readonly stored: boolean;
  /** Place in the queue after the command, 0 = oldest; absent if it was not stored. */
  readonly position?: number;
}

export interface Settled {
  /** Items evicted for a limit, in the order in which they left. */
  readonly evicted: readonly Eviction[];
  /** Items past the hard TTL: first those of the store, which left before anything else, then new ones. */
  readonly expired: readonly Eviction[];
  /** `before`: as reads report it, without items past the hard TTL. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
}

/** Collects the events of one command, in order. Begins with the items that expire. */
export class Arrivals {
  readonly events: ItemEvent[];
  readonly replaced: ItemReplaced[] = [];
  readonly #expired: readonly Eviction[];
  readonly #gone: ReadonlySet<string>;
  /** Usage without the expired items. */
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

  /** Whether an item is in the store; false for one past its hard TTL whose row leaves with this command. */
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

  /** Makes an item the newest. @param item its final form: the edits are recorded already */
  touch(item: Item): void {
    const { id, expiresAt = Infinity, ...lasting } = item;
    // A past `expiresAt` belonged to the former stay; with it, the item would leave again at once.
    const isPast = this.#moment.now > expiresAt && !item.pinned;
    if (isPast) this.record({ type: 'item-updated', id, ...editedNumbers(lasting) });
    this.record({ type: 'item-touched', id, sequence: this.#nextSequence() });
    if (this.isInStore(id)) this.#leaving.push(this.#order.rank(id));
    this.#arrivals.push(contender(isPast ? { ...lasting, id } : item, this.#moment.now));
  }

  /** Unpins an item; if only pinned items exceed the limits, it alone can leave. @param item without its pin */
  unpin(item: Item): void {
    const { step, forgotten } = item;
    this.#leaving.push(this.#order.rank(item.id));
    this.#unpinned.push({ ...contender(item, agesFrom(item)), step, forgotten });
  }

  /** Replaces an item, which frees its room for the successor. */
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
    // Pinned items alone may exceed the limits. An arrival that is its own victim does not change that.
    if (!enough && this.#arrivals.some(({ pinned }) => pinned)) throw onlyPinnedLeft(usage, limits);
    if (victims.length > 0) this.record({ type: 'capacity-exceeded', usage: full, ...overrun });
    const gone = victims.map((rank) => evicted({ ...rank, position: this.#positionOf(rank) }));
    for (const eviction of gone) this.record({ type: 'item-evicted', ...eviction });
    const after = minus(full, victims);
    this.#places = placesOf(this.#arrivals, new Set([...late, ...gone].map(({ id }) => id)), after);
    return { evicted: gone, expired: [...this.#expired, ...late], usage: { before: usage, after } };
  }

  /** Returns the place of an item that was added or touched; after `settle`. */
  placeOf(id: string): ArrivalPlace {
    return this.#places.get(id) ?? { stored: false };
  }

  /** Returns the position of a victim; an item that lost its pin has kept its place. */
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

/** Returns the places of the arrivals: those that stay are the newest items and take the last places of the queue. */
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
    `The pinned items leave no room for another one (${items} of ${maxItems} items, ${tokens} of ${maxTokens} tokens are used). ` +
      'Unpin or forget one, or raise the limits. Nothing was stored.',
    { items, tokens, maxItems, maxTokens },
  );
}

/** Refuses an item larger than the whole store, which would be evicted at once. @throws item-too-large */
export function refuseOversized(tokens: number, { maxTokens }: Limits): void {
  if (tokens <= maxTokens) return;
  throw new WorkingMemoryError(
    'item-too-large',
    `The item has ${tokens} tokens; the whole store holds ${maxTokens}. Split it, or raise limits.maxTokens. Nothing was stored.`,
    { tokens, maxTokens },
  );
}
