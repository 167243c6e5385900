// Splits text into runs of characters that form words. Pure.
import { APOSTROPHE, CLUSTERED_CHARACTER, MARK, PAIRED_CHARACTER, WORD_CHARACTER } from './term-rules.ts';

/** @param kind `word`: divided by blanks; otherwise terms are characters, or clusters, and their neighbours */
export type VisitRun = (start: number, end: number, kind: RunKind) => void;
export type RunKind = 'word' | 'characters' | 'clusters';

const SEPARATOR = 1;
const WORD = 2;
const CHARACTERS = 3;
const CLUSTERS = 4;
const JOINING = 5;
const JOINING_WORDS = 6;
const KINDS: readonly RunKind[] = ['word', 'word', 'word', 'characters', 'clusters'];

/**
 * Kind of each UTF-16 unit, 0 = not known yet: the regular expressions test each unit once, not once per occurrence.
 * 64 kB; characters beyond are rare enough to be tested every time, and are not cached.
 */
const kinds = new Uint8Array(0x10000);

/**
 * Visits every run in order: a word with the apostrophes inside it, or neighbouring characters of a paired script. A run
 * ends where a word meets a paired script.
 */
export function eachRun(text: string, visit: VisitRun): void {
  let start = 0;
  let running = SEPARATOR;
  for (let at = 0; at < text.length; at += widthAt(text, at)) {
    let kind = kindAt(text, at);
    // A mark belongs to the character it stands on; an apostrophe joins only between two parts of a word.
    if (kind === JOINING) kind = running;
    else if (kind === JOINING_WORDS) kind = running === WORD && kindAt(text, at + 1) === WORD ? WORD : SEPARATOR;
    if (kind === running) continue;
    if (running !== SEPARATOR) visit(start, at, KINDS[running] as RunKind);
    start = at;
    running = kind;
  }
  if (running !== SEPARATOR) visit(start, text.length, KINDS[running] as RunKind);
}

/**
 * Returns the UTF-16 units of the character at an offset: 2 for a surrogate pair, otherwise 1, also for a lone
 * surrogate.
 */
export const widthAt = (text: string, at: number): number => ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);

/** Returns the end of the character at an offset, or of the cluster of a letter and its marks. */
export function unitEnd(text: string, at: number, kind: Exclude<RunKind, 'word'>): number {
  let end = at + widthAt(text, at);
  if (kind === 'characters') return end;
  while (end < text.length && kindAt(text, end) === JOINING) end += widthAt(text, end);
  return end;
}

function kindAt(text: string, at: number): number {
  const point = text.codePointAt(at) ?? 0;
  return kinds[point] || (kinds[point] = kindOf(String.fromCodePoint(point)));
}

function kindOf(character: string): number {
  if (WORD_CHARACTER.test(character)) {
    if (CLUSTERED_CHARACTER.test(character)) return CLUSTERS;
    return PAIRED_CHARACTER.test(character) ? CHARACTERS : WORD;
  }
  if (MARK.test(character)) return JOINING;
  return APOSTROPHE.test(character) ? JOINING_WORDS : SEPARATOR;
}
