// Decides whether a prompt asks for the first value or the latest one. Pure.
import { ASKS_FOR_FIRST, ASKS_FOR_LATEST, PROMPT_CLAUSE_END, TELLS_WHEN } from './word-rules.ts';
import { namedBy, wordsOf } from './words.ts';

export interface AskedOrder {
  /** Prompt without words such as "first" and "latest", unless a text contains one. */
  readonly prompt: string;
  readonly order: 'first' | 'latest' | undefined;
}

/**
 * Finds the order that a prompt asks for. A word such as "first" asks for one only if its clause names something that
 * the texts tell: after the word or, at the end of the prompt, before it. "First of all" asks for none, nor does "first
 * tell me", nor a word that a text contains itself, as in "first name".
 * @param texts texts of the hits that may answer
 */
export function orderAsked(prompt: string, texts: readonly string[]): AskedOrder {
  const asked: { prompt: string; order: AskedOrder['order'] } = { prompt, order: undefined };
  for (const [order, asking] of [
    ['first', ASKS_FOR_FIRST],
    ['latest', ASKS_FOR_LATEST],
  ] as const) {
    const found = [...prompt.matchAll(asking)];
    if (found.length === 0 || texts.some((text) => text.search(asking) >= 0)) continue;
    asked.prompt = asked.prompt.replace(asking, ' ');
    const told = new Set(texts.flatMap((text) => wordsOf(text) ?? []));
    const isTold = (clause = ''): boolean => [...namedBy(clause).content].some((word) => told.has(word));
    const isMeant = found.some(({ 0: word, index }) => {
      const behind = prompt.slice(index + word.length);
      if (!/\p{L}/u.test(behind)) return isTold(prompt.slice(0, index).split(PROMPT_CLAUSE_END).at(-1));
      return !TELLS_WHEN.test(behind) && isTold(behind.split(PROMPT_CLAUSE_END, 1)[0]);
    });
    if (isMeant) asked.order ??= order;
  }
  return asked;
}
