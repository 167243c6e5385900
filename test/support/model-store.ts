// Reference item store of plain arrays and sorts, written from docs/model.md: the oracle of property tests. May take
// only types from src/items and the kernel; speed does not matter.
import type { ItemView } from '../../src/api/items.ts';
import type { ClockEvent } from '../../src/api/watching/audit.ts';
import type { Eviction, EvictionReason, ForgetMode, ItemEvent, LeftReason } from '../../src/items/events.ts';
import type { ForgetRequest } from '../../src/items/forgetting/request.ts';
import type { ForgottenItem } from '../../src/items/forgetting/forgetting.ts';
import type { Item } from '../../src/items/item.ts';
import type { Limits } from '../../src/items/limits.ts';
import type { Settings } from '../../src/options/options.ts';
import { merge, type ModelExport, type ModelMerge } from './model-import.ts';

interface Left {
  readonly head: number;
  readonly time: number;
  readonly step: number;
  readonly reason: LeftReason;
}

export interface ModelItem extends Item {
  readonly left?: Left;
}

export interface ModelNewcomer extends Pick<
  Item,
  'id' | 'text' | 'tokens' | 'importance' | 'pinned' | 'tags' | 'key' | 'expiresAt'
> {
  readonly at: number | undefined;
  /** Id, or else key, of the item that it replaces. */
  readonly replaces?: string;
  /** Whether the importance comes from the former item rather than from the caller. */
  readonly isInherited?: boolean;
}

/** Outcome of a command: its answer, and the events of its journal entry. */
export interface ModelOutcome {
  readonly result: unknown;
  readonly events: readonly ModelEvent[];
}

export type ModelEvent = ItemEvent | ClockEvent;

/** Failure of a command, by the code of its error, with the events that it leaves nevertheless. */
export class ModelRefusal extends Error {
  readonly code: string;
  readonly events: readonly ModelEvent[];

  constructor(code: string, events: readonly ModelEvent[] = []) {
    super(code);
    this.code = code;
    this.events = events;
  }
}

const DAY = 86_400_000;

export class ModelStore {
  readonly settings: Settings;
  limits: Limits;
  /** Oldest first. */
  items: readonly ModelItem[] = [];
  /** In the order in which they left. */
  tail: readonly ModelItem[] = [];
  erased: ReadonlyMap<string, { readonly time: number; readonly step: number }> = new Map();
  head: number;
  time: number;
  #jumpedFrom = Infinity;
  step = 0;
  nextSequence = 0;

  /** @param openedAt time of the session's first entry, written when it was opened */
  constructor(settings: Settings, openedAt: number) {
    this.settings = settings;
    this.limits = limitsOf(settings);
    this.head = 1;
    this.time = openedAt;
  }

  usage(items: readonly ModelItem[] = this.items): { items: number; tokens: number } {
    return { items: items.length, tokens: items.reduce((sum, { tokens }) => sum + tokens, 0) };
  }

  /** Lists the store without items past the hard TTL. */
  list(clock: number): ItemView[] {
    const { now, items } = this.present(clock);
    return items.map((item, position) => ({
      ...item,
      position,
      decay: this.#decay(item, now),
      priority: item.importance * this.#decay(item, now),
      victimClass: this.#classOf(item, now),
    }));
  }

  /** Returns store and long tail at a moment, as the next command would leave them. */
  present(clock: number): { now: number; items: readonly ModelItem[]; tail: readonly ModelItem[]; expired: number } {
    const draft = this.#draft(clock);
    draft.expire();
    if (draft.expired.length > 0) this.#trim(draft);
    const { now, items, tail } = draft;
    return { now, items, tail, expired: draft.expired.length };
  }

  /** Returns the ids that recall may show, `archived` or not: by importance, then newest first. */
  visible(clock: number): { id: string; archived: boolean; left: Omit<Left, 'head'> | undefined }[] {
    const { items, tail } = this.present(clock);
    return [...items, ...tail]
      .filter(({ forgotten, replacedBy }) => !forgotten && replacedBy === undefined)
      .sort(
        (one, other) =>
          other.importance - one.importance || other.createdAt - one.createdAt || other.sequence - one.sequence,
      )
      .map(({ id, left }) => ({
        id,
        archived: left !== undefined,
        left: left && { time: left.time, step: left.step, reason: left.reason },
      }));
  }

