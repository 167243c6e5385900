// Splits a text into pages of numbered lines.

export interface Page {
  /** Numbered lines; empty when `from` is past the end. */
  readonly text: string;
  /** First and last line of the page, from 1. */
  readonly first: number;
  readonly last: number;
  /** Beginning of the next page, both from 1; absent on the last page. */
  readonly next?: { readonly line: number; readonly character: number };
}

export interface PageRequest {
  /** First line of the page, from 1. */
  readonly fromLine: number;
  /** Beginning of the page in its first line, from 1; for lines longer than a page. */
  readonly fromCharacter?: number;
  /** Limit of lines. */
  readonly lines: number;
  /** Limit of UTF-16 units; a longer line is cut. */
  readonly characters: number;
}

const NUMBER_WIDTH = 6;

export const numberedLine = (number: number, line: string): string =>
  `${String(number).padStart(NUMBER_WIDTH)}\t${line}`;

export function paginate(
  all: readonly string[],
  { fromLine, fromCharacter = 1, lines, characters }: PageRequest,
): Page {
  const shown: string[] = [];
  let room = characters;
  let next: Page['next'];
  for (let line = fromLine; line <= all.length && !next; line++) {
    const start = line === fromLine ? fromCharacter - 1 : 0;
    const rest = (all[line - 1] ?? '').slice(start);
    if (shown.length === lines || (shown.length > 0 && rest.length > room)) {
      next = { line, character: start + 1 };
      break;
    }
    const part = rest.length > room ? rest.slice(0, lengthWithoutHalfPair(rest, room)) : rest;
    shown.push(numberedLine(line, part));
    if (part.length < rest.length) next = { line, character: start + part.length + 1 };
    room -= part.length + 1;
  }
  return { text: shown.join('\n'), first: fromLine, last: fromLine + shown.length - 1, ...(next && { next }) };
}

/** Returns the length, or one less where it would split a surrogate pair. */
const lengthWithoutHalfPair = (text: string, length: number): number =>
  /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length;
