// Reference import over plain lists, written from docs/model.md: the part of the oracle that merges two sessions. May
// take only types from src.
import type { Limits } from '../../src/items/limits.ts';
import type { ModelItem } from './model-store.ts';

/** Items of an export. */
export interface ModelExport {
  /** Oldest first. */
  readonly items: readonly ModelItem[];
  /** In the order in which they left. */
  readonly tail: readonly ModelItem[];
  readonly erased: ReadonlyMap<string, { readonly time: number; readonly step: number }>;
  readonly step: number;
}

interface Here extends ModelExport {
  readonly nextSequence: number;
  readonly limits: Limits;
  /** Number of items that the long tail may hold. */
  readonly tailRoom: number;
  readonly now: number;
  /** Number of the import's commit. */
  readonly head: number;
}

export interface ModelMerge {
  readonly items: readonly ModelItem[];
  readonly tail: readonly ModelItem[];
  readonly erased: ReadonlyMap<string, { readonly time: number; readonly step: number }>;
  readonly step: number;
  readonly nextSequence: number;
  readonly isChanged: boolean;
  readonly result: {
    readonly items: number;
    readonly tail: number;
    readonly overflow: number;
    readonly tombstones: number;
    readonly conflicts: readonly { readonly item: string; readonly kept: 'here' | 'imported' }[];
    /** Items that a newer item with their key replaced, in any order. */
    readonly replaced: readonly { readonly id: string; readonly by: string }[];
    /** Ids in any order; an id may occur twice. */
    readonly skipped: readonly string[];
  };
}

export function merge(here: Here, brought: ModelExport, conflict: 'keep' | 'replace'): ModelMerge {
  const lost: string[] = [];
  for (;;) {
    const without = (list: readonly ModelItem[]): ModelItem[] => list.filter(({ id }) => !lost.includes(id));
    const rest = { ...brought, items: without(brought.items), tail: without(brought.tail) };
    const { homeless, ...merged } = mergeOnce(here, rest, conflict);
    lost.push(...homeless);
    if (homeless.length > 0) continue;
    const { result } = merged;
    return { ...merged, result: { ...result, skipped: [...result.skipped, ...lost] } };
  }
}

