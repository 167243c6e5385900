// Entries of the recall index: items, passages of files and messages, with their texts, labels and keys.
import { type Filterable, filterLabels, type Filters } from '../../items/fields/filters.ts';
import { agesFrom, type Item, type TailItem } from '../../items/item.ts';
import type { Columns, Place, RankedSlot, RankQuery, SlotScope as KernelScope } from '../../kernel/kernel.ts';
import { type Chunk, chunks } from '../../recall/chunks.ts';
import { type Latin, type LatinWords, latinWords } from '../../recall/terms/latin.ts';
import { isQuestion, termIds } from '../../recall/terms/terms.ts';
import { overviewStatus } from '../../tree/overview/overview.ts';
import type { Trust } from '../../options/provenance.ts';
import { OVERVIEW, scopeOf } from '../../tree/paths.ts';
import type { Scope } from '../../recall/query.ts';
import type { TimeAsked } from '../../recall/time/timeframes.ts';
import type { Document } from '../../tree/files/document.ts';
import { hash } from '../../tree/hash.ts';
import { type Message, searchableText } from '../../tree/transcript/transcript.ts';

/** The kernel's scopes. Files share one, and labels tell them apart. Only `STORE` is ordered and expires. */
export const STORE: KernelScope = 0;
export const TAIL: KernelScope = 1;
export const DOCUMENTS: KernelScope = 2;
export const MESSAGES: KernelScope = 3;
export const KERNEL_SCOPE: Record<Scope, KernelScope> = {
  items: STORE,
  tail: TAIL,
  overview: DOCUMENTS,
  detail: DOCUMENTS,
  archive: DOCUMENTS,
  transcript: MESSAGES,
};

type TextEntry =
  | { readonly kind: 'item'; readonly item: Item | TailItem }
  | { readonly kind: 'chunk'; readonly document: Document; readonly chunk: Chunk };

/** A passage of a file. */
export type ChunkEntry = Extract<TextEntry, { kind: 'chunk' }>;

/** Content of a slot. A message keeps no text: a transcript may be larger than memory should hold. */
export type Entry = TextEntry | { readonly kind: 'message'; readonly message: MessageMark };

/** An entry that fills a new kernel. */
export type IndexedEntry = TextEntry | { readonly kind: 'message'; readonly message: IndexedMessage };

/** Index of a message, and the fields that decide whether it is found. */
export interface MessageMark {
  readonly index: number;
  readonly trust: Trust;
  readonly filterable: Filterable;
}

export interface IndexedMessage extends MessageMark {
  readonly time: number;
  /** Term ids, from which a new kernel is filled; the text itself stays in storage. */
  readonly terms: Uint32Array;
  /** Rules that produced `terms`. */
  readonly latin: Latin;
  readonly latinWords: LatinWords;
  readonly question: boolean;
  readonly key: string;
}

/** An item that says nearly the same as a text; likeness 0–1. */
export interface Alike {
  readonly item: Item | TailItem;
  readonly likeness: number;
}

export interface Ranked extends RankedSlot {
  readonly entry: Entry;
}

type RankedByIndex = 'terms' | 'speakers' | 'minimumMatch' | 'allowed' | 'timely' | 'timeWeight' | 'scopes';

export interface RankRequest extends Omit<RankQuery, RankedByIndex> {
  readonly prompt: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Default: none. */
  readonly filters?: Filters;
  /** Whether to find items that were replaced. Default false. */
  readonly former?: boolean;
  /** Whether to leave function words out of the prompt if the texts are not in English alone. Default false. */
  readonly contentOnly?: boolean | undefined;
  /** The times that the prompt names. Default: none. */
  readonly time?: TimeAsked;
}

export const scopeOfItem = (item: Item | TailItem): KernelScope => ('left' in item ? TAIL : STORE);

