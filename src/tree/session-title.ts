// The name of a session in a list: the title from the app, or the beginning of its first message. Pure.
import { invalidInput, kindOf } from '../errors.ts';
import { snippet } from '../recall/snippets.ts';

/** UTF-16 units. */
export const LONGEST_TITLE = 200;
const LONGEST_OPENING = 60;

/** Returns at most 60 UTF-16 units of the beginning, on one line, cut at a word if possible, with `…` at the cut. */
export const firstWords = (text: string): string =>
  // The rest of a long text cannot come into view.
  snippet(text.trimStart().slice(0, 8 * LONGEST_OPENING), '', { length: LONGEST_OPENING }).text;

/** Returns the title on one line. @throws invalid-input */
export function checkTitle(title: unknown): string {
  const line = typeof title === 'string' ? snippet(title, '', { length: Infinity }).text : '';
  if (line === '' || line.length > LONGEST_TITLE)
    throw invalidInput('title', `a text of 1 to ${LONGEST_TITLE} characters`, kindOf(title));
  return line;
}