/** Merges once. `homeless`: ids of items that took a key and found no room. */
function mergeOnce(
  here: Here,
  brought: ModelExport,
  conflict: 'keep' | 'replace',
): ModelMerge & { readonly homeless: readonly string[] } {
  const { limits, now, head } = here;
  const step = here.items.length + here.tail.length === 0 ? Math.max(here.step, brought.step) : here.step;
  const timeOf = (time: number): number => Math.min(time, now);
  const stepOf = (then: number): number => Math.max(0, step - (brought.step - then));
  const imported = (item: ModelItem): ModelItem => ({
    ...item,
    source: 'import',
    trust: 0,
    createdAt: timeOf(item.createdAt),
    step: stepOf(item.step),
    ...(item.touchedAt !== undefined && { touchedAt: timeOf(item.touchedAt) }),
    ...(item.left && { left: { ...item.left, time: timeOf(item.left.time), step: stepOf(item.left.step) } }),
  });
  const known = new Map([...here.items, ...here.tail].map((item) => [item.id, item]));
  const skipped: string[] = [];

  const newlyErased = [...brought.erased].filter(([id]) => {
    if (known.has(id)) skipped.push(id);
    return !known.has(id) && !here.erased.has(id);
  });
  const erased = new Map([
    ...here.erased,
    ...newlyErased.map(([id, { time, step: at }]) => [id, { time: timeOf(time), step: stepOf(at) }] as const),
  ]);

  const incoming = [...brought.items, ...brought.tail].map(imported);
  const isTaken = ({ id }: ModelItem): boolean => !erased.has(id) && (conflict === 'replace' || !known.has(id));
  // An item here that replaced it makes it a former, unless it names its own successor.
  const successorOf = (id: string): string | undefined =>
    [...here.items, ...here.tail].find(({ replaces }) => replaces === id)?.id;
  const linked = incoming.filter(isTaken).map((item) => {
    const { replaces, replacedBy = successorOf(item.id) } = known.get(item.id) ?? item;
    const { replaces: _, replacedBy: _by, ...bare } = item;
    return { ...bare, ...(replaces !== undefined && { replaces }), ...(replacedBy !== undefined && { replacedBy }) };
  });
  const all = new Map([...known, ...linked.map((item) => [item.id, item] as const)]);
  const sound = new Map(
    linked.map((item): [string, ModelItem] => {
      if (!returns(all, item, 'replacedBy') && !returns(all, item, 'replaces')) return [item.id, item];
      skipped.push(item.id);
      const { replaces: _, replacedBy: _by, ...bare } = item;
      return [item.id, bare];
    }),
  );

  let items = [...here.items];
  let tail = [...here.tail];
  const conflicts: { item: string; kept: 'here' | 'imported' }[] = [];
  let fresh: ModelItem[] = [];
  const overwritten = new Set<string>();
  let isChanged = newlyErased.length > 0;
  for (const { id } of incoming) {
    const item = sound.get(id);
    const place = items.findIndex((one) => one.id === id);
    const old = items[place];
    if (erased.has(id)) skipped.push(id);
    else if (!known.has(id)) fresh.push(item as ModelItem);
    else if (conflict === 'keep' || !item) conflicts.push({ item: id, kept: 'here' });
    else if (old && !fits([...items.filter((one) => one !== old), item], limits)) {
      conflicts.push({ item: id, kept: 'here' });
      skipped.push(id);
    } else {
      conflicts.push({ item: id, kept: 'imported' });
      isChanged = true;
      overwritten.add(id);
      const { left: _, ...bare } = item;
      if (old) items[place] = { ...bare, sequence: old.sequence };
      else {
        const at = tail.findIndex((one) => one.id === id);
        const { sequence, left } = tail[at] as ModelItem;
        tail[at] = { ...bare, sequence, ...(left && { left }) };
      }
    }
  }

  const isOwn = ({ id }: ModelItem): boolean => known.has(id) && !overwritten.has(id);
  const everyone = (): ModelItem[] => [...items, ...tail, ...fresh];
  const change = (id: string, to: (item: ModelItem) => ModelItem): void => {
    const changed = (list: readonly ModelItem[]): ModelItem[] => list.map((item) => (item.id === id ? to(item) : item));
    [items, tail, fresh] = [changed(items), changed(tail), changed(fresh)];
  };
  const gave: { id: string; by: string }[] = [];
  const fromStore: ModelItem[] = [];
  for (const key of new Set(everyone().flatMap((item) => item.key ?? []))) {
    const claimants = everyone().filter((item) => item.key === key && item.replacedBy === undefined);
    const holder = claimants.reduce(
      (best, one) => (precedes(one, best, isOwn) ? one : best),
      claimants[0] as ModelItem,
    );
    const others = claimants
      .filter((one) => one !== holder)
      .sort((one, other) => (precedes(one, other, isOwn) ? -1 : 1));
    for (const { id, pinned } of others) {
      if (pinned || (holder.pinned && isOwn(holder))) {
        change(id, ({ key: _, ...item }) => item);
        skipped.push(id);
        continue;
      }
      for (let link = id, steps = 0; link !== '' && steps < known.size + fresh.length + 1; steps++) {
        const item = everyone().find((one) => one.id === link);
        if (item?.replaces === holder.id) change(link, ({ replaces: _, ...rest }) => rest);
        link = item?.replaces === holder.id ? '' : (item?.replaces ?? '');
      }
      if (!gave.some(({ by }) => by === holder.id)) change(holder.id, (item) => ({ ...item, replaces: id }));
      change(id, (item) => ({ ...item, replacedBy: holder.id }));
      gave.push({ id, by: holder.id });
    }
  }
  for (const { id } of gave) {
    const item = items.find((one) => one.id === id);
    if (!item) continue;
    items = items.filter((one) => one !== item);
    const entering: ModelItem = { ...item, left: { time: now, step, reason: 'replaced', head } };
    fromStore.push(entering);
    tail.push(entering);
  }
  while (fromStore.length > 0 && tail.length > here.tailRoom) {
    const oldest = tail.findIndex(({ id }) => !gave.some(({ by }) => by === id));
    tail.splice(oldest, 1);
  }

  const inOrder = [...fresh].sort((one, other) => one.sequence - other.sequence);
  const numbered = fresh.map((item) => ({ ...item, sequence: here.nextSequence + inOrder.indexOf(item) }));
  const mayStay = ({ left, replacedBy }: ModelItem): boolean => !left && replacedBy === undefined;
  let staying = numbered.filter(mayStay).sort((one, other) => one.sequence - other.sequence);
  const excess: ModelItem[] = [];
  const expel = (item: ModelItem): void => {
    staying = staying.filter((one) => one !== item);
    excess.push(item);
  };
  const isHeir = ({ id }: ModelItem): boolean =>
    gave.some((one) => one.by === id && fromStore.some((former) => former.id === one.id));
  for (const item of staying) if (item.tokens > limits.maxTokens) expel(item);
  const [pinned, loose] = [staying.filter((item) => item.pinned), staying.filter((item) => !item.pinned)];
  for (const item of [...loose.filter((item) => !isHeir(item)), ...loose.filter(isHeir), ...pinned])
    if (!fits([...items, ...staying], limits)) expel(item);
  excess.sort((one, other) => one.sequence - other.sequence);
  const leaving = [...numbered.filter((item) => !mayStay(item)), ...excess];
  const dropped = leaving.slice(0, Math.max(0, leaving.length - Math.max(0, here.tailRoom - tail.length)));
  skipped.push(...dropped.map(({ id }) => id));
  const archived = leaving.slice(dropped.length).map((item): ModelItem => {
    const reason = item.replacedBy === undefined ? ('capacity-exceeded' as const) : ('replaced' as const);
    return { ...item, left: { ...(item.left ?? { time: now, step: item.step, reason }), head } };
  });
  const isDropped = (id: string): boolean => dropped.some((item) => item.id === id);
  return {
    items: [...items, ...staying],
    tail: [...tail, ...archived],
    erased,
    step,
    nextSequence: here.nextSequence + numbered.length,
    isChanged: isChanged || staying.length + archived.length > 0,
    result: {
      items: staying.length,
      tail: archived.length,
      overflow: excess.filter((item) => !dropped.includes(item)).length,
      tombstones: newlyErased.length,
      conflicts,
      replaced: gave.filter(({ id }) => !isDropped(id)),
      skipped,
    },
    homeless: dropped.flatMap(({ id }) => (gave.some(({ by }) => by === id) ? [id] : [])),
  };
}

