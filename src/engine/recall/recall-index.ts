// The search index: maps entries to kernel slots, and rebuilds the kernel from the state after a trap or when too many
// slots are dead (docs/decisions/0002). Wasm memory holds nothing that cannot be rebuilt, so a change that is hard to
// follow drops the kernel, and the next query builds another one in O(texts).
import type { Item, TailItem } from '../../items/item.ts';
import type { Columns, Kernel } from '../../kernel/kernel.ts';
import type { KernelPool } from '../../kernel/pool.ts';
import { asksForList } from '../../recall/questions/list-questions.ts';
import { correctedTermIds } from '../../recall/terms/misspellings.ts';
import { NO_TIME } from '../../recall/time/timeframes.ts';
import type { Settings } from '../../options/options.ts';
import type { Document } from '../../tree/files/document.ts';
import type { Message } from '../../tree/transcript/transcript.ts';
import {
  type Alike,
  columnsOf,
  DOCUMENTS,
  type IndexedEntry,
  type IndexedMessage,
  indexedMessage,
  indexedText,
  isPlacedAlike,
  KERNEL_SCOPE,
  MESSAGES,
  outside,
  type Ranked,
  type RankRequest,
  STORE,
  TAIL,
  passagesOf,
  scopeOfItem,
} from './entries.ts';
import { type ExpiryRules, type ItemRows, PresentItems } from '../items/present-items.ts';
import { DisposableKernel } from './disposable-kernel.ts';
import { PassagePositions } from './slots/passage-positions.ts';
import { SlotFilters } from './slots/slot-filters.ts';
import { VectorSlots } from './slots/vector-slots.ts';
import { oldestFirst, StoreLanguage } from './store-language.ts';
import { rankInTime } from './time-ranking.ts';
import type { ItemChange } from '../session/state.ts';

/** Dead slots, beyond the number of live ones, that do not yet justify a rebuild. */
const TOLERATED_DEAD_SLOTS = 64;

export class RecallIndex {
  readonly #kernel: DisposableKernel;
  #dead = 0;
  readonly #slotOfItem = new Map<string, number>();
  readonly #slotsOfFile = new Map<string, number[]>();
  /** Entries by slot; undefined for dead slots. */
  readonly #entries: (IndexedEntry | undefined)[] = [];
  readonly #vectors: VectorSlots;
  readonly #filters = new SlotFilters();
  readonly #positions = new PassagePositions();
  readonly language: StoreLanguage;
  #lastSequence = -1;
  #lastMessage = -1;
  readonly #messages = new Map<number, IndexedMessage>();
  /** Rules that produced the terms of messages, including messages that are gone. */
  readonly #rulesOfMessages = new Set<IndexedMessage['latin']>();
  readonly #create: () => Kernel;
  /** Items as the index holds them: at the moment of the last `askAt`. */
  readonly items: PresentItems;
  readonly #files: ReadonlyMap<string, Document>;
  readonly #minimumMatch: number;

  constructor(
    create: () => Kernel,
    state: ItemRows & { readonly files: ReadonlyMap<string, Document> },
    rules: ExpiryRules & Pick<Settings['recall'], 'minimumMatch'> & Partial<Pick<Settings['recall'], 'languages'>>,
    vectors: ReadonlyMap<string, Float32Array> = new Map(),
    pool?: KernelPool,
  ) {
    this.#create = create;
    this.#kernel = new DisposableKernel(() => this.#filled(), pool);
    this.items = new PresentItems(state, rules);
    this.language = new StoreLanguage(this.items, this.#messages, rules.languages);
    this.#files = state.files;
    this.#minimumMatch = rules.minimumMatch;
    this.#vectors = new VectorSlots(vectors, this.#entries);
  }

  /** Follows changes that the state has already taken over. */
  absorb(items: readonly ItemChange[], paths: readonly string[]): void {
    const alsoMoved = this.items.follow(items);
    this.#follow((kernel) => {
      for (const change of [...items, ...alsoMoved]) this.#absorbItem(kernel, change);
      for (const path of paths) {
        for (const slot of this.#slotsOfFile.get(path) ?? []) this.#remove(kernel, slot);
        this.#slotsOfFile.delete(path);
        const document = this.#files.get(path);
        if (document) this.#addFile(kernel, document);
      }
    });
  }

