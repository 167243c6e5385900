// The item store once more, as plain arrays and sorts, written from docs/model.md: the oracle of property tests.
// Must take nothing from src/items or the kernel but types; speed does not matter here.
import type { ItemView } from '../../src/api/items.ts';
import type { Eviction, EvictionReason, ForgetMode, ItemEvent } from '../../src/items/events.ts';
import type { ForgetRequest } from '../../src/items/forgetting/request.ts';
import type { ForgottenItem } from '../../src/items/forgetting/forgetting.ts';
import type { Item } from '../../src/items/item.ts';
import type { Settings } from '../../src/options.ts';

export interface ModelItem extends Item {
  readonly left?: {
    readonly head: number;
    readonly time: number;
    readonly step: number;
    readonly reason: EvictionReason;
  };
}

export interface ModelNewcomer extends Pick<Item, 'id' | 'text' | 'tokens' | 'importance' | 'pinned' | 'tags'> {
  readonly at: number | undefined;
}

/** What a command did: its answer, and the events of its journal entry. */
export interface ModelOutcome {
  readonly result: unknown;
  readonly events: readonly ItemEvent[];
}

/** A command that must fail, by the code of its error. */
export class ModelRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const DAY = 86_400_000;

export class ModelStore {
  readonly settings: Settings;
  /** Oldest first. */
  items: readonly ModelItem[] = [];
  /** In the order in which they left. */
  tail: readonly ModelItem[] = [];
  erased: ReadonlyMap<string, { readonly time: number; readonly step: number }> = new Map();
  head: number;
  time: number;
  step = 0;
  nextSequence = 0;

  /** The session was opened, and its one entry written, at this moment. */
  constructor(settings: Settings, openedAt: number) {
    this.settings = settings;
    this.head = 1;
    this.time = openedAt;
  }

  usage(items: readonly ModelItem[] = this.items): { items: number; tokens: number } {
    return { items: items.length, tokens: items.reduce((sum, { tokens }) => sum + tokens, 0) };
  }

