// forget: what a request selects, and what happens to it. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import type { Eviction, ForgetMode, ItemEvent, Place } from '../events.ts';
import { expire } from '../expiry.ts';
import { invalid, type Item, type ItemsView } from '../item.ts';
import { minus, over, type Limits, type Usage } from '../limits.ts';
import type { Order } from '../order.ts';

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

/** A request, as the client has read it (forget-request.ts). */
export type Selection =
  | { readonly by: 'oldest' | 'least-important' }
  | { readonly by: 'position'; readonly position: number }
  | { readonly by: 'before-step'; readonly step: number }
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  | { readonly by: 'tags'; readonly tags: readonly string[] }
  | { readonly by: 'importance'; readonly below: number }
  | { readonly by: 'age'; readonly olderThanMs: number }
  /** The store's own limit for one that is absent. */
  | ({ readonly by: 'capacity' } & Partial<Limits>);

const KINDS = ['oldest', 'least-important', 'position', 'before-step', 'ids', 'tags', 'importance', 'age', 'capacity'];

/**
 * No client sends an empty list, which every item would match, or a number below 0: what is malformed must not select
 * more than was asked for.
 * @throws invalid-input
 */
export function refuseMalformed(selection: unknown): void {
  const { by, ...values } = Object(selection) as Record<string, unknown>;
  const isSound = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : typeof value === 'number' && value >= 0;
  if (KINDS.includes(by as string) && Object.values(values).every(isSound)) return;
  throw invalid('request', 'a selection as the client makes it', selection);
}

/** Decides what a request does. Soft mode leaves an item that is already hidden alone. */
export function decideForget(
  view: ItemsView,
  { selection, mode, now, limits }: { selection: Selection; mode: ForgetMode; now: number; limits: Limits },
  order: Order,
): { events: ItemEvent[]; result: ForgetResult } {
  const { expired, events, usage } = expire(view.usage, order);
  const gone = new Set(expired.map(({ id }) => id));
  const forgotten = select(view, selection, { mode, now, limits, gone }, order);
  for (const item of forgotten) events.push({ type: 'item-forgotten', mode, ...item });
  const removed = forgotten.flatMap(({ id, place }) => (place === 'items' ? [view.items.get(id) as Item] : []));
  const after = mode === 'hard' ? minus(usage, removed) : usage;
  return { events, result: { mode, forgotten, expired, usage: { before: view.usage, after } } };
}

/** What has just expired is already on its way to the long tail, and is looked for there. */
function select(
  view: ItemsView,
  selection: Selection,
  { mode, now, limits, gone }: { mode: ForgetMode; now: number; limits: Limits; gone: ReadonlySet<string> },
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
        ...over(minus(view.usage, leaving), { ...limits, ...selection }),
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
