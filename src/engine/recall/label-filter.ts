// Slots by label. The cost of a filter grows with its matches, not with the index.
import type { Scope } from '../../recall/query.ts';
import { scopeLabel } from './entries.ts';

const FILE_SCOPES = ['overview', 'detail', 'archive'] as const;

export class SlotLabels {
  /** By label; no set is empty. */
  readonly slots = new Map<string, Set<number>>();

  add(slot: number, labels: readonly string[]): void {
    for (const label of labels) {
      const slots = this.slots.get(label);
      if (slots) slots.add(slot);
      else this.slots.set(label, new Set([slot]));
    }
  }

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

  /** A mask of the slots that a query may find; undefined where the kernel's scopes suffice. */
  allowed(scopes: ReadonlySet<Scope>, labels: readonly string[], slots: number): Uint8Array | undefined {
    if (labels.length > 0) return this.mask(labels, slots);
    const excluded = FILE_SCOPES.filter((scope) => !scopes.has(scope));
    if (excluded.length === 0 || excluded.length === FILE_SCOPES.length) return undefined;
    return this.maskWithout(excluded.map(scopeLabel), slots);
  }

  /** One byte per slot: 1 where the slot carries all the labels. */
  mask(labels: readonly string[], slots: number): Uint8Array {
    const mask = new Uint8Array(slots);
    const sets = labels.map((label) => this.slots.get(label));
    const [smallest, ...others] = sets.sort((one, other) => (one?.size ?? 0) - (other?.size ?? 0));
    if (!smallest) return mask;
    for (const slot of smallest) if (others.every((set) => set?.has(slot))) mask[slot] = 1;
    return mask;
  }

  /** One byte per slot: 0 where the slot carries any of the labels. */
  maskWithout(labels: readonly string[], slots: number): Uint8Array {
    const mask = new Uint8Array(slots).fill(1);
    for (const label of labels) for (const slot of this.slots.get(label) ?? []) mask[slot] = 0;
    return mask;
  }
}
