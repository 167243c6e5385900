// `memory.erase`: what is erased from a whole workspace, and the receipt. Types only.
import type { ErrorCode } from '../errors.ts';

/** Request to erase, in one of three ways. */
export type EraseRequest =
  /**
   * Items of this user, and every quotation of their texts; also items of others that quote one of 12 characters or
   * more, but not items of another user with the same text.
   */
  | { readonly userId: string }
  /** Items that quote this text, and every quotation of it; one under 12 characters counts as whole words. */
  | { readonly text: string }
  /** Items with these ids, and every quotation of their texts; other items that quote one of 12 characters or more. */
  | { readonly ids: readonly string[] };

/** Answer of `erase`: the erased items, messages and files by session, without any text. */
export interface EraseReceipt {
  /** Sessions, and `*shared`, from which something was erased. */
  readonly sessions: readonly ErasedSession[];
  /** Number of sessions searched. */
  readonly searched: number;
  /** Sessions that could not be searched; erase again once they can be opened. Empty: everything is erased. */
  readonly failed: readonly { readonly session: string; readonly code: ErrorCode | undefined }[];
}

/** The erased items, and the changed messages and files, of one session. */
export interface Erased {
  /** Ids of items. */
  readonly items: readonly string[];
  /** Indexes of messages that lost quotations or all of their content. */
  readonly messages: readonly number[];
  /** Paths of files that lost quotations, now or in former revisions. */
  readonly files: readonly string[];
  /** True if quotations were removed from the title. */
  readonly title?: true;
}

/** `Erased` with the name of the session. */
export interface ErasedSession extends Erased {
  readonly session: string;
}
