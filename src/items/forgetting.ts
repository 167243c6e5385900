// forget and restore: a strict grammar, what it selects, what happens to it. Pure.
import { WorkingMemoryError } from '../errors.ts';
import type { Eviction, ForgetMode, ItemEvent, Place } from './events.ts';
import { expire } from './expiry.ts';
import { checkImportance, checkTags, invalid, type Item, type ItemsView } from './item.ts';
import { minus, over, type Limits, type Usage } from './limits.ts';
import type { Order } from './order.ts';

/** What may be asked. Texts are taken without regard to case and spaces. */
export type ForgetRequest =
  | 'oldest'
  | 'least important'
  | `position:${number}`
  | `before:step_${number}`
  | (string & {})
  | { readonly ids: readonly string[] }
  /** Items that carry all of these tags. */
  | { readonly tags: readonly string[] }
  | { readonly strategy: 'importance_based'; readonly threshold?: number }
  | {
      readonly strategy: 'time_based';
      /** One of the three; an item that is exactly as old stays. */
      readonly days?: number;
      readonly hours?: number;
      readonly ms?: number;
    }
  /** Evicts as the limits would, down to these; default the store's own limits, which always hold already. */
  | { readonly strategy: 'capacity_based'; readonly maxItems?: number; readonly maxTokens?: number };

export interface ForgottenItem {
  readonly id: string;
  readonly place: Place;
  /** Place in the queue before the command; absent in the tail. */
  readonly position?: number;
}

export interface ForgetResult {
  readonly mode: ForgetMode;
  readonly forgotten: readonly ForgottenItem[];
  /** Items past the hard TTL, which leave at every command. */
  readonly expired: readonly Eviction[];
  readonly usage: { readonly before: Usage; readonly after: Usage };
  /** Why the request could not do what it says, where that is so. */
  readonly warning?: string;
}

type Selection =
  | { readonly by: 'oldest' | 'least-important' }
  | { readonly by: 'position'; readonly position: number }
  | { readonly by: 'before-step'; readonly step: number }
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  | { readonly by: 'tags'; readonly tags: readonly string[] }
  | { readonly by: 'importance'; readonly below: number }
  | { readonly by: 'age'; readonly olderThanMs: number }
  | { readonly by: 'capacity'; readonly limits: Limits };

const UNDERSTOOD =
  "'oldest', 'least important', 'position:N', 'before:step_N', { ids }, { tags }, " +
  "{ strategy: 'importance_based', threshold }, { strategy: 'time_based', days | hours | ms }, " +
  "{ strategy: 'capacity_based', maxItems, maxTokens }";

const MS_OF = { days: 86_400_000, hours: 3_600_000, ms: 1 } as const;
/** Below this importance an item is forgotten by `importance_based` when no threshold is given. */
const DEFAULT_THRESHOLD = 0.1;

/** @throws invalid-input: says what is understood */
export function readRequest(request: unknown, limits: Limits): Selection {
  if (typeof request === 'string') return readInstruction(request);
  if (typeof request !== 'object' || request === null) throw notUnderstood(request);
  const { ids, tags, strategy, threshold, maxItems, maxTokens } = request as Record<string, unknown>;
  const names = Object.keys(request)
    .filter((name) => name !== 'strategy')
    .sort();
  const only = (...known: string[]): boolean => names.every((name) => known.includes(name));
  if (strategy === undefined && names.join() === 'ids') return { by: 'ids', ids: checkIds(ids) };
  if (strategy === undefined && names.join() === 'tags') return { by: 'tags', tags: checkSomeTags(tags) };
  if (strategy === 'importance_based' && only('threshold')) {
    return { by: 'importance', below: threshold === undefined ? DEFAULT_THRESHOLD : checkImportance(threshold) };
  }
  if (strategy === 'time_based' && names.length === 1 && only(...Object.keys(MS_OF))) {
    return { by: 'age', olderThanMs: readAge(names[0] as keyof typeof MS_OF, request as Record<string, unknown>) };
  }
  if (strategy === 'capacity_based' && only('maxItems', 'maxTokens')) {
    const most = (name: keyof Limits, value: unknown): number =>
      value === undefined ? limits[name] : checkLimit(name, value);
    return {
      by: 'capacity',
      limits: { maxItems: most('maxItems', maxItems), maxTokens: most('maxTokens', maxTokens) },
    };
  }
  throw notUnderstood(request);
}

function readInstruction(text: string): Selection {
  const plain = text.toLowerCase().replace(/\s+/g, '');
  if (plain === 'oldest') return { by: 'oldest' };
  if (plain === 'leastimportant') return { by: 'least-important' };
  const [, position] = /^position:(\d{1,15})$/.exec(plain) ?? [];
  if (position !== undefined) return { by: 'position', position: Number(position) };
  const [, step] = /^before:step_(\d{1,15})$/.exec(plain) ?? [];
  if (step !== undefined) return { by: 'before-step', step: Number(step) };
  throw notUnderstood(text);
}

function readAge(unit: keyof typeof MS_OF, request: Record<string, unknown>): number {
  const value = request[unit];
  if (typeof value !== 'number' || !(value >= 0)) throw invalid(unit, 'a number of at least 0', value);
  return value * MS_OF[unit];
}

/** No tag at all would select everything. */
function checkSomeTags(tags: unknown): string[] {
  const checked = checkTags(tags);
  if (checked.length === 0) throw invalid('tags', 'at least one tag', tags);
  return checked;
}

function checkLimit(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw invalid(name, 'a whole number of at least 0', value);
}

