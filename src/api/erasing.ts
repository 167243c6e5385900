// `memory.erase`: what is erased from a whole workspace, and the receipt. Types only.
import type { ErrorCode } from '../errors.ts';

/** Names what goes, in one way. */
export type EraseRequest =
  /**
   * Items of this user, and every quotation of their texts; items of others that quote one of 12 characters or more, but
   * not those of another user who says just the same.
   */
  | { readonly userId: string }
  /** Items that quote this text, and every quotation of it; one under 12 characters counts as whole words. */
  | { readonly text: string }
  /** Items with these ids, and every quotation of their texts; other items that quote one of 12 characters or more. */
  | { readonly ids: readonly string[] };

/** Answer of `erase`: the erased items, messages and files by session; without any text. */
export interface EraseReceipt {
  /** Conversations, and `*shared`, that something was erased from. */
  readonly sessions: readonly ErasedSession[];
  /** How many were searched. */
  readonly searched: number;
  /** Those that could not be; erase again once they can be opened. Empty: everything is erased. */
  readonly failed: readonly { readonly session: string; readonly code: ErrorCode | undefined }[];
}

/** The items, messages and files of one session that something was erased from. */
export interface Erased {
  /** Ids of items. */
  readonly items: readonly string[];
  /** Indexes of messages that lost quotations or all of their content. */
  readonly messages: readonly number[];
  /** Paths of files that lost quotations, now or in former revisions. */
  readonly files: readonly string[];
  /** Its title lost quotations. */
  readonly title?: true;
}

/** The same, with the name of the session. */
export interface ErasedSession extends Erased {
  readonly session: string;
}
