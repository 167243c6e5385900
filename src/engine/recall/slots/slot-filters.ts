// Filterable values by slot: labels and numbers. Together with the scopes of a query they give a mask for the kernel.
import { boundsOf, type Filters, filterLabels, isWithin, RANGED_FIELDS } from '../../../items/fields/filters.ts';
import type { Scope } from '../../../recall/query.ts';
import { type Entry, filterableOf, FORMER, labelsOf, scopeLabel } from '../entries.ts';

const FILE_SCOPES = ['overview', 'detail', 'archive'] as const;

export class SlotFilters {
  /** Slots by label. Dead slots stay in both maps until the index is built anew: the kernel skips them. */
  readonly #slotsOfLabel = new Map<string, number[]>();
  /** Numbers by field and slot; NaN, which no range holds, if an entry lacks the field. */
  readonly #columns = new Map(RANGED_FIELDS.map((field) => [field, [] as number[]]));

  add(slot: number, entry: Entry): void {
    for (const label of labelsOf(entry)) this.#label(slot, label);
    this.#number(slot, entry);
  }

  /** Replaces the labels of a slot. @param before the slot's former entry */
  update(slot: number, before: Entry, entry: Entry): void {
    const [former, present] = [labelsOf(before), labelsOf(entry)];
    for (const label of former) {
      const slots = present.includes(label) ? [] : (this.#slotsOfLabel.get(label) ?? []);
      const at = slots.indexOf(slot);
      if (at >= 0) slots.splice(at, 1);
    }
    for (const label of present) if (!former.includes(label)) this.#label(slot, label);
    this.#number(slot, entry);
  }

  clear(): void {
    this.#slotsOfLabel.clear();
    for (const column of this.#columns.values()) column.length = 0;
  }

  /**
   * Returns one byte per slot: 1 if a query may find it; undefined if the kernel's scopes suffice. The kernel has one
   * scope for all files, so a query for only some of them needs a mask, too.
   * @param former whether the query may find replaced items
   */
  mask(scopes: ReadonlySet<Scope>, filters: Filters, former: boolean, slots: number): Uint8Array | undefined {
    const labels = filterLabels(filters);
    const bounds = boundsOf(filters);
    const excluded = FILE_SCOPES.filter((scope) => !scopes.has(scope));
    const isPart = excluded.length > 0 && excluded.length < FILE_SCOPES.length;
    const areFormersHidden = !former && scopes.has('tail') && this.#slotsOfLabel.has(FORMER);
    const hidden = [...(isPart ? excluded.map(scopeLabel) : []), ...(areFormersHidden ? [FORMER] : [])];
    if (labels.length === 0 && bounds.length === 0 && hidden.length === 0) return undefined;
    const mask = labels.length > 0 ? this.#carrying(labels, slots) : new Uint8Array(slots).fill(1);
    for (const label of hidden) for (const slot of this.#slotsOfLabel.get(label) ?? []) mask[slot] = 0;
    for (const { field, end, bound } of bounds) {
      const column = this.#columns.get(field) ?? [];
      for (let slot = 0; slot < slots; slot++) if (!isWithin(column[slot], end, bound)) mask[slot] = 0;
    }
    return mask;
  }

  /** Times of the texts by slot, ms since 1970: said, written or sent. */
  get said(): readonly number[] {
    return this.#columns.get('createdAt') ?? [];
  }

  /** Returns one byte per slot: 1 if the slot carries all the labels. */
  #carrying(labels: readonly string[], slots: number): Uint8Array {
    const mask = new Uint8Array(slots);
    const [fewest = [], ...others] = labels
      .map((label) => this.#slotsOfLabel.get(label) ?? [])
      .sort((one, other) => one.length - other.length);
    // Counts the labels that a slot carried so far without a gap; finally the count becomes the answer.
    for (const slot of fewest) mask[slot] = 1;
    others.forEach((carriers, index) => {
      for (const slot of carriers) if (mask[slot] === index + 1) mask[slot] = index + 2;
    });
    for (const slot of fewest) mask[slot] = mask[slot] === labels.length ? 1 : 0;
    return mask;
  }

  #label(slot: number, label: string): void {
    const slots = this.#slotsOfLabel.get(label);
    if (slots) slots.push(slot);
    else this.#slotsOfLabel.set(label, [slot]);
  }

  #number(slot: number, entry: Entry): void {
    const values = filterableOf(entry);
    for (const [field, column] of this.#columns) column[slot] = values[field] ?? Number.NaN;
  }
}