  /** Without what is past the hard TTL, though that still has its place in the queue. */
  list(clock: number): ItemView[] {
    const now = Math.max(clock, this.time);
    const views = this.items.map((item, position) => ({
      ...item,
      position,
      decay: this.#decay(item, now),
      priority: item.importance * this.#decay(item, now),
      victimClass: this.#classOf(item, now),
    }));
    return views.filter((item) => !this.#isExpired(item, now));
  }

  /** Ids that recall may show, `archived` or not: by importance, then newest first. */
  visible(clock: number): { id: string; archived: boolean; reason: EvictionReason | undefined }[] {
    const now = Math.max(clock, this.time);
    return [...this.items.filter((item) => !this.#isExpired(item, now)), ...this.tail]
      .filter(({ forgotten }) => !forgotten)
      .sort((one, other) => other.importance - one.importance || other.sequence - one.sequence)
      .map(({ id, left }) => ({ id, archived: left !== undefined, reason: left?.reason }));
  }

  memorize(clock: number, newcomers: readonly ModelNewcomer[]): ModelOutcome {
    const { maxItems, maxTokens } = this.settings.limits;
    if (newcomers.some(({ tokens }) => tokens > maxTokens)) throw new ModelRefusal('item-too-large');
    return this.#command(clock, (draft) => {
      draft.expire();
      for (const { at = draft.now, ...fields } of newcomers) {
        const createdAt = Math.min(at, draft.now);
        const { tags: _, text: __, ...numbers } = fields;
        const fixed = { sequence: draft.nextSequence++, createdAt, source: 'user', trust: 2 } as const;
        draft.items.push({ ...fields, ...fixed, step: this.step, forgotten: false });
        draft.arrived.push(fields.id);
        draft.events.push({ type: 'item-memorized', ...numbers, ...fixed });
      }
      const full = this.usage(draft.items);
      const victims = this.#victims(draft.items, draft.now, { maxItems, maxTokens });
      const left = this.usage(draft.items.filter((item) => !victims.includes(item)));
      if (left.items > maxItems || left.tokens > maxTokens) throw new ModelRefusal('only-pinned-left');
      if (victims.length > 0) {
        const [overItems, overTokens] = [full.items - maxItems, full.tokens - maxTokens];
        draft.events.push({ type: 'capacity-exceeded', usage: full, overItems, overTokens });
      }
      const evicted = victims.map((victim) => draft.evict(victim));
      const items = newcomers.map(({ id, tokens }) => {
        const position = draft.items.findIndex((item) => item.id === id);
        return position < 0 ? { id, stored: false, tokens } : { id, stored: true, position, tokens };
      });
      return {
        stored: items.every(({ stored }) => stored),
        items,
        evicted,
        expired: draft.expired,
        usage: draft.usage(),
      };
    });
  }

  forget(clock: number, request: ForgetRequest, mode: ForgetMode): ModelOutcome {
    return this.#command(clock, (draft) => {
      draft.expire();
      const isOpen = (item: ModelItem): boolean => mode === 'hard' || !item.forgotten;
      const forgotten = this.#select(draft, request, isOpen).map((item): ForgottenItem => {
        const place = item.left ? 'tail' : 'items';
        const answer = { id: item.id, place, ...(!item.left && { position: draft.place(item.id) }) } as const;
        draft.events.push({ type: 'item-forgotten', mode, ...answer });
        if (mode === 'soft') draft.replace({ ...item, forgotten: true });
        else draft.erase(item.id);
        return answer;
      });
      return { mode, forgotten, expired: draft.expired, usage: draft.usage() };
    });
  }

  restore(clock: number, id: string): ModelOutcome {
    return this.#command(clock, (draft) => {
      draft.expire();
      const item = [...draft.items, ...draft.tail].find((candidate) => candidate.id === id);
      if (!item) throw new ModelRefusal('not-found');
      if (item.forgotten) {
        draft.events.push({ type: 'item-restored', id, place: item.left ? 'tail' : 'items' });
        draft.replace({ ...item, forgotten: false });
      }
      return { id, restored: item.forgotten, expired: draft.expired };
    });
  }

  update(clock: number, id: string, edit: { importance?: number; pinned?: boolean }): ModelOutcome {
    return this.#command(clock, (draft) => {
      draft.expire();
      const item = draft.items.find((candidate) => candidate.id === id);
      if (!item) throw new ModelRefusal('not-found');
      const before = { importance: item.importance, pinned: item.pinned };
      const after = { ...before, ...edit };
      if (after.importance !== before.importance || after.pinned !== before.pinned) {
        draft.events.push({ type: 'item-updated', id, ...after });
        draft.replace({ ...item, ...after });
      }
      return { id, before, after, expired: draft.expired };
    });
  }

  sweep(clock: number): ModelOutcome {
    return this.#command(clock, (draft) => {
      draft.expire();
      const softlyExpired = this.#inOrder(draft.items, draft.now).filter(
        (item) => this.#classOf(item, draft.now) === 1,
      );
      const evicted = softlyExpired.map((item) => draft.evict(item));
      return { expired: draft.expired, evicted, usage: draft.usage() };
    });
  }

  advance(clock: number): ModelOutcome {
    return this.#command(clock, (draft) => {
      draft.expire();
      draft.step = this.step + 1;
      draft.events.push({ type: 'step-advanced', step: draft.step });
      return draft.step;
    });
  }

  /** Works on a copy, so that a refusal leaves everything as it was. */
  #command(clock: number, work: (draft: Draft) => unknown): ModelOutcome {
    const now = Math.max(clock, this.time);
    const draft = new Draft(
      this,
      now,
      (item) => this.#isExpired(item, now),
      (item, reason) => ({
        id: item.id,
        position: draft.place(item.id),
        reason: reason ?? reasonOf(this.#classOf(item, now)),
        victimClass: this.#classOf(item, now),
        importance: item.importance,
        priority: item.importance * this.#decay(item, now),
      }),
    );
    const result = work(draft);
    while (draft.tail.length > this.settings.longTail.maxItems) {
      const [dropped] = draft.tail.splice(0, 1);
      if (dropped) draft.events.push({ type: 'tail-dropped', id: dropped.id });
    }
    if (draft.events.length > 0) {
      this.items = draft.items;
      this.tail = draft.tail;
      this.erased = draft.erased;
      this.step = draft.step;
      this.nextSequence = draft.nextSequence;
      this.time = now;
      this.head++;
    }
    return { result, events: draft.events };
  }

  #select(draft: Draft, request: ForgetRequest, isOpen: (item: ModelItem) => boolean): ModelItem[] {
    const stored = draft.items.filter(isOpen);
    const everywhere = [...stored, ...draft.tail.filter(isOpen)];
    if (typeof request === 'string') {
      const words = request.toLowerCase().split(/\s/).join('');
      const number = Number(words.match(/\d+$/)?.[0]);
      if (words === 'oldest') return stored.slice(0, 1);
      if (words === 'leastimportant')
        return [...stored].sort((one, other) => one.importance - other.importance).slice(0, 1);
      if (words.startsWith('before')) return stored.filter(({ step }) => step < number);
      if (number >= this.items.length) throw new ModelRefusal('not-found');
      return stored.filter(({ id }) => id === this.items[number]?.id);
    }
    if ('ids' in request) {
      const named = [...new Set(request.ids)].map((id) =>
        [...draft.items, ...draft.tail].find((item) => item.id === id),
      );
      if (named.includes(undefined)) throw new ModelRefusal('not-found');
      return named.flatMap((item) => (item && isOpen(item) ? [item] : []));
    }
    if ('tags' in request) return everywhere.filter(({ tags = [] }) => request.tags.every((tag) => tags.includes(tag)));
    if (request.strategy === 'importance_based') {
      return everywhere.filter(({ importance }) => importance < (request.threshold ?? 0.1));
    }
    if (request.strategy === 'time_based') {
      const age = request.ms ?? (request.hours ?? (request.days ?? 0) * 24) * (DAY / 24);
      return everywhere.filter(({ createdAt }) => draft.now - createdAt > age);
    }
    const { maxItems = this.settings.limits.maxItems, maxTokens = this.settings.limits.maxTokens } = request;
    return this.#victims(draft.items, draft.now, { maxItems, maxTokens }).filter(isOpen);
  }

  /** Who leaves until both limits hold, or until only pinned items are left. */
  #victims(items: readonly ModelItem[], now: number, limits: { maxItems: number; maxTokens: number }): ModelItem[] {
    const usage = this.usage(items);
    const victims: ModelItem[] = [];
    for (const item of this.#inOrder(items, now)) {
      if (usage.items <= limits.maxItems && usage.tokens <= limits.maxTokens) break;
      victims.push(item);
      usage.items -= 1;
      usage.tokens -= item.tokens;
    }
    return victims;
  }

  #inOrder(items: readonly ModelItem[], now: number): ModelItem[] {
    const key = (item: ModelItem): number =>
      this.settings.eviction.key === 'priority' ? item.importance * this.#decay(item, now) : 0;
    return items
      .filter(({ pinned }) => !pinned)
      .sort(
        (one, other) =>
          this.#classOf(one, now) - this.#classOf(other, now) || key(one) - key(other) || one.sequence - other.sequence,
      );
  }

  #classOf(item: ModelItem, now: number): number {
    const { importance, eviction, ttl } = this.settings;
    const age = this.step - item.step;
    if (item.forgotten) return 0;
    const expired = age > ttl.softSteps || now - item.createdAt > ttl.softMs;
    const recent = age < eviction.recentSteps ? 1 : 0;
    if (item.importance >= importance.protectedFrom) return expired ? 6 : 7 + recent;
    if (expired) return 1;
    return (item.importance < importance.lowBelow ? 2 : 4) + recent;
  }

  #isExpired({ pinned, createdAt }: ModelItem, now: number): boolean {
    return !pinned && now - createdAt > this.settings.ttl.hardMs;
  }

  #decay({ createdAt }: ModelItem, now: number): number {
    const { floor, factor, periodMs } = this.settings.decay;
    return Math.max(floor, factor ** (Math.max(0, now - createdAt) / periodMs));
  }
}

