// What recall answers. Types only.
import type { EvictionReason } from '../items/events.ts';
import type { Item } from '../items/item.ts';
import type { Standing } from '../recall/deduplication.ts';
import type { ScoreParts } from '../recall/query.ts';

export interface Hit extends Standing {
  /** The headings above a passage, the role of a message, who said an item; perhaps empty. */
  readonly heading: string;
  /** About 240 characters around the words of the prompt, on one line, with … where they are cut off. */
  readonly snippet: string;
  /** Words of the prompt in the snippet: UTF-16 offsets, the end excluded, ascending. */
  readonly matches: readonly (readonly [start: number, end: number])[];
  readonly score: number;
  /** With `explain: true`. */
  readonly parts?: ScoreParts;
  /** When it was said, memorized or last written, ms since 1970; and how long ago that is. */
  readonly time: number;
  readonly ageMs: number;
  /** It has left the store, or is put away in archive/. */
  readonly archived: boolean;
  /** The same text elsewhere. */
  readonly also?: readonly Standing[];
  /** Of an item. */
  readonly item?: Item;
  /** Place of an item in the queue. */
  readonly position?: number;
  /** When and why an item left. */
  readonly left?: { readonly time: number; readonly step: number; readonly reason: EvictionReason };
}

/** Where there are only items. */
export interface ItemScopes {
  readonly scope?: 'items' | 'tail' | readonly ('items' | 'tail')[];
}

export interface ItemHit extends Hit {
  readonly id: string;
  readonly item: Item;
}

export interface RecallResult<Of extends Hit = Hit> {
  readonly hits: readonly Of[];
  /** Which signals could answer: `lexical` knows terms only, `hybrid` compared vectors as well (docs/recall.md). */
  readonly mode: 'lexical' | 'hybrid';
}

/** What the journal says about vectors. */
export type VectorEvent =
  /** Texts have vectors now, in one new block or a few. */
  | { readonly type: 'vectors-stored'; readonly count: number }
  /** Small blocks were put together; vectors of other models and of texts that are gone went. */
  | { readonly type: 'vectors-sealed'; readonly count: number }
  | { readonly type: 'vectors-dropped'; readonly reason: 'forgotten' | 'storage-quota'; readonly blocks: number };
