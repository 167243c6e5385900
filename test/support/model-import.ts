// An import once more, as plain lists, written from docs/model.md: the part of the oracle that merges two sessions.
// Must take nothing from src but types.
import type { Limits } from '../../src/items/limits.ts';
import type { ModelItem } from './model-store.ts';

/** What an export holds of the items. */
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
  /** Items that the long tail may hold. */
  readonly tailRoom: number;
  readonly now: number;
  /** Number of the commit of the import. */
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
    /** Ids, in any order; one may be there twice. */
    readonly skipped: readonly string[];
  };
}

export function merge(here: Here, brought: ModelExport, conflict: 'keep' | 'replace'): ModelMerge {
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
  const linked = incoming.filter(isTaken).map((item) => {
    const { replaces, replacedBy } = known.get(item.id) ?? item;
    const { replaces: _, replacedBy: _by, ...bare } = item;
    return { ...bare, ...(replaces !== undefined && { replaces }), ...(replacedBy !== undefined && { replacedBy }) };
  });
  const all = new Map([...known, ...linked.map((item) => [item.id, item] as const)]);
  const unlinked = linked.map((item): ModelItem => {
    if (!returns(all, item, 'replacedBy') && !returns(all, item, 'replaces')) return item;
    skipped.push(item.id);
    const { replaces: _, replacedBy: _by, ...bare } = item;
    return bare;
  });
  const holders = new Map<string, string>();
  const newestFirst = [...unlinked].sort((one, other) => other.sequence - one.sequence);
  for (const { id, key, replacedBy } of [...known.values(), ...newestFirst])
    if (key !== undefined && replacedBy === undefined && !holders.has(key)) holders.set(key, id);
  const sound = new Map(
    unlinked.map((item): [string, ModelItem] => {
      const { key, ...keyless } = item;
      if (key === undefined || item.replacedBy !== undefined || holders.get(key) === item.id) return [item.id, item];
      skipped.push(item.id);
      return [item.id, keyless];
    }),
  );

  const items = [...here.items];
  const tail = [...here.tail];
  const conflicts: { item: string; kept: 'here' | 'imported' }[] = [];
  const fresh: ModelItem[] = [];
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
      const { left: _, ...bare } = item;
      if (old) items[place] = { ...bare, sequence: old.sequence };
      else {
        const at = tail.findIndex((one) => one.id === id);
        const { sequence, left } = tail[at] as ModelItem;
        tail[at] = { ...bare, sequence, ...(left && { left }) };
      }
    }
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
  for (const item of staying) if (item.tokens > limits.maxTokens) expel(item);
  for (const item of [...staying.filter(({ pinned }) => !pinned), ...staying.filter(({ pinned }) => pinned)])
    if (!fits([...items, ...staying], limits)) expel(item);
  excess.sort((one, other) => one.sequence - other.sequence);
  const leaving = [...numbered.filter((item) => !mayStay(item)), ...excess];
  const dropped = leaving.slice(0, Math.max(0, leaving.length - Math.max(0, here.tailRoom - tail.length)));
  skipped.push(...dropped.map(({ id }) => id));
  const archived = leaving.slice(dropped.length).map((item): ModelItem => {
    const reason = item.replacedBy === undefined ? ('capacity-exceeded' as const) : ('replaced' as const);
    return { ...item, left: { ...(item.left ?? { time: now, step: item.step, reason }), head } };
  });
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
      skipped,
    },
  };
}

/** Whether the links of an item lead back to it. */
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
