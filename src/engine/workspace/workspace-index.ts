// One search index over the conversations of a workspace, with one set of statistics. It has a kernel of its own: filled
// from storage in slices, it cannot be built anew within one question as a session's can.
import type { Item, TailItem } from '../../items/item.ts';
import { agesFrom } from '../../items/item.ts';
import type { Columns, Kernel } from '../../kernel/kernel.ts';
import { type Latin, latinOf, type LatinWords, latinWords } from '../../recall/terms/latin.ts';
import { correctedTermIds } from '../../recall/terms/misspellings.ts';
import { termIds } from '../../recall/terms/terms.ts';
import { NO_TIME } from '../../recall/time/timeframes.ts';
import type { Document } from '../../tree/files/document.ts';
import { utf8Bytes } from '../../tree/files/tree-limits.ts';
import { scopeOf } from '../../tree/paths.ts';
import { type Message, searchableText } from '../../tree/transcript/transcript.ts';
import {
  DOCUMENTS,
  type Entry,
  indexedMessage,
  indexedText,
  KERNEL_SCOPE,
  MESSAGES,
  outside,
  passagesOf,
  type Ranked,
  type RankRequest,
  TAIL,
} from '../recall/entries.ts';
import { PassagePositions } from '../recall/slots/passage-positions.ts';
import { SlotFilters } from '../recall/slots/slot-filters.ts';
import { rankInTime } from '../recall/time-ranking.ts';

/** Texts by which the language of the workspace is told. */
const SAMPLE = 512;
/** Dead slots beyond the live ones that do not justify a new beginning. */
const TOLERATED_DEAD_SLOTS = 4096;
const NO_TERMS = new Uint32Array();

/** An entry at its place. */
export interface PlacedEntry {
  readonly session: string;
  readonly entry: Entry;
}

/** One stored row in the index. */
interface IndexedRow {
  readonly slots: readonly number[];
  readonly bytes: number;
}

export class WorkspaceIndex {
  readonly #create: () => Kernel;
  readonly #minimumMatch: number;
  #kernel: Kernel | undefined;
  /** By slot; undefined for dead slots. */
  readonly #entries: (PlacedEntry | undefined)[] = [];
  readonly #filters = new SlotFilters();
  readonly #positions = new PassagePositions();
  /** Rows by session and id, in the order in which they came. */
  readonly #rows = new Map<string, Map<string, IndexedRow>>();
  /** Outlives a new beginning: the texts are the same. */
  readonly #sample: LatinWords[] = [];
  #sampled = 0;
  latin: Latin = 'english';
  texts = 0;
  bytes = 0;

  constructor(create: () => Kernel, minimumMatch: number) {
    this.#create = create;
    this.#minimumMatch = minimumMatch;
  }

  /** Forgets everything but the language. */
  clear(): void {
    this.#kernel = undefined;
    this.#entries.length = 0;
    this.#filters.clear();
    this.#positions.clear(this.latin);
    this.#rows.clear();
    this.#sampled = this.texts = this.bytes = 0;
  }