  /** Replaces an item; unstated fields are inherited. */
  revise(
    clock: number,
    name: string,
    newcomer: Pick<ModelNewcomer, 'id' | 'text' | 'tokens'> & { readonly importance?: number },
  ): ModelOutcome {
    const blank = { importance: 0.5, pinned: false, at: undefined, ...newcomer };
    return this.memorize(clock, [blank], (draft) => {
      const { importance, tags, key } = draft.named(name);
      const isInherited = newcomer.importance === undefined;
      return [{ ...blank, replaces: name, ...(isInherited && { importance, isInherited }), ...given({ tags, key }) }];
    });
  }

  memorize(
    clock: number,
    newcomers: readonly ModelNewcomer[],
    complete = (_: Draft, said: readonly ModelNewcomer[]): readonly ModelNewcomer[] => said,
  ): ModelOutcome {
    const { doubles } = this.settings;
    const { maxItems, maxTokens } = this.limits;
    const refused = (reason: 'item-too-large' | 'only-pinned-left'): ModelRefusal => {
      const items = newcomers.length;
      const tokens = newcomers.reduce((sum, newcomer) => sum + newcomer.tokens, 0);
      const event = { type: 'add-refused', reason, items, tokens, maxItems, maxTokens } as const;
      return new ModelRefusal(reason, this.#commit(clock, [event]));
    };
    if (newcomers.some(({ tokens }) => tokens > maxTokens)) throw refused('item-too-large');
    return this.#command(clock, (draft) => {
      draft.expire();
      const groups = this.#grouped(draft, complete(draft, newcomers), doubles === 'refresh');
      for (const { id, here, formers, said } of groups) {
        for (const former of formers) draft.putAside(former, id);
        if (here) draft.refresh(here, said);
        else draft.add(said);
      }
      draft.expireLate();
      const evicted = this.#enforce(draft, this.limits);
      if (this.#isOver(draft) && groups.some(({ said }) => said.pinned)) throw refused('only-pinned-left');
      const items = newcomers.map((newcomer) => {
        const group = groups.find(({ members }) => members.some((member) => member.id === newcomer.id));
        const { id = '', here, members = [] } = group ?? {};
        const isRefreshed = here !== undefined || members[0]?.id !== newcomer.id;
        const tokens = here?.tokens ?? newcomer.tokens;
        return { id, ...draft.standing(id), tokens, ...(isRefreshed && { refreshed: true }) };
      });
      return {
        stored: items.every(({ stored }) => stored),
        items,
        replaced: groups.flatMap(({ id: by, formers }) => formers.map(({ id }) => ({ id, by }))),
        evicted,
        expired: draft.expired,
        usage: draft.usage(),
      };
    });
  }

