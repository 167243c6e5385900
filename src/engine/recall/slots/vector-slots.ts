// Maps texts to their slots, so that a vector, which belongs to a text, reaches all of them.
import type { Kernel } from '../../../kernel/kernel.ts';
import { type IndexedEntry, keyOf } from '../entries.ts';
import { SlotLabels } from './slot-labels.ts';

export class VectorSlots {
  /** Vectors by the key of their text, all of one model; filled by the vector store. */
  readonly #vectors: ReadonlyMap<string, Float32Array>;
  /** Entries by slot; undefined for dead slots. */
  readonly #entries: readonly (IndexedEntry | undefined)[];
  #fastScan: WebAssembly.Module | undefined;
  /** Slots by key of their text; undefined until vectors are in use. */
  #keys: SlotLabels | undefined;

  constructor(vectors: ReadonlyMap<string, Float32Array>, entries: readonly (IndexedEntry | undefined)[]) {
    this.#vectors = vectors;
    this.#entries = entries;
  }

  /** Drops all vectors of the kernel, for a change of model. */
  reset(kernel: Kernel): void {
    kernel.dropVectors();
    this.prepare(kernel);
  }

  /** Module with which kernels compare codes from now on, if the machine can. */
  set fastScan(module: WebAssembly.Module | undefined) {
    this.#fastScan = module;
  }

  prepare(kernel: Kernel): void {
    if (this.#fastScan) kernel.useFastScan(this.#fastScan);
  }

  /** Gives new vectors to the slots whose texts they belong to. */
  attach(kernel: Kernel, vectors: Iterable<readonly [key: string, vector: Float32Array]>): void {
    const { slots } = this.keyed();
    for (const [key, vector] of vectors) for (const slot of slots.get(key) ?? []) kernel.setVector(slot, vector);
  }

  /** Returns one entry for each distinct text, by key. */
  texts(): Map<string, IndexedEntry> {
    return new Map(
      Array.from(this.keyed().slots, ([key, [slot]]) => [key, this.#entries[slot as number] as IndexedEntry]),
    );
  }

  add(kernel: Kernel, slot: number, entry: IndexedEntry): void {
    if (!this.#keys) return;
    const key = keyOf(entry);
    this.#keys.add(slot, [key]);
    const vector = this.#vectors.get(key);
    if (vector) kernel.setVector(slot, vector);
  }

  remove(slot: number, entry: IndexedEntry): void {
    this.#keys?.remove(slot, [keyOf(entry)]);
  }

  clear(): void {
    this.#keys?.clear();
  }

  /** Returns slots by key; from the first call on, every slot has its key. */
  keyed(): SlotLabels {
    if (this.#keys) return this.#keys;
    const keys = (this.#keys = new SlotLabels());
    this.#entries.forEach((entry, slot) => entry && keys.add(slot, [keyOf(entry)]));
    return keys;
  }
}
