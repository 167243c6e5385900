// What a plan needs of the texts that it hides, and how it asks for it where the part that reads them is not loaded yet.
import type { History, SeenMessage } from '../view/history.ts';
import type { Range, Retention } from '../compaction/compaction.ts';
import type { HiddenMessage } from './extract.ts';
import type { Lapses } from './lapses.ts';
import type { Statement } from './statements.ts';
import type { IdentifierLedger, IdentifierRequest } from './identifier-ledger.ts';
import type { Period } from '../words/wording.ts';
import type { Steps } from '../steps.ts';

export interface TextReading {
  /** Begins a new request. What the one before did not read is dropped. */
  turn(): void;
  /** What a text has of these, read once; also before a plan needs it. */
  readonly namesIn: (text: string) => readonly string[];
  readonly statementsIn: (text: string, role: 'user' | 'assistant') => readonly Statement[];
  readonly wordsIn: (text: string) => ReadonlyMap<string, number>;
  /** Names that the visible text lacks. */
  names(request: Omit<IdentifierRequest, 'namesOf'>): Steps<IdentifierLedger>;
  /** Extract of what was said; empty when nothing fits. */
  said(hidden: readonly HiddenMessage[], room: { maxTokens: number; count: (text: string) => number }): Steps<string>;
  /** How many names of the hidden texts are still visible. */
  retention(hidden: readonly string[], visible: string): Steps<Retention>;
  /** What the notes of these messages have that is stale, and what they lack. */
  lapses(messages: readonly SeenMessage[], overview: string): Lapses;
  /** A long history by time and topic. */
  periods(history: History, ranges: readonly Range[]): Steps<Period[]>;
}

/** A plan cannot wait: it ends with this, and is made again when the part is there. */
export class ReadingNeeded extends Error {}