  /** Adds a message, new or read back from storage; an empty text removes it. */
  absorbMessage(message: Message): void {
    const { index } = message;
    const isKnown = this.#messages.delete(index);
    const indexed = indexedMessage(message, this.language.latin);
    if (indexed) {
      this.#messages.set(index, indexed);
      this.#rulesOfMessages.add(indexed.latin);
    }
    this.#follow((kernel) => {
      // Rare cases may rebuild: a changed message (hard forget), or an old one read after newer ones.
      if (isKnown || index < this.#lastMessage) this.#kernel.drop();
      else if (indexed) this.#addMessage(kernel, indexed);
    });
  }

  /** Whether the language of the texts changed, so that the messages are dropped and must be read again. */
  losesMessages(): boolean {
    if (this.language.look()) this.#kernel.drop();
    const isStale = [...this.#rulesOfMessages].some((rules) => rules !== this.language.latin);
    if (isStale) this.forgetMessages();
    return isStale;
  }

  hasMessage(index: number): boolean {
    return this.#messages.has(index);
  }

  forgetMessages(): void {
    this.#messages.clear();
    this.#rulesOfMessages.clear();
    this.#kernel.drop();
  }

  /** Drops all vectors of the kernel, for a change of model. */
  resetVectors(fastScan: WebAssembly.Module | undefined): void {
    this.#vectors.fastScan = fastScan;
    this.#follow((kernel) => this.#vectors.reset(kernel));
  }

  /** Gives new vectors to the slots whose texts they belong to. */
  attach(vectors: Iterable<readonly [key: string, vector: Float32Array]>): void {
    this.#vectors.keyed();
    this.#follow((kernel) => this.#vectors.attach(kernel, vectors));
  }

  /** Returns one entry for each distinct searchable text, by key. */
  texts(): Map<string, IndexedEntry> {
    this.ask(() => undefined);
    return this.#vectors.texts();
  }

  /** Builds the kernel now, so that the first query does not wait for it. */
  warm(): void {
    this.#kernel.warm();
  }

  /** Gives the kernel back, after the last question. */
  close(): void {
    this.#kernel.drop();
  }

  rank(request: RankRequest): Ranked[] {
    const { prompt, scopes, filters = {}, former = false, time = NO_TIME, contentOnly, ...query } = request;
    const asked = [...new Set([...scopes].map((scope) => KERNEL_SCOPE[scope]))];
    return this.askAt(query.now, (kernel) => {
      const isHeld = (term: number): boolean => kernel.holders(term, asked) > 0;
      const terms = correctedTermIds(prompt, this.language.latin, isHeld, this.#positions.names, contentOnly);
      const ranked = {
        ...query,
        terms,
        speakers: this.#positions.namedIn(terms),
        minimumMatch: asksForList(prompt) ? 0 : this.#minimumMatch,
        allowed: this.#filters.mask(scopes, filters, former, kernel.slots),
        scopes: asked,
      };
      const hits = rankInTime(kernel, ranked, time, this.#filters.said, (slot) => this.#entries[slot]);
      return hits.map((hit) => Object.assign(hit, { entry: this.#entries[hit.slot] as IndexedEntry }));
    });
  }

  /** Returns the items of store and long tail with at least this likeness to the text, in no order. */
  similar(text: string, least: number, now: number): Alike[] {
    const query = { terms: this.language.terms(text), scopes: [STORE, TAIL], least };
    return this.askAt(now, (kernel) =>
      kernel.similar(query).map(({ slot, likeness }) => ({ item: this.itemAt(slot), likeness })),
    );
  }

  itemAt(slot: number): Item | TailItem {
    const entry = this.#entries[slot];
    if (entry?.kind !== 'item') throw new Error(`slot ${slot} holds no item`);
    return entry.item;
  }

  slotOf(id: string): number {
    const slot = this.#slotOfItem.get(id);
    if (slot === undefined) throw new Error(`the kernel has no slot for item ${id}`);
    return slot;
  }

  /** Asks the kernel. @throws kernel-unavailable */
  ask<T>(question: (kernel: Kernel) => T): T {
    return this.#kernel.ask(question);
  }

  /** Asks about a moment; first moves items past their hard TTL to the long tail. @throws kernel-unavailable */
  askAt<T>(now: number, question: (kernel: Kernel) => T): T {
    this.ask((kernel) => {
      const due = kernel.expired(now).map((slot) => this.itemAt(slot));
      for (const change of this.items.moveTo(now, due)) this.#absorbItem(kernel, change);
    });
    return this.ask(question);
  }

  #follow(change: (kernel: Kernel) => void): void {
    this.#kernel.follow((kernel) => {
      change(kernel);
      if (this.#dead > this.#entries.length - this.#dead + TOLERATED_DEAD_SLOTS) this.#kernel.drop();
    });
  }

  #filled(): Kernel {
    const kernel = this.#create();
    this.#vectors.prepare(kernel);
    this.#slotOfItem.clear();
    this.#slotsOfFile.clear();
    this.#entries.length = 0;
    this.#filters.clear();
    this.#vectors.clear();
    this.#lastSequence = this.#lastMessage = -1;
    this.#dead = 0;
    this.language.look();
    this.#positions.clear(this.language.latin);
    // In order of arrival: the kernel's order of victims and of neighbours depends on it.
    for (const item of this.items.all()) this.#addItem(kernel, item);
    for (const document of this.#files.values()) this.#addFile(kernel, document);
    for (const message of oldestFirst(this.#messages)) this.#addMessage(kernel, message);
    return kernel;
  }

  #absorbItem(kernel: Kernel, { id, item }: ItemChange): void {
    const slot = this.#slotOfItem.get(id);
    if (item === undefined) {
      if (slot !== undefined) this.#remove(kernel, slot);
      this.#slotOfItem.delete(id);
    } else if (slot === undefined) {
      if (item.sequence < this.#lastSequence) this.#kernel.drop();
      else this.#addItem(kernel, item);
    } else if (this.itemAt(slot).sequence !== item.sequence) {
      // Slots follow the order of the queue: an item that becomes the newest gets a new slot.
      this.#remove(kernel, slot);
      this.#slotOfItem.delete(id);
      this.#absorbItem(kernel, { id, item });
    } else {
      if (!isPlacedAlike(this.itemAt(slot), item)) this.#kernel.drop();
      const { importance, pinned, forgotten } = item;
      kernel.setImportance(slot, importance);
      kernel.setExpiry(slot, this.items.expiryOf(item));
      kernel.setFlags(slot, { pinned, forgotten, scope: scopeOfItem(item) });
      const entry = { kind: 'item', item } as const;
      this.#filters.update(slot, this.#entries[slot] as IndexedEntry, entry);
      this.#entries[slot] = entry;
    }
  }

  #addItem(kernel: Kernel, item: Item | TailItem): void {
    this.#lastSequence = item.sequence;
    const columns = columnsOf(item, this.items.expiryOf(item), this.#positions.ofItem(item));
    this.#slotOfItem.set(item.id, this.#add(kernel, { kind: 'item', item }, columns));
  }

  #addFile(kernel: Kernel, document: Document): void {
    const columns = outside(document.updatedAt, DOCUMENTS, this.#positions.ofFile(document.path));
    const slots = passagesOf(document).map((entry) => this.#add(kernel, entry, columns));
    this.#slotsOfFile.set(document.path, slots);
  }

  #addMessage(kernel: Kernel, message: IndexedMessage): void {
    const { index, time, question } = message;
    this.#lastMessage = index;
    const position = this.#positions.ofMessage(index, question);
    this.#add(kernel, { kind: 'message', message }, outside(time, MESSAGES, position));
  }

  #add(kernel: Kernel, entry: IndexedEntry, columns: Columns): number {
    const slot = kernel.add(columns);
    this.#entries[slot] = entry;
    this.#filters.add(slot, entry);
    kernel.index(slot, entry.kind === 'message' ? entry.message.terms : this.language.terms(indexedText(entry)));
    this.#vectors.add(kernel, slot, entry);
    return slot;
  }

  #remove(kernel: Kernel, slot: number): void {
    kernel.remove(slot);
    const entry = this.#entries[slot] as IndexedEntry;
    this.#vectors.remove(slot, entry);
    this.#entries[slot] = undefined;
    this.language.disturb();
    this.#dead++;
  }
}