  /** Groups the texts that are one item: texts that exist already, or twice in the call. */
  #grouped(draft: Draft, newcomers: readonly ModelNewcomer[], refreshes: boolean): ModelGroup[] {
    const { items, tail } = draft;
    const groups: ModelGroup[] = [];
    const aside = (): string[] => groups.flatMap(({ formers }) => formers.map(({ id }) => id));
    const givenUp = new Set<string>();
    const holderOf = (key: string): ModelItem | undefined => (givenUp.has(key) ? undefined : draft.holderOf(key));
    const keys = new Set<string>();
    for (const newcomer of newcomers) {
      const isSame = (item: { readonly text: string }): boolean => refreshes && item.text === newcomer.text;
      const known = groups.find(({ members }) => members.some(isSame));
      const places = [items, tail].map((list) => list.filter((item) => isSame(item) && item.replacedBy === undefined));
      const newest = places
        .find((list) => list.length > 0)
        ?.reduce((one, other) => (other.sequence > one.sequence ? other : one));
      const double = newest && !aside().includes(newest.id) ? newest : undefined;
      const here = double && double.trust > 0 ? double : undefined;
      // A text that nobody vouches for gives its place to the same text of the user.
      const outdone = here || double?.pinned || known ? undefined : double;
      const group: ModelGroup = known ?? {
        id: here?.id ?? newcomer.id,
        here,
        members: [],
        formers: [],
        said: newcomer,
      };
      const { key } = newcomer;
      const named = newcomer.replaces === undefined ? undefined : draft.named(newcomer.replaces, holderOf);
      const holder = key === undefined ? undefined : holderOf(key);
      const formers = [...new Set([named, holder, outdone])].filter(
        (item): item is ModelItem => item !== undefined && item.id !== group.id,
      );
      for (const former of formers) {
        const mayGo = former.replacedBy === undefined && !former.pinned && !(former.forgotten && former === named);
        if (!mayGo) throw new ModelRefusal('item-state');
      }
      for (const former of formers) {
        const isTaken = aside().includes(former.id) || groups.some(({ id }) => id === former.id);
        if (isTaken) throw new ModelRefusal('invalid-input');
        group.formers.push(former);
      }
      if (key !== undefined) {
        if (keys.has(key)) throw new ModelRefusal('invalid-input');
        keys.add(key);
        const before = group.members.length > 0 ? group.said.key : here?.key;
        if (before !== undefined && before !== key) givenUp.add(before);
      }
      const said = group.members.length > 0 || !here ? group.said : here;
      const isNew = group.members.length === 0 && !here;
      group.said = isNew
        ? newcomer
        : {
            ...group.said,
            importance: Math.max(said.importance, newcomer.isInherited ? 0 : newcomer.importance),
            pinned: said.pinned || newcomer.pinned,
            tags: [...new Set([...(said.tags ?? []), ...(newcomer.tags ?? [])])],
            ...(newcomer.expiresAt !== undefined && { expiresAt: newcomer.expiresAt }),
            ...((key ?? said.key) !== undefined && { key: key ?? said.key }),
          };
      group.members.push(newcomer);
      if (!known) groups.push(group);
    }
    return groups;
  }

  /** @param arrivals ids of arriving items @throws only-pinned-left */
  #makeRoom(draft: Draft, arrivals: readonly string[]): Eviction[] {
    const evicted = this.#enforce(draft, this.limits);
    if (this.#isOver(draft) && draft.items.some(({ id, pinned }) => pinned && arrivals.includes(id)))
      throw new ModelRefusal('only-pinned-left');
    return evicted;
  }

  /** Refuses an oversized item that is to be restored. */
  #refuseOversized({ left, tokens }: ModelItem): void {
    if (left && tokens > this.limits.maxTokens) throw new ModelRefusal('item-too-large');
  }

  #isOver({ items }: Draft): boolean {
    const usage = this.usage(items);
    return usage.items > this.limits.maxItems || usage.tokens > this.limits.maxTokens;
  }

  touch(clock: number, ids: readonly string[]): ModelOutcome {
    return this.#command(clock, (draft) => {
      draft.expire();
      for (const id of ids) {
        const item = draft.find(id);
        if (item.replacedBy !== undefined || item.forgotten) throw new ModelRefusal('item-state');
        this.#refuseOversized(item);
        draft.touch(item);
      }
      const evicted = this.#makeRoom(draft, ids);
      const touched = ids.map((id) => ({ id, ...draft.standing(id) }));
      return { touched, evicted, expired: draft.expired, usage: draft.usage() };
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
      const item = draft.find(id);
      const isReplaced = [...this.items, ...this.tail].some((other) => other.id === item.replacedBy);
      const isKeyTaken = item.replacedBy !== undefined && item.key !== undefined && draft.holderOf(item.key);
      if (isReplaced || isKeyTaken) throw new ModelRefusal('item-state');
      this.#refuseOversized(item);
      if (item.forgotten || item.left) {
        draft.events.push({ type: 'item-restored', id, place: item.left ? 'tail' : 'items' });
        const { replacedBy: _, ...visible } = item;
        draft.replace({ ...visible, forgotten: false });
      }
      if (item.left) draft.touch(draft.find(id));
      const evicted = item.left ? this.#makeRoom(draft, [id]) : [];
      const { stored } = draft.standing(id);
      return {
        id,
        restored: item.forgotten || (item.left !== undefined && stored),
        stored,
        evicted,
        expired: draft.expired,
      };
    });
  }

  /** `key: null` removes the key. */
  update(
    clock: number,
    id: string,
    { key, ...edit }: Partial<ModelNumbers> & { readonly key?: string | null },
  ): ModelOutcome {
    return this.#command(clock, (draft) => {
      draft.expire();
      const item = draft.find(id);
      if (item.replacedBy !== undefined) throw new ModelRefusal('item-state');
      const holder = typeof key === 'string' ? draft.holderOf(key) : undefined;
      if (holder && holder.id !== id) throw new ModelRefusal('invalid-input');
      const before = numbersOf(item);
      const after = numbersOf({ ...before, ...edit });
      draft.number(item, after);
      if (key !== undefined) draft.label(draft.find(id), { key: key ?? undefined });
      const comesBack = item.left !== undefined && after.pinned;
      if (comesBack) this.#refuseOversized(item);
      if (comesBack) draft.touch(draft.find(id));
      const losesPin = before.pinned && !after.pinned && !item.left;
      if (losesPin) draft.expire();
      const evicted = comesBack || losesPin ? this.#makeRoom(draft, [id]) : [];
      const [former, edited] = [item, draft.find(id)].map(({ tags, key }) => given({ tags, key }));
      return { id, before: { ...before, ...former }, after: { ...after, ...edited }, evicted, expired: draft.expired };
    });
  }

  /** Returns the session under another name, before it is opened. */
  fork(): ModelStore {
    const fork = new ModelStore(this.settings, this.time);
    fork.items = this.items;
    fork.tail = this.tail.map(({ left, ...item }) => ({ ...item, ...(left && { left: { ...left, head: 1 } }) }));
    fork.erased = this.erased;
    fork.step = this.step;
    fork.nextSequence = this.nextSequence;
    fork.#jumpedFrom = this.#jumpedFrom;
    fork.limits = this.limits;
    return fork;
  }

  /** Returns a new session made from an export, before it is opened. */
  sessionOf(clock: number, brought: ModelExport): ModelMerge & { readonly session: ModelStore } {
    const session = new ModelStore(this.settings, this.now(clock));
    session.head = 0;
    return { ...session.import(this.now(clock), brought, 'keep', true), session };
  }

  /** @param isCommitted whether the import committed; the files of the export alone may require it */
  import(clock: number, brought: ModelExport, conflict: 'keep' | 'replace', isCommitted: boolean): ModelMerge {
    const draft = this.#draft(clock);
    draft.expire();
    this.#trim(draft);
    const { limits, erased, nextSequence, step, head } = this;
    const { items, tail, now } = draft;
    const tailRoom = this.settings.longTail.maxItems;
    const here = { items, tail, erased, nextSequence, step, limits, tailRoom, now, head: head + 1 };
    const merged = merge(here, brought, conflict);
    if (!isCommitted) return merged;
    this.items = merged.items;
    this.tail = merged.tail;
    this.erased = merged.erased;
    this.step = merged.step;
    this.nextSequence = merged.nextSequence;
    this.#commit(clock, []);
    return merged;
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

  setLimits(clock: number, given: Partial<Limits>): ModelOutcome {
    const limits = { ...this.limits, ...given };
    return this.#setLimits(clock, limits, (draft) => {
      if (limits.maxItems !== this.limits.maxItems || limits.maxTokens !== this.limits.maxTokens)
        draft.events.push({ type: 'limits-set', ...limits });
    });
  }

  /** Applies the limits of the settings again. */
  reopen(clock: number): ModelOutcome {
    const { maxItems, maxTokens } = limitsOf(this.settings);
    const { items, tokens } = this.usage(this.present(clock).items);
    if (items > maxItems || tokens > maxTokens) return this.#setLimits(clock, { maxItems, maxTokens }, () => undefined);
    this.limits = { maxItems, maxTokens };
    return { result: undefined, events: [] };
  }

  #setLimits(clock: number, limits: Limits, announce: (draft: Draft) => void): ModelOutcome {
    const outcome = this.#command(clock, (draft) => {
      announce(draft);
      draft.expire();
      const evicted = this.#enforce(draft, limits);
      const { items, tokens } = this.usage(draft.items);
      const over = { items: Math.max(0, items - limits.maxItems), tokens: Math.max(0, tokens - limits.maxTokens) };
      return { limits, evicted, expired: draft.expired, usage: draft.usage(), over };
    });
    this.limits = limits;
    return outcome;
  }

  /** Evicts until the limits hold, or only pinned items are left. */
  #enforce(draft: Draft, limits: Limits): Eviction[] {
    const full = this.usage(draft.items);
    const victims = this.#victims(draft.items, draft.now, limits);
    if (victims.length > 0) {
      const [overItems, overTokens] = [full.items - limits.maxItems, full.tokens - limits.maxTokens];
      draft.events.push({ type: 'capacity-exceeded', usage: full, overItems, overTokens });
    }
    return victims.map((victim) => draft.evict(victim));
  }

  /** Works on a copy, so that a refusal changes nothing. */
  #command(clock: number, work: (draft: Draft) => unknown): ModelOutcome {
    const draft = this.#draft(clock);
    const result = work(draft);
    this.#trim(draft);
    if (draft.events.length === 0) return { result, events: [] };
    this.items = draft.items;
    this.tail = draft.tail;
    this.erased = draft.erased;
    this.step = draft.step;
    this.nextSequence = draft.nextSequence;
    return { result, events: this.#commit(clock, draft.events) };
  }

  /**
   * Returns the time: never before the latest commit, unless the clock returns by more than a day after a jump ahead.
   */
  now(clock: number): number {
    const isBack = clock < this.time - DAY && clock >= this.#jumpedFrom;
    return isBack ? clock : Math.max(clock, this.time);
  }

  /** Returns the events of the commit, with those about the clock. */
  #commit(clock: number, events: readonly ModelEvent[]): readonly ModelEvent[] {
    const [from, to] = [this.time, this.now(clock)];
    this.head++;
    this.time = to;
    if (to > from + DAY) this.#jumpedFrom = Math.min(this.#jumpedFrom, from);
    else if (to < from) this.#jumpedFrom = Infinity;
    else return events;
    return [{ type: to > from ? 'clock-jumped' : 'clock-restored', from, to }, ...events];
  }

  #draft(clock: number): Draft {
    const now = this.now(clock);
    return new Draft(
      this,
      now,
      (item) => this.#isExpired(item, now),
      (item, position, reason) => ({
        id: item.id,
        position,
        reason: reason ?? reasonOf(this.#classOf(item, now)),
        victimClass: this.#classOf(item, now),
        importance: item.importance,
        priority: item.importance * this.#decay(item, now),
        ...(reason && { expiredAt: this.#expiryOf(item) }),
      }),
    );
  }

  #trim(draft: Draft): void {
    while (draft.tail.length > this.settings.longTail.maxItems) {
      const [dropped] = draft.tail.splice(0, 1);
      if (dropped) draft.events.push({ type: 'tail-dropped', id: dropped.id });
    }
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
      if (number >= draft.items.length) throw new ModelRefusal('not-found');
      return stored.filter(({ id }) => id === draft.items[number]?.id);
    }
    if ('ids' in request) {
      const named = [...new Set(request.ids)].map((id) =>
        [...draft.items, ...draft.tail].find((item) => item.id === id),
      );
      if (named.includes(undefined)) throw new ModelRefusal('not-found');
      return named.flatMap((item) => (item && isOpen(item) ? [item] : []));
    }
    // Its items come from no message.
    if ('message' in request) return [];
    if ('text' in request) return everywhere.filter(({ text }) => text.toLowerCase() === request.text.toLowerCase());
    if ('tags' in request) return everywhere.filter(({ tags = [] }) => request.tags.every((tag) => tags.includes(tag)));
    if ('filters' in request) {
      const { minImportance = 0, fromStep = 0, tags: wanted = [] } = request.filters;
      return everywhere.filter(
        ({ importance, step, tags = [] }) =>
          importance >= minImportance && step >= fromStep && wanted.every((tag) => tags.includes(tag)),
      );
    }
    if (request.strategy === 'importance_based') {
      return everywhere.filter(({ importance }) => importance < (request.threshold ?? 0.1));
    }
    if (request.strategy === 'time_based') {
      const age = request.ms ?? (request.hours ?? (request.days ?? 0) * 24) * (DAY / 24);
      return everywhere.filter((item) => draft.now - bornAt(item) > age);
    }
    const { maxItems = this.limits.maxItems, maxTokens = this.limits.maxTokens } = request;
    return this.#victims(draft.items, draft.now, { maxItems, maxTokens }).filter(isOpen);
  }

  /** Returns the items to evict until both limits hold, or only pinned items are left. */
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
    const expired = age > ttl.softSteps || now - bornAt(item) > ttl.softMs;
    const recent = age < eviction.recentSteps ? 1 : 0;
    if (item.importance >= importance.protectedFrom) return expired ? 6 : 7 + recent;
    if (expired) return 1;
    return (item.importance < importance.lowBelow ? 2 : 4) + recent;
  }

  #isExpired(item: ModelItem, now: number): boolean {
    return !item.pinned && now > this.#expiryOf(item);
  }

  #expiryOf(item: ModelItem): number {
    return Math.min(bornAt(item) + this.settings.ttl.hardMs, item.expiresAt ?? Infinity);
  }

  #decay(item: ModelItem, now: number): number {
    const { floor, factor, periodMs } = this.settings.decay;
    return Math.max(floor, factor ** (Math.max(0, now - bornAt(item)) / periodMs));
  }
}

