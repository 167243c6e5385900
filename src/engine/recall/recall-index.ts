// The search index: maps entries to kernel slots, and rebuilds the kernel from the state after a trap or when too many
// slots are dead. Wasm memory holds nothing that cannot be rebuilt.
import { isWorkingMemoryError } from '../../errors.ts';
import { kernelUnavailable } from '../../kernel/failures.ts';
import type { Item, ItemsView } from '../../items/item.ts';
import type { Columns, RankedSlot, Kernel, RankQuery, SlotScope as KernelScope } from '../../kernel/kernel.ts';
import { chunks } from '../../recall/chunks.ts';
import type { Scope } from '../../recall/query.ts';
import { isQuestion, termIds } from '../../recall/terms/terms.ts';
import type { Document } from '../../tree/files/document.ts';
import { overviewStatus } from '../../tree/overview/overview.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { hash } from '../../tree/hash.ts';
import {
  DOCUMENTS,
  type Entry,
  type IndexedMessage,
  indexedText,
  KERNEL_SCOPE,
  keyOf,
  labelsOf,
  MESSAGES,
  outside,
  STORE,
  TAIL,
} from './entries.ts';
import { PassagePositions } from './passage-positions.ts';
import { SlotLabels } from './label-filter.ts';
import type { ItemChange } from '../session/state.ts';

/** Dead slots beyond the live ones that do not justify a rebuild. */
const TOLERATED_DEAD_SLOTS = 64;

export interface Ranked extends RankedSlot {
  readonly entry: Entry;
}

export interface RankRequest extends Omit<RankQuery, 'terms' | 'speakers' | 'minimumMatch' | 'allowed' | 'scopes'> {
  readonly prompt: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Labels that an entry must carry, all of them; default: none. */
  readonly labels?: readonly string[];
}

export class RecallIndex {
  /** By key of their text, all of one model; filled by the vector store. */
  readonly #vectors: ReadonlyMap<string, Float32Array>;
  #fastScan: WebAssembly.Module | undefined;
  #kernel: Kernel | undefined;
  #dead = 0;
  readonly #slotOfItem = new Map<string, number>();
  readonly #slotsOfFile = new Map<string, number[]>();
  /** By slot; undefined for dead slots. */
  readonly #entries: (Entry | undefined)[] = [];
  /** Keys of texts as labels; undefined until vectors are in use. */
  #keys: SlotLabels | undefined;
  readonly #labels = new SlotLabels();
  readonly #positions = new PassagePositions();
  #lastSequence = -1;
  #lastMessage = -1;
  readonly #messages = new Map<number, IndexedMessage>();
  readonly #create: () => Kernel;
  readonly #view: Pick<ItemsView, 'items' | 'tail'> & { readonly files: ReadonlyMap<string, Document> };
  readonly #minimumMatch: number;

  constructor(
    create: () => Kernel,
    view: Pick<ItemsView, 'items' | 'tail'> & { readonly files: ReadonlyMap<string, Document> },
    options: { readonly minimumMatch: number },
    vectors: ReadonlyMap<string, Float32Array> = new Map(),
  ) {
    this.#create = create;
    this.#view = view;
    this.#minimumMatch = options.minimumMatch;
    this.#vectors = vectors;
  }

