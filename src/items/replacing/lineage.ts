// Repairs the lineage of items from another session beside the items of this one. Pure.
import type { Item } from '../item.ts';

export interface SoundItems<Of extends Item> {
  /** In the order of the input. */
  readonly items: readonly Of[];
  readonly reports: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Removes the links of items in a circle of replacements.
 * @param here items of this session; `incoming` items with the same id replace them
 */
export function soundItems<Of extends Item>(here: readonly Item[], incoming: readonly Of[]): SoundItems<Of> {
  const reports: { id: string; reason: string }[] = [];
  const all = new Map<string, Item>([...here, ...incoming].map((item) => [item.id, item]));
  const circles = new Set([
    ...idsInCircles(all, ({ replacedBy }) => replacedBy),
    ...idsInCircles(all, ({ replaces }) => replaces),
  ]);
  const items = incoming.map((item) => {
    if (!circles.has(item.id)) return item;
    const reason = 'its replacements form a circle; it was imported without them';
    reports.push({ id: item.id, reason });
    const { replaces: _, replacedBy: _by, ...unlinked } = item;
    return unlinked as Of;
  });
  return { items, reports };
}

/** Finds circles; each item links to at most one other, so one pass over the chains suffices. */
function idsInCircles(items: ReadonlyMap<string, Item>, linkOf: (item: Item) => string | undefined): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  for (const start of items.keys()) {
    const chain = new Map<string, number>();
    let id: string | undefined = start;
    while (id !== undefined && !done.has(id) && !chain.has(id)) {
      chain.set(id, chain.size);
      const item = items.get(id);
      id = item && linkOf(item);
    }
    const from = id === undefined ? undefined : chain.get(id);
    if (from !== undefined) circles.push(...[...chain.keys()].slice(from));
    for (const seen of chain.keys()) done.add(seen);
  }
  return circles;
}
