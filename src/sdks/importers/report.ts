// Report of an import of conversations. Types only.
import type { Refused } from './conversation.ts';

/** Answer of `importConversations`. */
export interface ConversationsReport {
  /** Number of conversations by their end. */
  readonly counts: Readonly<Record<ConversationEnd, number>>;
  readonly messages: MessageCounts;
  /** One for each conversation, in the order of the source. */
  readonly conversations: readonly ConversationReport[];
  /** Files that could not be read, or not to their end. */
  readonly refused: readonly Refused[];
}

/**
 * - `new`: it is a session now
 * - `grown`: it was imported before, and its later messages were added
 * - `known`: it was imported before, and nothing is new
 * - `changed`: it was imported before, and one of its stored messages is another one now; the session stays as it is
 * - `refused`: nothing of it can be read
 */
export type ConversationEnd = 'new' | 'grown' | 'known' | 'changed' | 'refused';

/** The outcome for one conversation. */
export interface ConversationReport {
  /** Id as its app gives it. */
  readonly id: string | undefined;
  readonly title: string | undefined;
  /** Session that holds it; absent where it was refused. */
  readonly session?: string;
  readonly end: ConversationEnd;
  readonly messages: MessageCounts;
  /** Parts of it that were left out. */
  readonly refused: readonly Refused[];
}

/** Messages of one conversation, or of all. */
export interface MessageCounts {
  readonly read: number;
  /** Messages that this import stored. */
  readonly kept: number;
}

/** Progress of an import: argument of `onProgress`. */
export interface ImportProgress {
  /** Bytes that were read, or UTF-16 units of a text. */
  readonly read: number;
  /** Bytes or units of the whole source; undefined where the source does not say. */
  readonly size: number | undefined;
  readonly conversations: number;
  readonly messages: number;
}