  /** Follows changes that the state has already taken over. */
  absorb(items: readonly ItemChange[], paths: readonly string[]): void {
    this.#follow((kernel) => {
      for (const change of items) this.#absorbItem(kernel, change);
      for (const path of paths) {
        for (const slot of this.#slotsOfFile.get(path) ?? []) this.#remove(kernel, slot);
        this.#slotsOfFile.delete(path);
        const document = this.#view.files.get(path);
        if (document) this.#addFile(kernel, document);
      }
    });
  }

  /** Adds a message, new or read back from storage; an empty text removes it. */
  absorbMessage(index: number, time: number, text: string): void {
    const isKnown = this.#messages.delete(index);
    const message = { index, time, terms: termIds(text), question: isQuestion(text), key: hash(text) };
    if (text !== '') this.#messages.set(index, message);
    this.#follow((kernel) => {
      // Rebuilding is acceptable for rare cases: a changed message (hard forget), or an old one read after newer ones.
      if (isKnown || index < this.#lastMessage) this.#kernel = undefined;
      else if (text !== '') this.#addMessage(kernel, message);
    });
  }

  hasMessage(index: number): boolean {
    return this.#messages.has(index);
  }

  forgetMessages(): void {
    this.#messages.clear();
    this.#kernel = undefined;
  }

  /** Drops all vectors of the kernel, for a change of model. */
  resetVectors(fastScan: WebAssembly.Module | undefined): void {
    this.#fastScan = fastScan;
    this.#follow((kernel) => {
      kernel.dropVectors();
      if (fastScan) kernel.useFastScan(fastScan);
    });
  }

  /** Gives new vectors to the slots whose texts they belong to. */
  attach(vectors: Iterable<readonly [key: string, vector: Float32Array]>): void {
    const keys = this.#keyed();
    this.#follow((kernel) => {
      for (const [key, vector] of vectors) for (const slot of keys.slots.get(key) ?? []) kernel.setVector(slot, vector);
    });
  }

  /** One entry for each distinct searchable text, by key. */
  texts(): Map<string, Entry> {
    this.ask(() => undefined);
    return new Map(Array.from(this.#keyed().slots, ([key, [slot]]) => [key, this.#entries[slot as number] as Entry]));
  }

  #keyed(): SlotLabels {
    if (this.#keys) return this.#keys;
    const keys = (this.#keys = new SlotLabels());
    this.#entries.forEach((entry, slot) => entry && keys.add(slot, [keyOf(entry)]));
    return keys;
  }

  /** Builds the kernel now, so that the first query does not wait for it. */
  warm(): void {
    try {
      this.ask(() => undefined);
    } catch {
      // The first query meets the same failure and reports it.
    }
  }

  rank({ prompt, scopes, labels = [], ...query }: RankRequest): Ranked[] {
    const terms = termIds(prompt);
    return this.ask((kernel) =>
      kernel
        .rank({
          ...query,
          terms,
          speakers: this.#positions.namedIn(terms),
          minimumMatch: this.#minimumMatch,
          allowed: this.#labels.allowed(scopes, labels, kernel.slots),
          scopes: [...new Set([...scopes].map((scope) => KERNEL_SCOPE[scope]))],
        })
        .map((hit) => ({ ...hit, entry: this.#entries[hit.slot] as Entry })),
    );
  }

  itemAt(slot: number): Item {
    const entry = this.#entries[slot];
    if (entry?.kind !== 'item') throw new Error(`slot ${slot} holds no item`);
    return entry.item;
  }

  slotOf(id: string): number {
    const slot = this.#slotOfItem.get(id);
    if (slot === undefined) throw new Error(`the kernel has no slot for item ${id}`);
    return slot;
  }

  /** Runs `question`; after a trap once more, on a new kernel. @throws kernel-unavailable after a second trap */
  ask<T>(question: (kernel: Kernel) => T): T {
    let trap: unknown;
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        return question(this.#ready());
      } catch (error) {
        if (isWorkingMemoryError(error)) throw error;
        this.#kernel = undefined;
        trap = error;
      }
    }
    const reason = String(trap);
    throw kernelUnavailable(
      reason,
      `The kernel failed twice on this call (${reason}). Nothing was changed; retry.`,
      trap,
    );
  }

  #follow(change: (kernel: Kernel) => void): void {
    const kernel = this.#kernel;
    if (!kernel) return;
    try {
      change(kernel);
      if (this.#dead > this.#entries.length - this.#dead + TOLERATED_DEAD_SLOTS) this.#kernel = undefined;
    } catch {
      // The commit is done; the next query builds a new kernel from the state.
      this.#kernel = undefined;
    }
  }

  #ready(): Kernel {
    if (this.#kernel) return this.#kernel;
    const kernel = this.#create();
    if (this.#fastScan) kernel.useFastScan(this.#fastScan);
    this.#slotOfItem.clear();
    this.#slotsOfFile.clear();
    this.#entries.length = 0;
    this.#labels.clear();
    this.#keys?.clear();
    this.#positions.clear();
    this.#lastSequence = this.#lastMessage = -1;
    this.#dead = 0;
    const { items, tail, files } = this.#view;
    // In order of arrival: the kernel's order of victims and of neighbours depends on it.
    const all = [...items.values(), ...tail.values()].sort((one, other) => one.sequence - other.sequence);
    for (const item of all) this.#addItem(kernel, item, items.has(item.id) ? STORE : TAIL);
    for (const document of files.values()) this.#addFile(kernel, document);
    for (const index of [...this.#messages.keys()].sort((one, other) => one - other)) {
      this.#addMessage(kernel, this.#messages.get(index) as IndexedMessage);
    }
    this.#kernel = kernel;
    return kernel;
  }

  #absorbItem(kernel: Kernel, { id, item, archived }: ItemChange): void {
    const slot = this.#slotOfItem.get(id);
    const scope = archived ? TAIL : STORE;
    if (item === undefined) {
      if (slot !== undefined) this.#remove(kernel, slot);
      this.#slotOfItem.delete(id);
    } else if (slot === undefined) {
      if (item.sequence < this.#lastSequence) this.#kernel = undefined;
      else this.#addItem(kernel, item, scope);
    } else {
      if (this.itemAt(slot).text !== item.text) this.#kernel = undefined;
      kernel.setImportance(slot, item.importance);
      kernel.setFlags(slot, { pinned: item.pinned, forgotten: item.forgotten, scope });
      this.#entries[slot] = { kind: 'item', item };
    }
  }

  #addItem(kernel: Kernel, item: Item, scope: KernelScope): void {
    this.#lastSequence = item.sequence;
    const columns = { ...item, ...this.#positions.ofItem(item), scope };
    this.#slotOfItem.set(item.id, this.#add(kernel, { kind: 'item', item }, columns, termIds(item.text)));
  }

  /** Skips an overview that still is the template. */
  #addFile(kernel: Kernel, document: Document): void {
    const { path, text, updatedAt } = document;
    if (path === OVERVIEW && overviewStatus(text, 0, 0) === 'template') return;
    const position = this.#positions.ofFile(path);
    const slots = chunks(text).map((chunk) => {
      const entry = { kind: 'chunk', document, chunk } as const;
      return this.#add(kernel, entry, outside(updatedAt, DOCUMENTS, position), termIds(indexedText(entry)));
    });
    this.#slotsOfFile.set(path, slots);
  }

  #addMessage(kernel: Kernel, { index, time, terms, question, key }: IndexedMessage): void {
    this.#lastMessage = index;
    const position = this.#positions.ofMessage(index, question);
    this.#add(kernel, { kind: 'message', index, time, key }, outside(time, MESSAGES, position), terms);
  }

  #add(kernel: Kernel, entry: Entry, columns: Columns, terms: Uint32Array): number {
    const slot = kernel.add(columns);
    this.#entries[slot] = entry;
    this.#labels.add(slot, labelsOf(entry));
    kernel.index(slot, terms);
    if (this.#keys) {
      const key = keyOf(entry);
      this.#keys.add(slot, [key]);
      const vector = this.#vectors.get(key);
      if (vector) kernel.setVector(slot, vector);
    }
    return slot;
  }

  #remove(kernel: Kernel, slot: number): void {
    kernel.remove(slot);
    const entry = this.#entries[slot] as Entry;
    this.#labels.remove(slot, labelsOf(entry));
    this.#keys?.remove(slot, [keyOf(entry)]);
    this.#entries[slot] = undefined;
    this.#dead++;
  }
}
