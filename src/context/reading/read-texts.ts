// Reads texts for summaries, each of them once: every compaction sums up all that is hidden, old and new, and a list of
// thousands of messages can be read before the plan, which never waits. Pure. Separate from the rest of the context
// engine, because a page loads it only to hide something.
import type { History, SeenMessage } from '../view/history.ts';
import type { Range, Retention } from '../compaction/compaction.ts';
import { extractiveSummary, type HiddenMessage, retentionOf } from './extract.ts';
import { type Statement, statements } from './statements.ts';
import { type IdentifierLedger, type IdentifierRequest, identifierLedger } from './identifier-ledger.ts';
import { identifiersOf } from './identifiers.ts';
import { type Lapses, lapsesOf } from './lapses.ts';
import type { Period } from '../words/wording.ts';
import { periodsOf, together, wordsOf } from './periods.ts';
import type { TextReading } from './text-reading.ts';
import type { Steps } from '../steps.ts';
import { PIECE, piecesOf } from '../pieces.ts';

interface Read {
  names?: readonly string[];
  user?: readonly Statement[];
  assistant?: readonly Statement[];
  words?: ReadonlyMap<string, number>;
}

export class ReadTexts implements TextReading {
  #former = new Map<string, Read>();
  #current = new Map<string, Read>();

  turn(): void {
    this.#former = this.#current;
    this.#current = new Map();
  }

  names(request: Omit<IdentifierRequest, 'namesOf'>): Steps<IdentifierLedger> {
    return identifierLedger({ ...request, namesOf: this.namesIn });
  }

  said(hidden: readonly HiddenMessage[], room: { maxTokens: number; count: (text: string) => number }): Steps<string> {
    return extractiveSummary(hidden, { ...room, statementsOf: this.statementsIn });
  }

  retention(hidden: readonly string[], visible: string): Steps<Retention> {
    return retentionOf(hidden, visible, this.namesIn);
  }

  lapses(messages: readonly SeenMessage[], overview: string): Lapses {
    return lapsesOf(messages, overview, this.namesIn);
  }

  periods(history: History, ranges: readonly Range[]): Steps<Period[]> {
    return periodsOf(history, ranges, this.wordsIn);
  }

  readonly namesIn = (text: string): readonly string[] =>
    (this.#of(text).names ??=
      text.length > PIECE ? [...new Set([...piecesOf(text)].flatMap(this.namesIn))] : identifiersOf(text));

  readonly statementsIn = (text: string, role: 'user' | 'assistant'): readonly Statement[] =>
    (this.#of(text)[role] ??= statements(text, role));

  readonly wordsIn = (text: string): ReadonlyMap<string, number> =>
    (this.#of(text).words ??= text.length > PIECE ? together([...piecesOf(text)].map(this.wordsIn)) : wordsOf(text));

  #of(text: string): Read {
    const known = this.#current.get(text);
    if (known) return known;
    const read = this.#former.get(text) ?? {};
    this.#current.set(text, read);
    return read;
  }
}
