// What a summary takes from texts. Each is read once: every compaction sums up all that is hidden, old and new, and a list
// of thousands of messages can be read before the plan, which never waits. Pure. Apart from the rest of the context
// engine, because a page loads it only when something is to be hidden.
import type { History } from '../view/history.ts';
import type { Range, Retention } from '../compaction/compaction.ts';
import { extractiveSummary, type HiddenMessage, retentionOf, type Statement, statements } from './extract.ts';
import { type IdentifierLedger, type IdentifierRequest, identifierLedger, identifiersOf } from './identifiers.ts';
import type { Period } from '../words/wording.ts';
import { periodsOf, wordsOf } from './periods.ts';
import type { TextReading } from './text-reading.ts';

interface Read {
  names?: readonly string[];
  statements?: readonly Statement[];
  words?: ReadonlyMap<string, number>;
}

export class ReadTexts implements TextReading {
  #former = new Map<string, Read>();
  #current = new Map<string, Read>();

  turn(): void {
    this.#former = this.#current;
    this.#current = new Map();
  }

  names(request: Omit<IdentifierRequest, 'namesOf'>): IdentifierLedger {
    return identifierLedger({ ...request, namesOf: this.namesIn });
  }

  said(hidden: readonly HiddenMessage[], room: { maxTokens: number; count: (text: string) => number }): string {
    return extractiveSummary(hidden, { ...room, statementsOf: this.statementsIn });
  }

  retention(hidden: readonly string[], visible: string): Retention {
    return retentionOf(hidden, visible, this.namesIn);
  }

  periods(history: History, ranges: readonly Range[]): Period[] {
    return periodsOf(history, ranges, this.wordsIn);
  }

  readonly namesIn = (text: string): readonly string[] => (this.#of('', text).names ??= identifiersOf(text));

  readonly statementsIn = (text: string, role: 'user' | 'assistant'): readonly Statement[] =>
    (this.#of(role, text).statements ??= statements(text, role));

  readonly wordsIn = (text: string): ReadonlyMap<string, number> => (this.#of('', text).words ??= wordsOf(text));

  #of(role: string, text: string): Read {
    const key = role + text;
    const read = this.#current.get(key) ?? this.#former.get(key) ?? {};
    this.#current.set(key, read);
    return read;
  }
}
