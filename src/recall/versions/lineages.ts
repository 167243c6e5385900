// Which hits are in one line of replacements, and whose place each took. Pure.
import type { Item } from '../../items/item.ts';

type Linked = Pick<Item, 'id' | 'replaces' | 'replacedBy'>;

export class Lineages {
  /** By id of a former. Both ends of a link tell it, so that one item in between may be missing. */
  readonly #successors = new Map<string, string>();

  constructor(items: readonly Linked[]) {
    // Without formers no two items are in one line.
    if (items.every(({ replacedBy }) => replacedBy === undefined)) return;
    for (const { id, replaces } of items) if (replaces !== undefined) this.#successors.set(replaces, id);
    for (const { id, replacedBy } of items) if (replacedBy !== undefined) this.#successors.set(id, replacedBy);
  }

  get isEmpty(): boolean {
    return this.#successors.size === 0;
  }

  /** Equal for items of one line. */
  endOf(id: string): string {
    return this.#after(id).at(-1) ?? id;
  }

  /** The same items, each former behind those that took its place. */
  successorsFirst<Of extends { readonly item: Linked }>(ordered: readonly Of[]): Of[] {
    if (this.isEmpty) return [...ordered];
    const byId = new Map(ordered.map((one) => [one.item.id, one]));
    const placed = new Set<Of>();
    for (const one of ordered) {
      const line = [one.item.id, ...this.#after(one.item.id)].flatMap((id) => byId.get(id) ?? []);
      for (let place = line.length - 1; place >= 0; place--) placed.add(line[place] as Of);
    }
    return [...placed];
  }

  /** Ids of the items that took its place, one after the other. */
  #after(id: string): string[] {
    const ids = new Set([id]);
    for (let next = this.#successors.get(id); next !== undefined && !ids.has(next); next = this.#successors.get(next))
      ids.add(next);
    return [...ids].slice(1);
  }
}
