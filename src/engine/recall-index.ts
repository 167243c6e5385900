// What recall can find, beside the state: entries ↔ slots, and a kernel that can be thrown away at any moment.
// Nothing lives only in wasm: after a trap, and when too many slots are dead, a new kernel is made from the state.
import { isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
import type { Item, ItemsView } from '../items/item.ts';
import type { Columns, Kernel, Scope } from '../kernel/kernel.ts';
import { type Chunk, chunks } from '../recall/chunks.ts';
import { filterLabels, placeLabel } from '../recall/labels.ts';
import { termIds } from '../recall/terms.ts';
import type { Document } from '../session/documents.ts';
import { SlotLabels } from './slot-labels.ts';
import type { ItemChange } from './state.ts';

/** The kernel's scopes: only in the first is anything ordered, counted and expiring. */
export const STORE: Scope = 0;
export const TAIL: Scope = 1;
export const DOCUMENTS: Scope = 2;
export const MESSAGES: Scope = 3;

/** Fewer dead slots than this are never worth a rebuild. */
const TOLERATED_DEAD_SLOTS = 64;
const WEIGHTS = { dense: 0, cosine: 0.7, keyword: 0.3 };

/** What stands behind a slot. */
export type Entry =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'chunk'; readonly document: Document; readonly chunk: Chunk }
  | { readonly kind: 'message'; readonly index: number; readonly time: number };

export interface Ranked {
  readonly entry: Entry;
  readonly score: number;
  readonly relevance: number;
  readonly cosine: number;
  readonly keyword: number;
  readonly decay: number;
}

export interface RankRequest {
  readonly prompt: string;
  readonly scopes: readonly Scope[];
  readonly limit: number;
  readonly now: number;
  readonly decayFloor: number;
  /** What an entry must carry, all of it; default: everything in the scopes. */
  readonly labels?: readonly string[];
}

interface IndexedMessage {
  readonly index: number;
  readonly time: number;
  /** The text stays in storage; its terms are what a new kernel needs. */
  readonly terms: Uint32Array;
}

export class RecallIndex {
  #kernel: Kernel | undefined;
  #dead = 0;
  readonly #slotOfItem = new Map<string, number>();
  readonly #slotsOfFile = new Map<string, number[]>();
  /** By slot; nothing is kept of what is dead. */
  readonly #entries: (Entry | undefined)[] = [];
  readonly #labels = new SlotLabels();
  readonly #messages = new Map<number, IndexedMessage>();
  readonly #create: () => Kernel;
  readonly #view: Pick<ItemsView, 'items' | 'tail'> & { readonly files: ReadonlyMap<string, Document> };
  readonly #minimumMatch: number;

  constructor(
    create: () => Kernel,
    view: Pick<ItemsView, 'items' | 'tail'> & { readonly files: ReadonlyMap<string, Document> },
    options: { readonly minimumMatch: number },
  ) {
    this.#create = create;
    this.#view = view;
    this.#minimumMatch = options.minimumMatch;
  }

  /** Follows the state, which has already taken these changes over. */
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

  /** A message that was appended, or its terms when it is read back; an empty text takes it out. */
  absorbMessage(index: number, time: number, text: string): void {
    const message = { index, time, terms: termIds(text) };
    const isKnown = this.#messages.has(index);
    this.#messages.set(index, message);
    // Another text under a known index is rare (a hard forget): start over rather than track slots of messages.
    if (isKnown) this.#kernel = undefined;
    else this.#follow((kernel) => this.#addMessage(kernel, message));
  }

  hasMessage(index: number): boolean {
    return this.#messages.has(index);
  }

  forgetMessages(): void {
    this.#messages.clear();
    this.#kernel = undefined;
  }

  /** Builds the kernel now, so that the first question need not wait for it. */
  warm(): void {
    try {
      this.ask(() => undefined);
    } catch {
      // The first question meets the same failure and reports it.
    }
  }