  /** True where it has to begin anew: it holds more that is gone than not, or its texts are in another language. */
  isStale(): boolean {
    const latin = latinOf(this.#sample);
    const isOther = latin !== this.latin;
    this.latin = latin;
    return isOther || this.#entries.length > 2 * this.texts + TOLERATED_DEAD_SLOTS;
  }

  /** Texts of a session. */
  textsOf(session: string): number {
    let texts = 0;
    for (const { slots } of this.#rows.get(session)?.values() ?? []) texts += slots.length;
    return texts;
  }

  addItem(session: string, item: Item | TailItem): void {
    const place = { ...this.#positions.ofItem(item, session), scope: TAIL };
    this.#add(session, itemRow(item.id), [{ kind: 'item', item }], { ...item, createdAt: agesFrom(item), ...place });
  }

  addFile(session: string, document: Document): void {
    const columns = outside(document.updatedAt, DOCUMENTS, this.#positions.ofFile(document.path, session));
    const passages = scopeOf(document.path) === 'archive' ? [] : passagesOf(document);
    this.#add(session, fileRow(document.path), passages, columns);
  }

  addMessage(session: string, message: Message): void {
    const indexed = message.redacted || message.dropped ? undefined : indexedMessage(message, this.latin);
    if (!indexed) return;
    const { index, time, question, terms } = indexed;
    const columns = outside(time, MESSAGES, this.#positions.ofMessage(index, question, session));
    // The kernel has the terms, and no other is ever filled from them.
    const entry = { kind: 'message', message: { ...indexed, terms: NO_TERMS } } as const;
    this.#add(session, messageRow(index), [entry], columns, { terms, text: searchableText(message) });
  }

  remove(session: string, id: string): void {
    const rows = this.#rows.get(session);
    const row = rows?.get(id);
    if (!rows || !row) return;
    rows.delete(id);
    for (const slot of row.slots) {
      this.#kernel?.remove(slot);
      this.#entries[slot] = undefined;
    }
    this.texts -= row.slots.length;
    this.bytes -= row.bytes;
  }

  /** Removes what the session's oldest row holds, of messages before anything else. Returns the number of texts. */
  removeOldest(session: string): number {
    const before = this.texts;
    const ids = [...(this.#rows.get(session)?.keys() ?? [])];
    const oldest = ids.find((id) => id.startsWith(MESSAGE)) ?? ids[0];
    if (oldest !== undefined) this.remove(session, oldest);
    return before - this.texts;
  }

  removeSession(session: string): void {
    for (const id of this.#rows.get(session)?.keys() ?? []) this.remove(session, id);
    this.#rows.delete(session);
  }

  /** @throws what a trap of the kernel throws; then the index has to begin anew */
  rank(request: RankRequest): (Ranked & PlacedEntry)[] {
    const { prompt, scopes, filters = {}, former = false, time = NO_TIME, ...query } = request;
    const kernel = this.#kernel;
    if (!kernel) return [];
    const asked = [...new Set([...scopes].map((scope) => KERNEL_SCOPE[scope] || TAIL))];
    const isHeld = (term: number): boolean => kernel.holders(term, asked) > 0;
    const terms = correctedTermIds(prompt, this.latin, isHeld, this.#positions.names);
    const ranked = {
      ...query,
      terms,
      speakers: this.#positions.namedIn(terms),
      minimumMatch: this.#minimumMatch,
      allowed: this.#filters.mask(scopes, filters, former, kernel.slots),
      scopes: asked,
    };
    const hits = rankInTime(kernel, ranked, time, this.#filters.said, (slot) => this.#entries[slot]?.entry);
    return hits.map((hit) => ({ ...hit, ...(this.#entries[hit.slot] as PlacedEntry) }));
  }

  #add(
    session: string,
    id: string,
    entries: readonly Entry[],
    columns: Columns,
    of?: { readonly terms: Uint32Array; readonly text: string },
  ): void {
    this.remove(session, id);
    const kernel = (this.#kernel ??= this.#create());
    let bytes = 0;
    const slots = entries.map((entry) => {
      const text = of?.text ?? indexedText(entry as Exclude<Entry, { kind: 'message' }>);
      const slot = kernel.add(columns);
      kernel.index(slot, of?.terms ?? termIds(text, this.latin));
      this.#entries[slot] = { session, entry };
      this.#filters.add(slot, entry);
      this.#look(text);
      bytes += utf8Bytes(text);
      return slot;
    });
    const rows = this.#rows.get(session) ?? new Map<string, IndexedRow>();
    this.#rows.set(session, rows.set(id, { slots, bytes }));
    this.texts += slots.length;
    this.bytes += bytes;
  }

  #look(text: string): void {
    if (this.#sampled++ === this.#sample.length && this.#sample.length < SAMPLE) this.#sample.push(latinWords(text));
  }
}

const MESSAGE = 'message ';

/** An item has one place, in the store or out of it. */
export const itemRow = (id: string): string => `item ${id}`;
export const fileRow = (path: string): string => `file ${path}`;
export const messageRow = (index: number): string => MESSAGE + index;
