// Finds current items by key and by text. Each table is built at its first use, then follows the state.
import type { Item, ItemsView } from '../../items/item.ts';
import { sayingOf, TELLING_APART } from '../../items/replacing/double.ts';
import type { CurrentItems } from '../../items/replacing/former.ts';
import { hash } from '../../tree/hash.ts';

export class CurrentItemTables implements CurrentItems {
  readonly #view: Pick<ItemsView, 'items' | 'tail'>;
  readonly #byKey: IdsByText;
  /** Ids by hash of the text, as texts may be long. */
  readonly #bySaying: IdsByText;

  constructor(view: Pick<ItemsView, 'items' | 'tail'>) {
    this.#view = view;
    const all = (): Iterable<Item> => [...view.items.values(), ...view.tail.values()];
    this.#byKey = new IdsByText(({ key }) => key, all);
    this.#bySaying = new IdsByText((item) => hash(sayingOf(item)), all);
  }

  withKey(key: string): Item | undefined {
    return this.#newest(this.#byKey.of(key));
  }

  doubleOf(saying: string, expired: ReadonlySet<string>): Item | undefined {
    return this.#newest(this.#bySaying.of(hash(saying)), (item) => sayingOf(item) === saying, expired);
  }

  /** Follows a change of one item; undefined: the item is absent. */
  follow(before: Item | undefined, after: Item | undefined): void {
    this.#byKey.follow(before, after);
    this.#bySaying.follow(before, after);
  }

  clear(): void {
    this.#byKey.clear();
    this.#bySaying.clear();
  }

  #newest(
    ids: readonly string[],
    is: (item: Item) => boolean = () => true,
    expired: ReadonlySet<string> = new Set(),
  ): Item | undefined {
    const { items, tail } = this.#view;
    const found = ids.map((id) => items.get(id) ?? tail.get(id)).filter((item) => item !== undefined && is(item));
    const isInStore = (item: Item | undefined): number => (item && items.has(item.id) && !expired.has(item.id) ? 1 : 0);
    found.sort((one, other) => isInStore(other) - isInStore(one) || (other?.sequence ?? 0) - (one?.sequence ?? 0));
    return found[0];
  }
}

/** Ids of current items by one of their texts. */
class IdsByText {
  readonly #textOf: (item: Item) => string | undefined;
  readonly #all: () => Iterable<Item>;
  #ids: Map<string, readonly string[]> | undefined;

  constructor(textOf: (item: Item) => string | undefined, all: () => Iterable<Item>) {
    this.#textOf = textOf;
    this.#all = all;
  }

  of(text: string): readonly string[] {
    if (!this.#ids) {
      this.#ids = new Map();
      for (const item of this.#all()) this.#add(this.#ids, item);
    }
    return this.#ids.get(text) ?? [];
  }

  follow(before: Item | undefined, after: Item | undefined): void {
    const ids = this.#ids;
    if (!ids || isUnchanged(before, after)) return;
    const text = before && this.#textOf(before);
    if (text !== undefined) {
      const rest = (ids.get(text) ?? []).filter((id) => id !== before?.id);
      if (rest.length > 0) ids.set(text, rest);
      else ids.delete(text);
    }
    if (after) this.#add(ids, after);
  }

  clear(): void {
    this.#ids = undefined;
  }

  #add(ids: Map<string, readonly string[]>, item: Item): void {
    const text = item.replacedBy === undefined ? this.#textOf(item) : undefined;
    if (text !== undefined) ids.set(text, [...(ids.get(text) ?? []), item.id]);
  }
}

const LOOKED_UP = ['text', 'key', 'replacedBy', ...TELLING_APART] as const;

/** Whether a change touches no looked-up field: most changes move an item or edit its numbers. */
const isUnchanged = (before: Item | undefined, after: Item | undefined): boolean =>
  before !== undefined && after !== undefined && LOOKED_UP.every((name) => before[name] === after[name]);
