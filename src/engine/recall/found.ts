// What a search found: the content of the entries that it ranked.
import type { Item, TailItem } from '../../items/item.ts';
import type { ScoreParts } from '../../recall/query.ts';
import { type Message, saidText, searchableText, type ToolResult } from '../../tree/transcript/transcript.ts';
import type { PlacedMessage } from '../branches.ts';
import { type ChunkEntry, passageText, type Ranked } from './entries.ts';

/** The content of an entry. */
export type FoundContent = (FoundItem | FoundTailItem | FoundPassage | FoundMessage) & {
  /** Session that holds it; absent for this one. */
  readonly session?: string;
};

/** An entry with its content and the signals that ranked it. */
export type Found = FoundContent & {
  readonly score: number;
  /** Share of the prompt that the entry holds, matches in meaning or suits in time, 0–1; 1 for a blank prompt. */
  readonly fit: number;
  readonly newerThan?: readonly string[];
  /** Present when the caller asked for an explanation, or when the ranking `seed` needs them. */
  readonly signals?: Omit<ScoreParts, 'importanceWeight'>;
};

interface FoundItem {
  readonly item: Item;
  /** Absent for an item of another session. */
  readonly position?: number;
}

interface FoundTailItem {
  readonly tailItem: TailItem;
}

interface FoundPassage {
  readonly path: string;
  readonly heading: string;
  readonly time: number;
  readonly text: string;
  /** Text of the whole file, and the offset of the passage in it. */
  readonly whole: string;
  readonly start: number;
}

interface FoundMessage extends PlacedMessage {
  readonly message: number;
  readonly role: string;
  readonly time: number;
  readonly text: string;
  /** The text without calls and tool results; the text with calls; the results. */
  readonly said: string;
  readonly told: string;
  readonly results: readonly ToolResult[];
}

/** A match at its place in the answer. */
export interface PlacedMatch extends Ranked {
  readonly exchange?: number;
  readonly newerThan?: readonly string[];
  /** In a search of all conversations: the one that holds it, and whether one of its lists contained it. */
  readonly session?: string;
  readonly isListed?: boolean;
}

export const passageOf = (passage: ChunkEntry): FoundPassage => {
  const { path, updatedAt: time, text: whole } = passage.document;
  const { heading, start } = passage.chunk;
  return { path, heading, time, text: passageText(passage), whole, start };
};

/** Returns the content of a message, without its place. */
export const messageContent = (message: Message): Omit<FoundMessage, 'message'> => {
  const { role, time, text: said, results = [] } = message;
  return { role, time, text: searchableText(message), said, told: saidText(message), results };
};
