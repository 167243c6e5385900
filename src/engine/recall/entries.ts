// What stands behind a slot of the index: an item, a passage of a file, a message.
import type { Item } from '../../items/item.ts';
import type { Columns, Place, Scope as KernelScope } from '../../kernel/kernel.ts';
import type { Chunk } from '../../recall/chunks.ts';
import { filterLabels, scopeOf } from '../../recall/filter-labels.ts';
import type { Scope } from '../../recall/query.ts';
import type { Document } from '../../tree/files/document.ts';
import { hash } from '../../tree/hash.ts';

/** In the kernel files are one scope; labels tell them apart. Only in the first is anything ordered and expiring. */
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

export type Entry =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'chunk'; readonly document: Document; readonly chunk: Chunk }
  | { readonly kind: 'message'; readonly index: number; readonly time: number; readonly key: string };

export interface IndexedMessage {
  readonly index: number;
  readonly time: number;
  /** The text stays in storage; this is what a new kernel needs of it. */
  readonly terms: Uint32Array;
  readonly question: boolean;
  readonly key: string;
}

/** What a query can ask for. An item's never change. */
export function labelsOf(entry: Entry): string[] {
  if (entry.kind === 'item') return filterLabels(entry.item);
  return entry.kind === 'chunk' ? [scopeLabel(scopeOf(entry.document.path))] : [];
}

export const scopeLabel = (scope: Scope): string => `in ${scope}`;

/** What is found by, and embedded; a message's text stays in storage. */
export const indexedText = (entry: Exclude<Entry, { kind: 'message' }>): string =>
  entry.kind === 'item'
    ? entry.item.text
    : `${entry.chunk.heading}\n${entry.document.text.slice(entry.chunk.start, entry.chunk.end)}`;

/** Names a text by its content: a text that is written anew, or moves elsewhere, keeps its vector. */
export const keyOf = (entry: Entry): string => (entry.kind === 'message' ? entry.key : hash(indexedText(entry)));

/** The columns of what is not in the store. */
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
