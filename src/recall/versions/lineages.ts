// Groups hits into chains of replacements, and puts successors before their formers. Pure.
import type { Item } from '../../items/item.ts';

type Linked = Pick<Item, 'id' | 'replaces' | 'replacedBy'>;

export class Lineages {
  /** Id of each former's successor. Both ends of a link name it, so one item within a chain may be missing. */
  readonly #successors = new Map<string, string>();

  constructor(items: readonly Linked[]) {
    // Without a former, no two items share a chain.
    if (items.every(({ replacedBy }) => replacedBy === undefined)) return;
    for (const { id, replaces } of items) if (replaces !== undefined) this.#successors.set(replaces, id);
    for (const { id, replacedBy } of items) if (replacedBy !== undefined) this.#successors.set(id, replacedBy);
  }

  get isEmpty(): boolean {
    return this.#successors.size === 0;
  }

  /** Returns the last id of the item's chain, which is equal for all items of the chain. */
  endOf(id: string): string {
    return this.#after(id).at(-1) ?? id;
  }

  /** Returns the same items, each former after its successors. */
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

  /** Returns the ids of the item's successors, the next one first. */
  #after(id: string): string[] {
    const ids = new Set([id]);
    for (let next = this.#successors.get(id); next !== undefined && !ids.has(next); next = this.#successors.get(next))
      ids.add(next);
    return [...ids].slice(1);
  }
}