const reasonOf = (victimClass: number): EvictionReason =>
  victimClass === 1 ? 'expired-soft' : victimClass < 6 ? 'capacity-exceeded' : 'protected-last-resort';

class Draft {
  readonly now: number;
  readonly items: ModelItem[];
  readonly tail: ModelItem[];
  readonly erased: Map<string, { readonly time: number; readonly step: number }>;
  readonly events: ItemEvent[] = [];
  readonly expired: Eviction[] = [];
  /** The queue when the command arrived, and after it what arrived with the command. */
  readonly arrived: string[];
  nextSequence: number;
  step: number;
  readonly #store: ModelStore;
  readonly #isExpired: (item: ModelItem) => boolean;
  readonly #eviction: (item: ModelItem, reason?: EvictionReason) => Eviction;

  constructor(
    store: ModelStore,
    now: number,
    isExpired: (item: ModelItem) => boolean,
    eviction: (item: ModelItem, reason?: EvictionReason) => Eviction,
  ) {
    this.now = now;
    this.items = [...store.items];
    this.tail = [...store.tail];
    this.erased = new Map(store.erased);
    this.arrived = store.items.map(({ id }) => id);
    this.nextSequence = store.nextSequence;
    this.step = store.step;
    this.#store = store;
    this.#isExpired = isExpired;
    this.#eviction = eviction;
  }

  place(id: string): number {
    return this.arrived.indexOf(id);
  }

  usage(): unknown {
    return { before: this.#store.usage(), after: this.#store.usage(this.items) };
  }

  expire(): void {
    for (const item of this.items.filter(this.#isExpired)) {
      const eviction = this.#eviction(item, 'expired-hard');
      this.expired.push(eviction);
      this.events.push({ type: 'item-expired', ...eviction });
      this.#leave(item, 'expired-hard');
    }
  }

  evict(item: ModelItem): Eviction {
    const eviction = this.#eviction(item);
    this.events.push({ type: 'item-evicted', ...eviction });
    this.#leave(item, eviction.reason);
    return eviction;
  }

  replace(item: ModelItem): void {
    for (const list of [this.items, this.tail]) {
      const index = list.findIndex(({ id }) => id === item.id);
      if (index >= 0) list[index] = item;
    }
  }

  erase(id: string): void {
    this.#take(this.items, id);
    this.#take(this.tail, id);
    this.erased.set(id, { time: this.now, step: this.#store.step });
  }

  #leave(item: ModelItem, reason: EvictionReason): void {
    this.#take(this.items, item.id);
    const { head, step } = this.#store;
    this.tail.push({ ...item, left: { head: head + 1, time: this.now, step, reason } });
  }

  #take(list: ModelItem[], id: string): void {
    const index = list.findIndex((item) => item.id === id);
    if (index >= 0) list.splice(index, 1);
  }
}