/** Returns the passages of a file; none for an overview that still is the template. */
export function passagesOf(document: Document): ChunkEntry[] {
  const { path, text } = document;
  if (path === OVERVIEW && overviewStatus(text, 0, 0) === 'template') return [];
  return chunks(text).map((chunk) => ({ kind: 'chunk', document, chunk }));
}

/** Returns undefined for a message without text, which recall cannot find. */
export function indexedMessage(message: Message, latin: Latin): IndexedMessage | undefined {
  const text = searchableText(message);
  if (text === '') return undefined;
  return {
    ...markOf(message),
    time: message.time,
    terms: termIds(text, latin),
    latin,
    latinWords: latinWords(text),
    question: isQuestion(text),
    key: hash(text),
  };
}

export function markOf({ index, time, role, name, source, trust, step }: Message): MessageMark {
  const filterable = { role, ...(name !== undefined && { speaker: name }), source, step, createdAt: time };
  return { index, trust, filterable };
}

/** Returns the fields that filters compare. */
export function filterableOf(entry: Entry): Filterable {
  if (entry.kind === 'item') return entry.item;
  if (entry.kind === 'message') return entry.message.filterable;
  const { source, step, updatedAt } = entry.document;
  return { source, step, createdAt: updatedAt };
}

/** Returns the filter labels, with the scope of a passage (the kernel has one for files), or `FORMER` for a former. */
export function labelsOf(entry: Entry): string[] {
  const labels = filterLabels(filterableOf(entry));
  if (entry.kind === 'chunk') return [...labels, scopeLabel(scopeOf(entry.document.path))];
  return entry.kind === 'item' && entry.item.replacedBy !== undefined ? [...labels, FORMER] : labels;
}

/** Label of a replaced item. */
export const FORMER = 'former';

export const scopeLabel = (scope: Scope): string => `in ${scope}`;

/** Whether terms, neighbours and age of an item stay the same; a (rare) change of them builds a new kernel. */
export const isPlacedAlike = (one: Item, other: Item): boolean =>
  one.text === other.text &&
  one.group === other.group &&
  one.speaker === other.speaker &&
  one.role === other.role &&
  one.tokens === other.tokens &&
  one.step === other.step &&
  agesFrom(one) === agesFrom(other);

export const passageText = ({ document, chunk }: ChunkEntry): string => document.text.slice(chunk.start, chunk.end);

/**
 * Returns the text to index and embed. A passage includes its headings: below "Deadlines", a date needs no other word.
 */
export const indexedText = (entry: TextEntry): string =>
  entry.kind === 'item' ? entry.item.text : `${entry.chunk.heading}\n${passageText(entry)}`;

/** Returns the hash of an entry's text: a text that is rewritten unchanged, or moves elsewhere, keeps its vector. */
export const keyOf = (entry: IndexedEntry): string =>
  entry.kind === 'message' ? entry.message.key : hash(indexedText(entry));

/**
 * Returns the kernel columns of an item. Naming each field is more than twice as fast as spreading the item and its
 * position: all columns then are objects of one shape.
 */
export function columnsOf(
  item: Item | TailItem,
  expiresAt: number,
  position: Required<Place>,
  scope = scopeOfItem(item),
): Columns {
  const { importance, step, tokens, pinned, forgotten } = item;
  const { session, group, speaker, question, turn } = position;
  const createdAt = agesFrom(item);
  return {
    importance,
    createdAt,
    expiresAt,
    step,
    tokens,
    pinned,
    forgotten,
    scope,
    session,
    group,
    speaker,
    question,
    turn,
  };
}

/**
 * Returns the kernel columns of an entry outside the store. Importance 0.5 gives the weight 1, so that a passage gains
 * and loses nothing by it; the other fields are never read, as only the store is ordered and counted.
 */
export const outside = (createdAt: number, scope: KernelScope, position: Place): Columns => ({
  importance: 0.5,
  createdAt,
  step: 0,
  tokens: 0,
  pinned: false,
  forgotten: false,
  scope,
  ...position,
});
