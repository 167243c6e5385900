// Facts that each model call of a run needs, with the question for each.
import { contentOf, modelCalls, type Run } from '../chat.ts';
import { neededLiterals } from './literals.ts';
import { type Asking, questionForLiteral, questionForStatement } from './question.ts';
import { statementsOf } from './statements.ts';

export interface Fact {
  readonly kind: 'literal' | 'statement';
  /** Text that a request must contain: a literal verbatim, or the words around the cue of a statement. */
  readonly text: string;
  /** Index of the recorded message that said it first. */
  readonly said: number;
}

export interface Need {
  readonly fact: Fact;
  /** Empty where nothing is left to ask with. */
  readonly question: string;
}

/**
 * Returns needs by the index of the model call. The call that uses a literal needs it. A statement holds for the rest
 * of its run: the last call needs it, and the call halfway to that one.
 */
export function needsOf(run: Run, asking: Asking): Map<number, Need[]> {
  const calls = modelCalls(run.messages);
  const needs = new Map<number, Need[]>(calls.map((at) => [at, []]));
  const known = new Map<string, Fact>();
  const literal = (text: string): Fact => {
    const said = run.messages.findIndex((message) => message.role !== 'assistant' && contentOf(message).includes(text));
    const fact = known.get(text) ?? { kind: 'literal', text, said };
    known.set(text, fact);
    return fact;
  };
  for (const at of calls) {
    for (const one of neededLiterals(run, at)) {
      needs.get(at)?.push({
        fact: literal(one.literal),
        question: questionForLiteral(one, run.messages, at, asking),
      });
    }
  }
  for (const statement of statementsOf(run.messages)) {
    const later = calls.filter((at) => at > statement.at);
    const fact: Fact = { kind: 'statement', text: statement.passage, said: statement.at };
    for (const at of new Set([later[Math.floor((later.length - 1) / 2)], later.at(-1)])) {
      if (at === undefined) continue;
      needs.get(at)?.push({ fact, question: questionForStatement(statement, run.messages, at, asking) });
    }
  }
  return needs;
}
