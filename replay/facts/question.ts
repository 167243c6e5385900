// Questions that an agent would ask its memory for a fact out of view. A question contains nothing of the fact itself.
import { type ChatMessage, contentOf } from '../chat.ts';
import type { Literal } from './literals.ts';
import { wordsOf } from './plain-words.ts';
import type { Statement, StatementKind } from './statements.ts';

/** Source of a question's words: tool, argument and last user message, or the agent's own thought. */
export type Asking = 'by-argument' | 'by-thought';

/** Most words of a question: models write short queries. */
const LONGEST = 50;
const SHORTEST_PART = 2;

const ABOUT: Record<StatementKind, string> = {
  constraint: 'constraints: what is not allowed, what must hold',
  decision: 'what was decided or asked for',
  correction: 'what was corrected',
  figure: 'amounts and dates',
};

/** Returns the question for a literal; empty where nothing is left to ask with. */
export function questionForLiteral(
  { literal, tool, argument }: Literal,
  messages: readonly ChatMessage[],
  at: number,
  asking: Asking,
): string {
  const parts = new Set(partsOf(literal));
  const without = (text: string): string =>
    cut(pieces(text).filter((word) => !partsOf(word).some((one) => parts.has(one))));
  const thought = asking === 'by-thought' ? without(thoughtAt(messages, at)) : '';
  return thought === '' ? without(`${tool} ${argument} ${lastUserMessage(messages, at)}`) : thought;
}

/**
 * Returns a question about the kind of statement and the agent's next action, without two consecutive words of the
 * statement.
 */
export function questionForStatement(
  { kind, sentence }: Pick<Statement, 'kind' | 'sentence'>,
  messages: readonly ChatMessage[],
  at: number,
  asking: Asking,
): string {
  const said = ` ${wordsOf(sentence).join(' ')} `;
  const thought = asking === 'by-thought' ? thoughtAt(messages, at) : '';
  const matter = thought || `${namesInCalls(messages[at])} ${lastUserMessage(messages, at)}`;
  const words = pieces(`${ABOUT[kind]} ${matter}`);
  const isSaid = (one: string, next: string | undefined): boolean =>
    next !== undefined && said.includes(` ${wordsOf(`${one} ${next}`).join(' ')} `);
  const isFigure = (word: string): boolean => /\d/.test(word) && said.includes(` ${word.toLowerCase()} `);
  return cut(
    words.filter(
      (word, place) => !isSaid(word, words[place + 1]) && !isSaid(words[place - 1] ?? '', word) && !isFigure(word),
    ),
  );
}

/** Returns the names of tools and arguments, without the values. */
function namesInCalls(message: ChatMessage | undefined): string {
  const fields = (message?.tool_calls ?? []).flatMap((call) => [
    call.function.name,
    ...[...call.function.arguments.matchAll(/"(\w+)"\s*:/g)].map(([, name]) => name),
  ]);
  return [...new Set(fields)].join(' ').replaceAll('_', ' ');
}

/** Returns the words and numbers of a text in lower case, also those inside of camel case and paths. */
function partsOf(text: string): string[] {
  const runs = pieces(text);
  const humps = runs.flatMap((run) => run.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []);
  return [...runs, ...humps].map((part) => part.toLowerCase()).filter((part) => part.length >= SHORTEST_PART);
}

const pieces = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const cut = (words: readonly string[]): string => words.slice(0, LONGEST).join(' ');

const thoughtAt = (messages: readonly ChatMessage[], at: number): string =>
  messages[at] ? contentOf(messages[at]).trim() : '';

function lastUserMessage(messages: readonly ChatMessage[], at: number): string {
  const last = messages
    .slice(0, at)
    .filter(({ role }) => role === 'user')
    .at(-1);
  return last ? contentOf(last) : '';
}