  rank({ prompt, scopes, limit, now, decayFloor, labels = [] }: RankRequest): Ranked[] {
    const terms = termIds(prompt);
    return this.ask((kernel) =>
      kernel
        .rank({
          terms,
          limit,
          now,
          weights: WEIGHTS,
          minimumMatch: this.#minimumMatch,
          decayFloor,
          allowed: labels.length > 0 ? this.#labels.mask(labels, kernel.slots) : undefined,
          scopes,
        })
        .map(({ slot, cosine = 0, keyword = 0, score, relevance, decay }) => {
          return { entry: this.#entries[slot] as Entry, score, relevance, cosine, keyword, decay };
        }),
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

  /** Asks once; after a trap no result of that kernel counts: a new one is asked once more. */
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
    throw new WorkingMemoryError(
      'kernel-unavailable',
      `The kernel failed twice on the same question (${reason}). Nothing was changed; the session goes on as it was.`,
      { reason },
      { cause: trap },
    );
  }

  #follow(change: (kernel: Kernel) => void): void {
    const kernel = this.#kernel;
    if (!kernel) return;
    try {
      change(kernel);
      if (this.#dead > this.#entries.length - this.#dead + TOLERATED_DEAD_SLOTS) this.#kernel = undefined;
    } catch {
      // The commit stands; the next question is answered by a kernel made from the state.
      this.#kernel = undefined;
    }
  }

  #ready(): Kernel {
    if (this.#kernel) return this.#kernel;
    const kernel = this.#create();
    this.#slotOfItem.clear();
    this.#slotsOfFile.clear();
    this.#entries.length = 0;
    this.#labels.clear();
    this.#dead = 0;
    const { items, tail, files } = this.#view;
    // Slots must ascend with the sequence: the kernel breaks ties by slot.
    const all = [...items.values(), ...tail.values()].sort((one, other) => one.sequence - other.sequence);
    for (const item of all) this.#addItem(kernel, item, items.has(item.id) ? STORE : TAIL);
    for (const document of files.values()) this.#addFile(kernel, document);
    for (const message of this.#messages.values()) this.#addMessage(kernel, message);
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
      this.#addItem(kernel, item, scope);
    } else {
      const former = this.#entries[slot];
      if (former?.kind === 'item' && former.item.text !== item.text) kernel.index(slot, termIds(item.text));
      kernel.setImportance(slot, item.importance);
      kernel.setFlags(slot, { pinned: item.pinned, forgotten: item.forgotten, scope });
      this.#entries[slot] = { kind: 'item', item };
    }
  }

  #addItem(kernel: Kernel, item: Item, scope: Scope): void {
    this.#slotOfItem.set(item.id, this.#add(kernel, { kind: 'item', item }, { ...item, scope }, termIds(item.text)));
  }

  #addFile(kernel: Kernel, document: Document): void {
    const slots = chunks(document.text).map((chunk) => {
      const text = `${chunk.heading}\n${document.text.slice(chunk.start, chunk.end)}`;
      return this.#add(
        kernel,
        { kind: 'chunk', document, chunk },
        outside(document.updatedAt, DOCUMENTS),
        termIds(text),
      );
    });
    this.#slotsOfFile.set(document.path, slots);
  }

  #addMessage(kernel: Kernel, { index, time, terms }: IndexedMessage): void {
    this.#add(kernel, { kind: 'message', index, time }, outside(time, MESSAGES), terms);
  }

  #add(kernel: Kernel, entry: Entry, columns: Columns, terms: Uint32Array): number {
    const slot = kernel.add(columns);
    this.#entries[slot] = entry;
    this.#labels.add(slot, labelsOf(entry));
    kernel.index(slot, terms);
    return slot;
  }

  #remove(kernel: Kernel, slot: number): void {
    kernel.remove(slot);
    const entry = this.#entries[slot];
    if (entry) this.#labels.remove(slot, labelsOf(entry));
    this.#entries[slot] = undefined;
    this.#dead++;
  }
}

/** What filters can ask for. An item's never change. */
function labelsOf(entry: Entry): string[] {
  if (entry.kind === 'item') return filterLabels(entry.item);
  return [placeLabel(entry.kind === 'message' ? 'transcript' : entry.document.path)];
}

const outside = (createdAt: number, scope: Scope): Columns => ({
  importance: 0.5,
  createdAt,
  step: 0,
  tokens: 0,
  pinned: false,
  forgotten: false,
  scope,
});
