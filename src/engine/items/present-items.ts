// The items of a session at a given moment. An item past its hard TTL belongs to the long tail from then on; its row
// follows with the next command. Until then this class holds the difference from the rows. It writes nothing.
import { archivedByAge, hardExpiry } from '../../items/expiry.ts';
import type { Item, ItemsView, TailItem } from '../../items/item.ts';
import { minus, type Usage } from '../../items/limits.ts';
import type { ItemChange } from '../session/state.ts';

export interface ExpiryRules {
  /** Option `ttl.hardMs`. */
  readonly hardMs: number;
  /** Option `longTail.maxItems`. */
  readonly maxItems: number;
}

/** Rows of the session's state. */
export interface ItemRows extends Pick<ItemsView, 'items' | 'tail' | 'usage'> {
  readonly manifest: { readonly head: number; readonly step: number };
}

export class PresentItems {
  readonly #rows: ItemRows;
  readonly #rules: ExpiryRules;
  /** Items past their hard TTL whose rows are still in the store; in order of arrival. */
  #expired: readonly Item[] = [];
  /** Present form of these rows, and of the rows that the long tail drops for them (undefined: gone). By id. */
  #moved: ReadonlyMap<string, TailItem | undefined> = new Map();

  constructor(rows: ItemRows, rules: ExpiryRules) {
    this.#rows = rows;
    this.#rules = rules;
  }

  get(id: string): Item | TailItem | undefined {
    if (this.#moved.has(id)) return this.#moved.get(id);
    return this.#rows.items.get(id) ?? this.#rows.tail.get(id);
  }

  /** Returns the items of the store, oldest first. */
  store(): readonly Item[] {
    const items = [...this.#rows.items.values()];
    return this.#moved.size === 0 ? items : items.filter(({ id }) => !this.#moved.has(id));
  }

  /** Returns the items of the long tail, in the order in which they left. */
  archived(): readonly TailItem[] {
    const rows = [...this.#rows.tail.values()].filter(({ id }) => !this.#moved.has(id));
    return [...rows, ...[...this.#moved.values()].filter((item) => item !== undefined)];
  }

  /** Returns the items of the store and the long tail, in order of arrival. */
  all(): readonly (Item | TailItem)[] {
    const ids = [...this.#rows.items.keys(), ...this.#rows.tail.keys()];
    return ids.flatMap((id) => this.get(id) ?? []).sort((one, other) => one.sequence - other.sequence);
  }

  /** Number of items in the store and in the long tail. */
  get size(): number {
    return this.#rows.items.size - this.#expired.length + this.tailSize();
  }

  /** Returns the usage of the store. */
  usage(): Usage {
    return minus(this.#rows.usage, this.#expired);
  }

  /** Number of items in the long tail. */
  tailSize(): number {
    let size = this.#rows.tail.size;
    for (const item of this.#moved.values()) size += item ? 1 : 0;
    for (const [id, item] of this.#moved) if (!item && this.#rows.tail.has(id)) size -= 1;
    return size;
  }

  /** Items past their hard TTL whose rows are still in the store; in order of arrival. */
  get waiting(): readonly Item[] {
    return this.#expired;
  }

  /** Returns the `waiting` items, each with the position of its row in the store. O(items). */
  expired(): readonly { readonly item: Item; readonly position: number; readonly expiredAt: number }[] {
    if (this.#expired.length === 0) return [];
    const positions = new Map([...this.#rows.items.keys()].map((id, position) => [id, position]));
    return this.#expired.map((item) => {
      return { item, position: positions.get(item.id) as number, expiredAt: hardExpiry(item, this.#rules.hardMs) };
    });
  }

  /** Returns the moment after which an item is past its hard TTL, ms since 1970; Infinity: never. */
  expiryOf(item: Pick<Item, 'createdAt' | 'touchedAt' | 'expiresAt'>): number {
    return hardExpiry(item, this.#rules.hardMs);
  }

  /** Goes to a moment. `due`: items of the store that are past their hard TTL now. Returns the resulting changes. */
  moveTo(now: number, due: readonly Item[]): readonly ItemChange[] {
    // A clock set back brings items back.
    const still = this.#expired.filter((item) => now > this.expiryOf(item));
    if (due.length === 0 && still.length === this.#expired.length) return [];
    return this.#expire([...still, ...due]);
  }

  /** Follows rows that the state has taken over. Returns the further changes that this causes. */
  follow(changed: readonly ItemChange[]): readonly ItemChange[] {
    if (this.#moved.size === 0 || changed.length === 0) return [];
    const ids = new Set(changed.map(({ id }) => id));
    this.#moved = new Map([...this.#moved].filter(([id]) => !ids.has(id)));
    return this.#expire(this.#expired.filter(({ id }) => !ids.has(id)));
  }

  #expire(expired: readonly Item[]): readonly ItemChange[] {
    const before = this.#moved;
    const { tail, manifest } = this.#rows;
    this.#expired = [...expired].sort((one, other) => one.sequence - other.sequence);
    const { head, step } = manifest;
    this.#moved = archivedByAge(tail, this.#expired, { ...this.#rules, head: head + 1, step });
    const ids = [...new Set([...before.keys(), ...this.#moved.keys()])];
    return ids.flatMap((id): ItemChange[] => {
      const isSame =
        before.has(id) === this.#moved.has(id) && before.get(id)?.left.step === this.#moved.get(id)?.left.step;
      return isSame ? [] : [{ id, item: this.get(id) }];
    });
  }
}