function checkIds(ids: unknown): readonly string[] {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string' && id !== '');
  if (!isList) throw invalid('ids', 'an array of ids', ids);
  return [...new Set(ids as string[])];
}

/** Decides what a request does. Soft mode leaves an item that is already hidden alone. */
export function decideForget(
  view: ItemsView,
  { selection, mode, now, hardMs }: { selection: Selection; mode: ForgetMode; now: number; hardMs: number },
  order: Order,
): { events: ItemEvent[]; result: ForgetResult } {
  const { expired, events, usage } = expire(view.usage, order);
  const forgotten = select(view, selection, { mode, now, gone: new Set(expired.map(({ id }) => id)) }, order);
  for (const item of forgotten) events.push({ type: 'item-forgotten', mode, ...item });
  const removed = forgotten.flatMap(({ id, place }) => (place === 'items' ? [view.items.get(id) as Item] : []));
  const after = mode === 'hard' ? minus(usage, removed) : usage;
  const warning = warningOf(selection, { usage, hardMs, found: forgotten.length > 0 });
  return {
    events,
    result: {
      mode,
      forgotten,
      expired,
      usage: { before: view.usage, after },
      ...(warning !== undefined && { warning }),
    },
  };
}

/** What has just expired is already on its way to the long tail, and is looked for there. */
function select(
  view: ItemsView,
  selection: Selection,
  { mode, now, gone }: { mode: ForgetMode; now: number; gone: ReadonlySet<string> },
  order: Order,
): ForgottenItem[] {
  const isOpen = (item: Item): boolean => mode === 'hard' || !item.forgotten;
  const open = [...view.items.values()].filter((item) => !gone.has(item.id) && isOpen(item));
  const openTail = [...view.tail.values(), ...[...gone].flatMap((id) => view.items.get(id) ?? [])].filter(isOpen);
  const inStore = ({ id }: Item): ForgottenItem => ({ id, place: 'items', position: order.position(id) });
  const everywhere = (wanted: (item: Item) => boolean): ForgottenItem[] => [
    ...open.filter(wanted).map(inStore),
    ...openTail.filter(wanted).map(({ id }) => ({ id, place: 'tail' as const })),
  ];
  switch (selection.by) {
    case 'oldest':
      return open.slice(0, 1).map(inStore);
    case 'least-important': {
      const [first, ...others] = open;
      if (!first) return [];
      return [inStore(others.reduce((least, item) => (item.importance < least.importance ? item : least), first))];
    }
    case 'position': {
      const item = atPosition(view, selection.position, order);
      return open.includes(item) ? [inStore(item)] : [];
    }
    case 'before-step':
      return open.filter(({ step }) => step < selection.step).map(inStore);
    case 'ids':
      return selection.ids.flatMap((id): ForgottenItem[] => {
        const item = view.items.get(id) ?? view.tail.get(id);
        if (!item) throw noItem(id);
        if (!isOpen(item)) return [];
        return [view.items.has(id) && !gone.has(id) ? inStore(item) : { id, place: 'tail' }];
      });
    case 'tags':
      return everywhere(({ tags = [] }) => selection.tags.every((tag) => tags.includes(tag)));
    case 'importance':
      return everywhere(({ importance }) => importance < selection.below);
    case 'age':
      return everywhere(({ createdAt }) => now - createdAt > selection.olderThanMs);
    case 'capacity': {
      const leaving = order.expired();
      const { victims } = order.victims({
        newcomers: [],
        leaving,
        ...over(minus(view.usage, leaving), selection.limits),
      });
      const byId = new Map(open.map((item) => [item.id, item]));
      return victims.flatMap(({ id }) => byId.get(id) ?? []).map(inStore);
    }
  }
}

function atPosition(view: ItemsView, position: number, order: Order): Item {
  const id = order.at(position);
  const item = id === undefined ? undefined : view.items.get(id);
  if (item) return item;
  const count = view.items.size;
  const name = `position:${position}`;
  throw new WorkingMemoryError(
    'not-found',
    count === 0
      ? `There is no ${name}: the store is empty. Nothing was changed.`
      : `There is no ${name}: the store has ${count} items, positions 0 to ${count - 1}. Nothing was changed.`,
    { what: 'item', name },
  );
}

export function noItem(id: string): WorkingMemoryError {
  return new WorkingMemoryError('not-found', `There is no item ${id} here. Nothing was changed.`, {
    what: 'item',
    name: id,
  });
}

function warningOf(
  selection: Selection,
  { usage, hardMs, found }: { usage: Usage; hardMs: number; found: boolean },
): string | undefined {
  if (selection.by === 'age' && selection.olderThanMs >= hardMs) {
    return `Items leave the store after ${hardMs} ms anyway (ttl.hardMs); only the long tail can hold older ones.`;
  }
  if (selection.by !== 'capacity' || found) return undefined;
  const { overItems, overTokens } = over(usage, selection.limits);
  if (overItems <= 0 && overTokens <= 0) return 'The store is within these limits; nothing had to leave.';
  return 'Nothing could be forgotten: what is left is pinned or forgotten softly already.';
}

function notUnderstood(request: unknown): WorkingMemoryError {
  const shown = typeof request === 'string' ? ` ${JSON.stringify(request.slice(0, 60))}` : '';
  return new WorkingMemoryError(
    'invalid-input',
    `This forget instruction${shown} is not understood. Understood are ${UNDERSTOOD}. Nothing was changed.`,
    { argument: 'request', expected: UNDERSTOOD },
  );
}
