// Facts that an answer of a transcript needed from earlier messages: a number, a name or an address that was said
// before and that the question did not repeat. Pure.
import type { ChatMessage } from '../../brain/brain.ts';
import { messageText } from '../message-text.ts';

export interface Need {
  /** The fact in the words in which it was said. */
  readonly fact: string;
  /** Indexes in the transcript: where it was first said · the answer that needs it. */
  readonly saidAt: number;
  readonly neededAt: number;
  /** The user's question. */
  readonly question: string;
}

/** Matches a word with a digit, an address, a name in camel case or within a sentence, and a title in 《》. */
const TELLING =
  /[\p{L}\p{N}][\p{L}\p{N}_./:@#-]*\p{N}[\p{L}\p{N}_./:@#-]*|[\w.+-]+@[\w-]+\.\w+|\b[a-z]+[A-Z]\w+|(?<=\p{Ll}[,;]? )\p{Lu}\p{L}{3,}|《[^》]{1,30}》/gu;
const SHORTEST = 3;

function* factsOf(text: string): Generator<string> {
  for (const [found] of text.matchAll(TELLING)) {
    const fact = found.replace(/[./:#-]+$/, '');
    if (fact.length >= SHORTEST) yield fact;
  }
}

/** Returns one need for each fact: the last answer that needs it, at least one turn after it was first said. */
export function needsOf(list: readonly ChatMessage[]): Need[] {
  const texts = list.map(messageText);
  const said = new Map<string, number>();
  const needs = new Map<string, Need>();
  let turn = 0;
  let question = '';
  for (const [at, { role }] of list.entries()) {
    const text = texts[at] ?? '';
    if (role === 'user') [turn, question] = [at, text];
    const facts = new Set(factsOf(text));
    if (role === 'assistant') {
      const ofThisTurn = texts.slice(turn, at).join('\n');
      for (const fact of facts) {
        const saidAt = said.get(fact);
        if (saidAt === undefined || saidAt >= turn || ofThisTurn.includes(fact)) continue;
        needs.set(fact, { fact, saidAt, neededAt: at, question });
      }
    }
    for (const fact of facts) if (!said.has(fact)) said.set(fact, at);
  }
  return [...needs.values()].sort((one, other) => one.neededAt - other.neededAt || one.saidAt - other.saidAt);
}
