// A word → its terms. Pure.
import { ENGLISH } from './english.ts';
import { folded } from './folding.ts';
import { INFIXED_LETTER, LATIN_LETTER } from './term-rules.ts';
import type { Latin } from './latin.ts';

/** Suffix of a term that is a part of another one, which accompanies it. */
export const PART = '+';
/** Suffix of a term that is the spelling with marks of a word; the word without them accompanies it. */
export const SPELLING = '~';

/** Whether a term stands for a whole word. */
export const isWord = (term: string): boolean => !term.endsWith(PART) && !term.endsWith(SPELLING);

const IDENTIFIER = /[a-z][A-Z]|[A-Z]{3}[a-z]{2}|_/;
/** Boundary of parts, also between an abbreviation and a word, as in `HTTPServer`; `PDFs` is one word. */
const BETWEEN_PARTS = /_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z]{2})(?=[A-Z][a-z]{2})/;
const LETTER_FIRST = /^\p{L}/u;
/** UTF-16 units. A longer run is not a word: it is not reduced, and an identifier yields its parts only. */
export const LONGEST_WORD = 40;
/**
 * Lengths of the beginnings that stand for a word, whatever its ending. The shorter one finds most forms, the longer
 * one orders them; together they rank within half a point of a stemmer for the language.
 */
const BEGINNING = 4;
const LONGER_BEGINNING = 6;
/** Length of the pieces of a word that is inflected at its ends and inside. */
const PIECE = 3;

/**
 * Returns the terms of a word, in lower case, without its marks:
 * - for an English word, its stem (Porter 1980) or its irregular base, unless it is a stop word;
 * - for another word, its first four letters and, as parts, its first six and the whole; for an Arabic or Hebrew word,
 *   the whole and, as parts, every three letters;
 * - for `camelCase` and `snake_case`, the terms of their parts, and the whole if it has at most 40 UTF-16 units;
 * - for a Latin word with marks, also its spelling. Numbers stay.
 *
 * @param latin whether a word in Latin letters is English
 */
export function wordTerms(run: string, latin: Latin): string[] {
  const word = run.normalize('NFKC').replaceAll('’', "'");
  // Whole words first: without its contraction, "can't" would leave the term "ca".
  if (ENGLISH.stopWords.has(withoutCase(word))) return [];
  const found: string[] = [];
  for (const piece of (ENGLISH.letters.test(word) ? word.replace(ENGLISH.contraction, '') : word).split("'")) {
    const parts = IDENTIFIER.test(piece) ? piece.split(BETWEEN_PARTS).filter(Boolean) : [piece];
    for (const part of parts) found.push(...reducedTerms(part, latin));
    if (parts.length > 1 && piece.length <= LONGEST_WORD) found.push(withoutCase(piece));
  }
  return found;
}

/** Lower-cases via upper case, which joins spellings that lower case keeps apart, such as `ß` and `SS`. */
const withoutCase = (word: string): string => word.toUpperCase().toLowerCase();

/** Returns the terms of a word that is one piece: neither contracted nor an identifier. */
export function reducedTerms(piece: string, latin: Latin): string[] {
  const word = withoutCase(piece);
  if (word === '' || ENGLISH.stopWords.has(word)) return [];
  const plain = folded(word);
  const isLatin = LATIN_LETTER.test(plain);
  const found = formsOf(plain, isLatin && latin === 'english');
  if (isLatin && plain !== word) found.push(word + SPELLING);
  return found;
}

function formsOf(word: string, isEnglish: boolean): string[] {
  if (word.length > LONGEST_WORD || !LETTER_FIRST.test(word)) return [word];
  if (isEnglish) return [ENGLISH.stem(ENGLISH.irregular.get(word) ?? word)];
  return INFIXED_LETTER.test(word) ? piecesOf(word) : beginningsOf(word);
}

/**
 * Returns the beginnings of a word. The shortest is the term that counts: a text holds the word if it holds a form of
 * it.
 */
function beginningsOf(word: string): string[] {
  const found = [word.slice(0, BEGINNING)];
  if (word.length > LONGER_BEGINNING) found.push(word.slice(0, LONGER_BEGINNING) + PART);
  if (word.length > BEGINNING) found.push(word + PART);
  return found;
}

function piecesOf(word: string): string[] {
  const found = [word];
  if (word.length > PIECE) for (let at = PIECE; at <= word.length; at++) found.push(word.slice(at - PIECE, at) + PART);
  return found;
}
