// The results of `items.remember` and `files.search`. Types only.
import type { LeftReason } from '../items/events.ts';
import type { Item } from '../items/item.ts';
import type { HitAddress } from '../recall/hit-address.ts';
import type { RecalledText } from '../recall/recalled-text.ts';
import type { OpenedPassage } from '../recall/present-hits.ts';
import type { RecallOptions, ScoreParts } from '../recall/query.ts';

/** An item, a passage of a file or a message that answers the prompt. */
export interface Hit extends HitAddress {
  /** The headings above a passage, the role of a message, the speaker or role of an item; may be empty. */
  readonly heading: string;
  /** About 240 UTF-16 units around the words of the prompt, on one line; `…` marks where text is cut off. */
  readonly snippet: string;
  /** Words of the prompt in the snippet: UTF-16 offsets in ascending order, the end excluded. */
  readonly matches: readonly (readonly [start: number, end: number])[];
  /**
   * Orders the hits of one answer, highest first; the newest of several versions of a fact has the highest of their
   * scores. With `importance-recency` it orders nothing. Scores of different prompts are not comparable.
   */
  readonly score: number;
  /** The factors of the score; present with `explain: true`. */
  readonly parts?: ScoreParts;
  /**
   * Index of a message in the list that was last prepared or recorded, as notices and archives count; absent if the
   * list does not hold the message.
   */
  readonly place?: number;
  /**
   * Place to read on: a path that `files.read` opens (a file, a message, a tool result), and the line and character in
   * it, from 1, where the snippet begins. Absent for items.
   */
  readonly opens?: OpenedPassage;
  /** True for a message of another branch of the conversation: one that was edited, taken back, or made anew. */
  readonly abandoned?: true;
  /** Time at which it was said, memorized or last written, ms since 1970. */
  readonly time: number;
  /** Milliseconds from `time` to this answer. */
  readonly ageMs: number;
  /** True for an item of the long tail and for a passage of `archive/`. */
  readonly archived: boolean;
  /**
   * Ids of earlier versions of this fact that scored higher: this hit took their place (docs/recall.md).
   * Their hits follow.
   */
  readonly newerThan?: readonly string[];
  /** Other places with the same text. */
  readonly also?: readonly HitAddress[];
  /** The item, with its whole text; absent for passages and messages. */
  readonly item?: Item;
  /** Place of an item of the store in the queue, 0 = oldest. */
  readonly position?: number;
  /** Time (ms since 1970), agent step and reason of an item's move from the store to the long tail. */
  readonly left?: { readonly time: number; readonly step: number; readonly reason: LeftReason };
}

/** The scopes that contain items only. */
export interface ItemScopes {
  /** `items`: the store · `tail`: items that left it. Default: the option `recall.scope`. */
  readonly scope?: 'items' | 'tail' | readonly ('items' | 'tail')[];
}

/** A hit of a search of items only. */
export interface ItemHit extends Hit {
  readonly id: string;
  readonly item: Item;
}

/** Answer of `items.remember` and `files.search`. */
export interface RecallResult<Of extends Hit = Hit> {
  /** Best first, at most `limit`. */
  readonly hits: readonly Of[];
  /** `lexical`: terms only · `hybrid`: terms and vectors (docs/recall.md). */
  readonly mode: 'lexical' | 'hybrid';
  /**
   * Fit of the best hit, 0–1: the largest share of the prompt that one of the hits holds, weighted towards rare
   * words (`parts.matched`), or its similarity in meaning (`parts.dense`), or 0.3 × the fit of its time (`parts.time`);
   * with the ranking `seed` the largest relevance. 0 without hits and for a prompt that names nothing, such as "How are
   * you?"; 1 for a blank one.
   */
  readonly confidence: number;
  /** Conversations and texts that the scope `workspace` did not search; absent if it searched all. */
  readonly leftOut?: LeftOut;
}

/** Conversations that the index of the workspace does not hold in full. */
export interface LeftOut {
  /** Number of conversations beyond `recall.workspace.maxTexts` or `maxBytes`, not read yet, or not readable. */
  readonly sessions: number;
  /** Approximate number of their items and messages. */
  readonly texts: number;
}

/** Journal event about vectors. */
export type VectorEvent =
  /** `count` texts got vectors. */
  | { readonly type: 'vectors-stored'; readonly count: number }
  /** Small blocks were merged. `count` vectors remain; those of other models and of deleted texts were dropped. */
  | { readonly type: 'vectors-sealed'; readonly count: number }
  /** Blocks were deleted because their texts were hard-forgotten or the storage quota was reached. */
  | { readonly type: 'vectors-dropped'; readonly reason: 'forgotten' | 'storage-quota'; readonly blocks: number };

/**
 * Address of a text that a recalled note added to a prompt: an item by its id, a message by its index in the
 * transcript, or a file; with the session if another one holds it.
 */
export type WithheldAddress = Pick<HitAddress, 'id' | 'message' | 'path' | 'session'>;

/** Options of `memory.recall`. Without `scope` it searches the whole of a named workspace, as `'workspace'` does. */
export interface BlockOptions extends Pick<
  RecallOptions,
  'scope' | 'filters' | 'former' | 'recency' | 'minShare' | 'meaning'
> {
  /** Most tokens of the text, including its frame of about 45; default 1000. */
  readonly maxTokens?: number;
}

/** Answer of `memory.recall`: the recalled texts as one text for a prompt. */
export interface RecalledBlock extends Omit<RecallResult, 'hits'> {
  /** A heading and the texts, fenced as data: by day, each once, the newest of several versions. Empty without hits. */
  readonly text: string;
  /** Tokens of the text. */
  readonly tokens: number;
  /** The texts in it, in order of time. */
  readonly hits: readonly RecalledText[];
}
