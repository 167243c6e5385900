// The entries of the recall index: items, passages of files, messages; their texts, labels and keys.
import type { Item } from '../../items/item.ts';
import type { Columns, Place, SlotScope as KernelScope } from '../../kernel/kernel.ts';
import type { Chunk } from '../../recall/chunks.ts';
import { filterLabels } from '../../recall/filter-labels.ts';
import { scopeOf } from '../../tree/paths.ts';
import type { Scope } from '../../recall/query.ts';
import type { Document } from '../../tree/files/document.ts';
import { hash } from '../../tree/hash.ts';

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

export type Entry =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'chunk'; readonly document: Document; readonly chunk: Chunk }
  | { readonly kind: 'message'; readonly index: number; readonly time: number; readonly key: string };

export interface IndexedMessage {
  readonly index: number;
  readonly time: number;
  /** Term ids, from which a new kernel is filled; the text itself stays in storage. */
  readonly terms: Uint32Array;
  readonly question: boolean;
  readonly key: string;
}

/** The labels that a query can filter by. Those of an item never change. */
export function labelsOf(entry: Entry): string[] {
  if (entry.kind === 'item') return filterLabels(entry.item);
  return entry.kind === 'chunk' ? [scopeLabel(scopeOf(entry.document.path))] : [];
}

export const scopeLabel = (scope: Scope): string => `in ${scope}`;

/** The text that is indexed and embedded. */
export const indexedText = (entry: Exclude<Entry, { kind: 'message' }>): string =>
  entry.kind === 'item'
    ? entry.item.text
    : `${entry.chunk.heading}\n${entry.document.text.slice(entry.chunk.start, entry.chunk.end)}`;

/** The hash of an entry's text: a text that is rewritten unchanged, or moves elsewhere, keeps its vector. */
export const keyOf = (entry: Entry): string => (entry.kind === 'message' ? entry.key : hash(indexedText(entry)));

/** Kernel columns of an entry outside the store. */
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