/** Whether an item has precedence for a key that the other one claims as well. */
function precedes(one: ModelItem, other: ModelItem, isOwn: (item: ModelItem) => boolean): boolean {
  const ranks = (item: ModelItem): number[] => [
    item.pinned && isOwn(item) ? 1 : 0,
    item.forgotten ? 0 : 1,
    item.touchedAt ?? item.createdAt,
    item.createdAt,
    isOwn(item) ? 1 : 0,
    item.sequence,
  ];
  const [mine, others] = [ranks(one), ranks(other)];
  const at = mine.findIndex((rank, place) => rank !== others[place]);
  return at >= 0 && (mine[at] ?? 0) > (others[at] ?? 0);
}

/** Whether the links of an item form a circle. */
function returns(all: ReadonlyMap<string, ModelItem>, start: ModelItem, link: 'replaces' | 'replacedBy'): boolean {
  let next = start[link];
  for (let steps = 0; next !== undefined && steps <= all.size; steps++) {
    if (next === start.id) return true;
    next = all.get(next)?.[link];
  }
  return false;
}

const fits = (items: readonly ModelItem[], { maxItems, maxTokens }: Limits): boolean =>
  items.length <= maxItems && items.reduce((sum, { tokens }) => sum + tokens, 0) <= maxTokens;
