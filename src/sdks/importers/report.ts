// What an import of conversations did. Types only.
import type { Refused } from './conversation.ts';

/** Answer of `importConversations`. */
export interface ConversationsReport {
  /** How many conversations came to which end. */
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
  /** As its app gives it. */
  readonly id: string | undefined;
  readonly title: string | undefined;
  /** The session that holds it; absent where it was refused. */
  readonly session?: string;
  readonly end: ConversationEnd;
  readonly messages: MessageCounts;
  /** The parts of it that were left out. */
  readonly refused: readonly Refused[];
}

/** Messages of one conversation, or of all. */
export interface MessageCounts {
  readonly read: number;
  /** Stored by this import. */
  readonly kept: number;
}

/** How far an import is: argument of `onProgress`. */
export interface ImportProgress {
  /** Bytes that were read, or UTF-16 units of a text. */
  readonly read: number;
  /** Of all of it; undefined where the source does not say. */
  readonly size: number | undefined;
  readonly conversations: number;
  readonly messages: number;
}
