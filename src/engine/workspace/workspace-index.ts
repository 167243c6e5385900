// One search index over the conversations of a workspace, with one set of statistics. It has its own kernel: filled
// from storage in slices, it cannot be rebuilt within one question as a session's can.
import type { Item, TailItem } from '../../items/item.ts';
import type { Columns, Kernel } from '../../kernel/kernel.ts';
import { type Latin, latinOf, type LatinWords, latinWords } from '../../recall/terms/latin.ts';
import { asksForList } from '../../recall/questions/list-questions.ts';
import { correctedTermIds } from '../../recall/terms/misspellings.ts';
import { isQuestion, termIds } from '../../recall/terms/terms.ts';
import { NO_TIME } from '../../recall/time/timeframes.ts';
import type { Document } from '../../tree/files/document.ts';
import { utf8Bytes } from '../../tree/utf8-bytes.ts';
import { scopeOf } from '../../tree/paths.ts';
import { type Message, searchableText } from '../../tree/transcript/transcript.ts';
import {
  columnsOf,
  DOCUMENTS,
  type Entry,
  indexedText,
  KERNEL_SCOPE,
  markOf,
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
import { MessageMarks } from './message-marks.ts';

/** Number of texts from which the language of the workspace is told. */
const SAMPLE = 512;
/** Dead slots, beyond the number of live ones, that do not yet justify a new beginning. */
const TOLERATED_DEAD_SLOTS = 4096;

/** An entry with its session. */
export interface PlacedEntry {
  readonly session: string;
  readonly entry: Entry;
  /** True for a message that a list contained. */
  readonly isListed?: boolean;
}

/** Id of a stored row: the index of a message, a name for anything else. */
type RowId = string | number;

export class WorkspaceIndex {
  readonly #create: () => Kernel;
  readonly #minimumMatch: number;
  #kernel: Kernel | undefined;
  /** Entries by slot; the place in `#messages` for a message, undefined for dead slots. */
  readonly #entries: (PlacedEntry | number | undefined)[] = [];
  readonly #messages = new MessageMarks();
  /** Bytes by slot. */
  readonly #bytes: number[] = [];
  readonly #filters = new SlotFilters();
  readonly #positions = new PassagePositions();
  /** Slots of the rows by session and id, in order of arrival. */
  readonly #rows = new Map<string, Map<RowId, number | readonly number[]>>();
  /** Survives a new beginning: the texts are the same. */
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
    this.#messages.clear();
    this.#bytes.length = 0;
    this.#filters.clear();
    this.#positions.clear(this.latin);
    this.#rows.clear();
    this.#sampled = this.texts = this.bytes = 0;
  }

  /** Whether it has to begin anew: most of its slots are dead, or its texts are in another language. */
  isStale(): boolean {
    const latin = latinOf(this.#sample);
    const isOther = latin !== this.latin;
    this.latin = latin;
    return isOther || this.#entries.length > 2 * this.texts + TOLERATED_DEAD_SLOTS;
  }

  /** Returns the number of texts of a session. */
  textsOf(session: string): number {
    let texts = 0;
    for (const slots of this.#rows.get(session)?.values() ?? []) texts += listOf(slots).length;
    return texts;
  }

  addItem(session: string, item: Item | TailItem): void {
    const columns = columnsOf(item, Infinity, this.#positions.ofItem(item, session), TAIL);
    this.remove(session, itemRow(item.id));
    const entry = { kind: 'item', item } as const;
    this.#file(session, itemRow(item.id), this.#add(entry, columns, item.text, { session, entry }));
  }

  addFile(session: string, document: Document): void {
    const columns = outside(document.updatedAt, DOCUMENTS, this.#positions.ofFile(document.path, session));
    const passages = scopeOf(document.path) === 'archive' ? [] : passagesOf(document);
    this.remove(session, fileRow(document.path));
    const slots = passages.map((entry) => this.#add(entry, columns, indexedText(entry), { session, entry }));
    this.#file(session, fileRow(document.path), slots);
  }

  addMessage(session: string, message: Message): void {
    const text = message.redacted || message.dropped ? '' : searchableText(message);
    if (text === '') return;
    const { index, time } = message;
    const columns = outside(time, MESSAGES, this.#positions.ofMessage(index, isQuestion(text), session));
    this.remove(session, index);
    const entry = { kind: 'message', message: markOf(message) } as const;
    this.#file(session, index, this.#add(entry, columns, text, this.#messages.add(session, message)));
  }

  remove(session: string, id: RowId): void {
    const rows = this.#rows.get(session);
    const slots = rows?.get(id);
    if (!rows || slots === undefined) return;
    rows.delete(id);
    for (const slot of listOf(slots)) {
      this.#kernel?.remove(slot);
      this.#entries[slot] = undefined;
      this.texts--;
      this.bytes -= this.#bytes[slot] ?? 0;
    }
  }

  /** Removes the texts of the session's oldest row, messages before anything else. Returns the number of texts. */
  removeOldest(session: string): number {
    const before = this.texts;
    const ids = [...(this.#rows.get(session)?.keys() ?? [])];
    const oldest = ids.find((id) => typeof id === 'number') ?? ids[0];
    if (oldest !== undefined) this.remove(session, oldest);
    return before - this.texts;
  }

  removeSession(session: string): void {
    for (const id of this.#rows.get(session)?.keys() ?? []) this.remove(session, id);
    this.#rows.delete(session);
  }

  /** @throws the trap of the kernel; then the index has to begin anew */
  rank(request: RankRequest): (Ranked & PlacedEntry)[] {
    const { prompt, scopes, filters = {}, former = false, time = NO_TIME, contentOnly, ...query } = request;
    const kernel = this.#kernel;
    if (!kernel) return [];
    const asked = [...new Set([...scopes].map((scope) => KERNEL_SCOPE[scope] || TAIL))];
    const isHeld = (term: number): boolean => kernel.holders(term, asked) > 0;
    const terms = correctedTermIds(prompt, this.latin, isHeld, this.#positions.names, contentOnly);
    const ranked = {
      ...query,
      terms,
      speakers: this.#positions.namedIn(terms),
      minimumMatch: asksForList(prompt) ? 0 : this.#minimumMatch,
      allowed: this.#filters.mask(scopes, filters, former, kernel.slots),
      scopes: asked,
    };
    const hits = rankInTime(kernel, ranked, time, this.#filters.said, (slot) => this.#entryAt(slot)?.entry);
    return hits.map((hit) => ({ ...hit, ...(this.#entryAt(hit.slot) as PlacedEntry) }));
  }

  #entryAt(slot: number): PlacedEntry | undefined {
    const held = this.#entries[slot];
    if (typeof held !== 'number') return held;
    const { session, isListed, message } = this.#messages.at(held);
    return { session, entry: { kind: 'message', message }, isListed };
  }

  /** Returns the slot. */
  #add(entry: Entry, columns: Columns, text: string, held: PlacedEntry | number): number {
    const kernel = (this.#kernel ??= this.#create());
    const slot = kernel.add(columns);
    kernel.index(slot, termIds(text, this.latin));
    this.#entries[slot] = held;
    this.#filters.add(slot, entry);
    this.#look(text);
    this.#bytes[slot] = utf8Bytes(text);
    this.bytes += this.#bytes[slot];
    this.texts++;
    return slot;
  }

  #file(session: string, id: RowId, slots: number | readonly number[]): void {
    const rows = this.#rows.get(session) ?? new Map<RowId, number | readonly number[]>();
    this.#rows.set(session, rows.set(id, slots));
  }

  #look(text: string): void {
    if (this.#sampled++ === this.#sample.length && this.#sample.length < SAMPLE) this.#sample.push(latinWords(text));
  }
}

/** Returns the row id of an item, which has one place, in the store or out of it. */
export const itemRow = (id: string): string => `item ${id}`;
export const fileRow = (path: string): string => `file ${path}`;

const listOf = (slots: number | readonly number[]): readonly number[] => (typeof slots === 'number' ? [slots] : slots);
