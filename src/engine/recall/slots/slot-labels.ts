// Slots by label, for labels that are looked up one by one.
export class SlotLabels {
  /** Slots by label; no set is empty. */
  readonly slots = new Map<string, Set<number>>();

  add(slot: number, labels: readonly string[]): void {
    for (const label of labels) {
      const slots = this.slots.get(label);
      if (slots) slots.add(slot);
      else this.slots.set(label, new Set([slot]));
    }
  }

  /** Removes a slot. @param labels the labels it was added with */
  remove(slot: number, labels: readonly string[]): void {
    for (const label of labels) {
      const slots = this.slots.get(label);
      slots?.delete(slot);
      if (slots?.size === 0) this.slots.delete(label);
    }
  }

  clear(): void {
    this.slots.clear();
  }
}