/** Returns the numbers that `update` edits and the journal records. Infinity: never expires, like an absent field. */
function numbersOf({ importance, pinned, expiresAt = Infinity }: ModelNumbers): ModelNumbers {
  return { importance, pinned, ...(expiresAt < Infinity && { expiresAt }) };
}

/** Drops undefined fields. */
const given = <Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields as never;

type ModelNumbers = Pick<Item, 'importance' | 'pinned' | 'expiresAt'>;

/** Returns the moment from which the age counts. */
const bornAt = ({ touchedAt, createdAt }: ModelItem): number => touchedAt ?? createdAt;

/** Texts of a call that become one item. */
interface ModelGroup {
  readonly id: string;
  /** Existing item with the same text. */
  readonly here: ModelItem | undefined;
  readonly members: ModelNewcomer[];
  readonly formers: ModelItem[];
  said: ModelNewcomer;
}
const limitsOf = ({ limits: { maxItems, maxTokens } }: Settings): Limits => ({ maxItems, maxTokens });

const reasonOf = (victimClass: number): EvictionReason =>
  victimClass === 1 ? 'expired-soft' : victimClass < 6 ? 'capacity-exceeded' : 'protected-last-resort';

class Draft {
  readonly now: number;
  readonly items: ModelItem[];
  readonly tail: ModelItem[];
  readonly erased: Map<string, { readonly time: number; readonly step: number }>;
  readonly events: ItemEvent[] = [];
  readonly expired: Eviction[] = [];
  /** Queue when the command arrived, without items that expire with it, followed by the command's arrivals. */
  arrived: string[];
  nextSequence: number;
  step: number;
  /** Usage when the command arrived, without expired items. */
  #before: { readonly items: number; readonly tokens: number } | undefined;
  /** First item that a successor replaces, by the successor's id. */
  readonly #formers = new Map<string, string>();
  readonly #store: ModelStore;
  readonly #isExpired: (item: ModelItem) => boolean;
  readonly #eviction: (item: ModelItem, position: number, reason?: EvictionReason) => Eviction;
  readonly #late: { readonly item: ModelItem; readonly position: number }[] = [];

