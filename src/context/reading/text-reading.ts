// The reader of texts that a plan hides, and the error by which a plan asks for the part that holds it.
import type { History, SeenMessage } from '../view/history.ts';
import type { Range, Retention } from '../compaction/compaction.ts';
import type { HiddenMessage } from './extract.ts';
import type { Lapses } from './lapses.ts';
import type { Statement } from './statements.ts';
import type { IdentifierLedger, IdentifierRequest } from './identifier-ledger.ts';
import type { Period } from '../words/wording.ts';
import type { Steps } from '../steps.ts';

export interface TextReading {
  /** Begins a new request. Readings that the request before did not use are dropped. */
  turn(): void;
  /** Readings of a text, each made once; possibly before a plan needs them. */
  readonly namesIn: (text: string) => readonly string[];
  readonly statementsIn: (text: string, role: 'user' | 'assistant') => readonly Statement[];
  readonly wordsIn: (text: string) => ReadonlyMap<string, number>;
  /** Lists the names that the visible text lacks. */
  names(request: Omit<IdentifierRequest, 'namesOf'>): Steps<IdentifierLedger>;
  /** Returns an extract of what was said; empty when nothing fits. */
  said(hidden: readonly HiddenMessage[], room: { maxTokens: number; count: (text: string) => number }): Steps<string>;
  /** Counts the names of the hidden texts that are still visible. */
  retention(hidden: readonly string[], visible: string): Steps<Retention>;
  /** Finds stale names in the notes, and names of these messages that the notes lack. */
  lapses(messages: readonly SeenMessage[], overview: string): Lapses;
  /** Divides a long history by time and topic. */
  periods(history: History, ranges: readonly Range[]): Steps<Period[]>;
}

/** Ends a plan, which cannot wait; the plan is made again once the part is loaded. */
export class ReadingNeeded extends Error {}
