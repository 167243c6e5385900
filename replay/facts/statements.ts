// Decisions, constraints and corrections that a user or an agent states in words, found by rules. docs/replay.md lists
// the rules and how often a reader agreed with them.
import { type ChatMessage, contentOf } from '../chat.ts';
import { wordsOf } from './plain-words.ts';

export type StatementKind = 'constraint' | 'decision' | 'correction' | 'figure';

export interface Statement {
  readonly kind: StatementKind;
  /** Index of the message that states it. */
  readonly at: number;
  readonly sentence: string;
  /** Words around the cue, as `plainWords` writes them. A request that contains them shows the statement. */
  readonly passage: string;
}

/**
 * The first rule that fits gives the kind. `of`: speakers that the rule applies to, because an agent's "must" mostly
 * explains and a user's demands. `not`: sentences that only look like the kind.
 */
const RULES: readonly {
  readonly kind: StatementKind;
  readonly of: 'user' | 'assistant' | 'both';
  readonly cue: RegExp;
  readonly not?: RegExp;
}[] = [
  {
    kind: 'correction',
    of: 'both',
    cue: /^(?:no,? |oh,? |sorry,? )?actually\b|\b(?:instead of|rather than|i meant|not what i|that(?:'s| is) (?:wrong|incorrect|not right)|my mistake|changed my mind|on second thought|apologi[sz]e for the (?:confusion|mistake|error|oversight))\b/i,
    not: /\b(?:issue|error)(?: message)? (?:mentions|indicates|describe[sd]|arises)\b|\bactually,? (?:before|i (?:need|have) (?:to (?:mention|ask)|a question))/i,
  },
  {
    kind: 'decision',
    of: 'user',
    cue: /\b(?:decided|i(?:'ll| will| would|'d) (?:go (?:with|for)|use|take|keep|choose|pick|prefer|rather)|let'?s|go(?:ing)? (?:ahead|with)|i prefer|i(?:'d| would)? (?:want|need|like) (?:to|it|them|the|a)\b|agreed|settled on)/i,
    not: /\b(?:like|want|need) to (?:know|ask|mention|speak|talk|understand|check)\b/i,
  },
  {
    kind: 'decision',
    of: 'assistant',
    cue: /\b(?:decided|(?:i|we)(?:'ll| will| should) (?:go with|keep|choose|use|assume)|let'?s (?:go with|use|keep|assume)|going with|opted for|settled on|(?:better|best|right) (?:approach|way|place|solution) (?:is|would be))\b/i,
    // The agent's next step is not a decision.
    not: /^if\b|\bcommands?\b|\bkeep (?:looking|searching|trying)\b|\bto (?:run|compile|execute|test|see|check|find|search|verify|open)\b/i,
  },
  {
    kind: 'constraint',
    of: 'user',
    cue: /\b(?:must|mustn't|never|always|only|do not|don'?t|cannot|can'?t|won'?t|no more than|at most|at least|no later than|not (?:before|after|later)|unless|make sure|without|budget|under \$)\b/i,
    not: /\b(?:do not|don'?t|cannot|can'?t) (?:have|know|remember|recall|see|believe|understand|find|think|mind)\b|\bmust be (?:something|some|a way)\b|\bno problem\b/i,
  },
  {
    kind: 'constraint',
    of: 'assistant',
    cue: /\b(?:(?:is|are) not (?:allowed|possible|permitted|eligible|available)|cannot be|can'?t be|non-?refundable|only (?:allowed|possible|available|be)|must not|must be|has to be|have to be|not eligible)\b/i,
    not: /\bcommands?\b|\bcannot be cast\b|\berror message\b/i,
  },
  {
    kind: 'figure',
    of: 'both',
    cue: /[$€£]\s?\d[\d,.]*|\b\d[\d,.]* ?(?:euros?|dollars?|usd|eur|%|percent)(?!\w)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b|\b\d{4}-\d{2}-\d{2}\b/i,
  },
];

const SHORTEST_WORDS = 5;
const LONGEST_WORDS = 60;
/** Length of a passage: more would not fit into a hit's snippet. */
const PASSAGE_WORDS = 16;
const BEFORE_CUE = 5;
/** Least share of letters and blanks: text with fewer is code or a table. */
const LEAST_LETTERS = 0.7;

/**
 * Returns every statement once per wording, where it is said first. The user's first message is left out: it is the
 * task, which any summary repeats in its own words.
 */
export function statementsOf(messages: readonly ChatMessage[]): Statement[] {
  const found = new Map<string, Statement>();
  const task = messages.findIndex(({ role }) => role === 'user');
  messages.forEach((message, at) => {
    const { role } = message;
    if (at <= task || (role !== 'user' && role !== 'assistant')) return;
    for (const sentence of prose(contentOf(message))) {
      const statement = stated(sentence, role, at);
      if (statement && !found.has(statement.passage)) found.set(statement.passage, statement);
    }
  });
  return [...found.values()];
}

function stated(sentence: string, role: 'user' | 'assistant', at: number): Statement | undefined {
  for (const { kind, of, cue, not } of RULES) {
    const match = of === 'both' || of === role ? cue.exec(sentence) : null;
    if (!match || not?.test(sentence)) continue;
    const before = wordsOf(sentence.slice(0, match.index)).length;
    const words = wordsOf(sentence);
    const start = Math.max(0, Math.min(before - BEFORE_CUE, words.length - PASSAGE_WORDS));
    return { kind, at, sentence, passage: words.slice(start, start + PASSAGE_WORDS).join(' ') };
  }
  return undefined;
}

/** Yields sentences of prose, without questions, headings, code and tables. */
function* prose(text: string): Generator<string> {
  const withoutCode = text.replaceAll(/```[\s\S]*?(?:```|$)/g, '\n');
  for (const line of withoutCode.split(/\n+/)) {
    for (const part of line.split(/(?<=[.!?。！？])\s+/)) {
      const sentence = part.replace(/^(?:[\s#>*+-]+|\s*\d{1,3}[.)]\s+)+/, '').trim();
      const words = wordsOf(sentence).length;
      if (words < SHORTEST_WORDS || words > LONGEST_WORDS || /[?？:：]$/.test(sentence)) continue;
      const letters = sentence.match(/[\p{L}\s]/gu)?.length ?? 0;
      if (letters >= LEAST_LETTERS * sentence.length) yield sentence;
    }
  }
}