  constructor(
    store: ModelStore,
    now: number,
    isExpired: (item: ModelItem) => boolean,
    eviction: (item: ModelItem, position: number, reason?: EvictionReason) => Eviction,
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

  /** Returns the position that an arrival would have taken. */
  place(id: string): number {
    return this.arrived.lastIndexOf(id);
  }

  find(id: string): ModelItem {
    const item = [...this.items, ...this.tail].find((candidate) => candidate.id === id);
    if (!item) throw new ModelRefusal('not-found');
    return item;
  }

  /** Returns the current item with a key, even if softly forgotten. */
  holderOf(key: string): ModelItem | undefined {
    return [...this.items, ...this.tail].find((item) => item.key === key && item.replacedBy === undefined);
  }

  /** Finds an item by id, or else by key. */
  named(name: string, holderOf = (key: string): ModelItem | undefined => this.holderOf(key)): ModelItem {
    const item = [...this.items, ...this.tail].find(({ id }) => id === name) ?? holderOf(name);
    if (!item) throw new ModelRefusal('not-found');
    return item;
  }

  standing(id: string): { stored: boolean; position?: number } {
    const position = this.items.findIndex((item) => item.id === id);
    return position < 0 ? { stored: false } : { stored: true, position };
  }

  /** Items already past the hard TTL are left for `expireLate`. */
  add({ at = this.now, replaces: _, isInherited: _by, expiresAt = Infinity, ...said }: ModelNewcomer): void {
    const createdAt = Math.min(at, this.now);
    const fields = { ...said, ...(expiresAt < Infinity && { expiresAt }) };
    const { tags: _tags, key: _key, text: __, ...numbers } = fields;
    const fixed = { sequence: this.nextSequence++, createdAt, source: 'user', trust: 2 } as const;
    const replaces = this.#formers.get(fields.id);
    const lineage = replaces !== undefined && { replaces };
    const item = { ...fields, ...fixed, step: this.#store.step, forgotten: false, ...lineage };
    this.events.push({ type: 'item-memorized', ...numbers, ...fixed });
    if (this.#isExpired(item)) {
      this.#late.push({ item, position: this.arrived.length });
      return;
    }
    this.items.push(item);
    this.arrived.push(fields.id);
  }

  refresh(here: ModelItem, { importance, pinned, expiresAt, tags, key }: ModelNewcomer): void {
    const { id } = here;
    const item = this.find(id);
    if (item.forgotten) {
      this.events.push({ type: 'item-restored', id, place: item.left ? 'tail' : 'items' });
      this.replace({ ...item, forgotten: false });
    }
    const { expiresAt: former } = this.find(id);
    this.number(this.find(id), numbersOf({ importance, pinned, expiresAt: expiresAt ?? former ?? Infinity }));
    this.label(this.find(id), given({ tags, key }));
    this.touch(this.find(id));
  }

  /** An empty list of tags equals an absent one. */
  label(item: ModelItem, labels: { readonly tags?: readonly string[]; readonly key?: string | undefined }): void {
    const fields = (['tags', 'key'] as const).filter(
      (name) => name in labels && JSON.stringify(labels[name] ?? []) !== JSON.stringify(item[name] ?? []),
    );
    if (fields.length === 0) return;
    this.events.push({ type: 'item-relabelled', id: item.id, fields });
    const changed = Object.fromEntries(fields.map((name) => [name, labels[name]]));
    this.replace(given({ ...item, ...changed }) as unknown as ModelItem);
  }

  number({ expiresAt, ...item }: ModelItem, numbers: ModelNumbers): void {
    const isSame =
      item.importance === numbers.importance && item.pinned === numbers.pinned && expiresAt === numbers.expiresAt;
    if (isSame) return;
    this.events.push({ type: 'item-updated', id: item.id, ...numbers });
    this.replace({ ...item, ...numbers });
  }

  /** A past moment of expiry no longer counts. */
  touch({ id, pinned, importance, expiresAt = Infinity }: ModelItem): void {
    if (!pinned && this.now > expiresAt) this.number(this.find(id), { importance, pinned });
    const { left: _, ...item } = this.find(id);
    this.#take(this.items, id);
    this.#take(this.tail, id);
    const sequence = this.nextSequence++;
    this.items.push({ ...item, sequence, step: this.#store.step, touchedAt: this.now });
    this.arrived.push(id);
    this.events.push({ type: 'item-touched', id, sequence });
  }

  putAside({ id }: ModelItem, by: string): void {
    const item = this.find(id);
    const place = item.left ? { place: 'tail' as const } : { place: 'items' as const, position: this.place(id) };
    this.events.push({ type: 'item-replaced', id, by, ...place });
    if (!item.left) this.#leave(item, 'replaced');
    this.replace({ ...this.find(id), replacedBy: by });
    if (this.#formers.has(by)) return;
    this.#formers.set(by, id);
    const successor = [...this.items, ...this.tail].find((candidate) => candidate.id === by);
    if (successor) this.replace({ ...successor, replaces: id });
  }

  usage(): unknown {
    return { before: this.#before, after: this.#store.usage(this.items) };
  }

  expire(): void {
    for (const item of this.items.filter(this.#isExpired)) this.#expireFrom(this.place(item.id), item);
    this.arrived = this.items.map(({ id }) => id);
    this.#before ??= this.#store.usage(this.items);
  }

  expireLate(): void {
    for (const { item, position } of this.#late) this.#expireFrom(position, item);
  }

  #expireFrom(position: number, item: ModelItem): void {
    const eviction = this.#eviction(item, position, 'expired-hard');
    this.expired.push(eviction);
    this.events.push({ type: 'item-expired', ...eviction });
    this.#leave(item, 'expired-hard', eviction.expiredAt);
  }

  evict(item: ModelItem): Eviction {
    const eviction = this.#eviction(item, this.place(item.id));
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

  #leave(item: ModelItem, reason: LeftReason, time = this.now): void {
    this.#take(this.items, item.id);
    const { head, step } = this.#store;
    this.tail.push({ ...item, left: { head: head + 1, time, step, reason } });
  }

  #take(list: ModelItem[], id: string): void {
    const index = list.findIndex((item) => item.id === id);
    if (index >= 0) list.splice(index, 1);
  }
}
