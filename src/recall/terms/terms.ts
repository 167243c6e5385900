// Text → terms → 32-bit ids. Pure; the kernel sees the ids only.
import { eachRun, widthAt } from './character-runs.ts';
import { CLOSING, LANGUAGES, MARK, PAIRED_CHARACTER, QUESTION_MARK } from './term-rules.ts';

const IDENTIFIER = /[a-z][A-Z]|_/;
/** UTF-16 units. A longer run is no word: it is not stemmed, and an identifier yields its parts only. */
const LONGEST_WORD = 40;

/**
 * The terms of a text, in order and with repeats.
 * - Scripts without blanks yield every character and every pair of neighbours: a pair is more specific, and a single
 *   character finds what a pair misses.
 * - `camelCase` and `snake_case` yield their parts, and the whole if it has at most 40 UTF-16 units.
 * - Terms are NFKC without case. Contractions lose their end, stop words are dropped, irregular forms become their base,
 *   and other words are stemmed (English: Porter 1980). Numbers stay.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  const plain = text.normalize('NFKC');
  eachRun(plain, (start, end, isPaired) => {
    const run = plain.slice(start, end);
    if (isPaired) pushCharactersAndPairs(run, found);
    else for (const term of wordTerms(run)) found.push(term);
  });
  return found;
}

/**
 * FNV-1a, 32 bit, over UTF-16 units. Collisions changed no ranking in the sets that were measured. The lowest bit is 1
 * for a pair of characters. A pair raises the score, but the kernel does not count it when it measures which share of a
 * prompt a text contains, because its two characters are terms too.
 */
export function termId(term: string): number {
  const hash = fnv1a(FNV_OFFSET_BASIS, term, 0, term.length);
  return PAIR.test(term) ? odd(hash) : even(hash);
}

/** Whether the id is that of a pair of characters, which are terms themselves. */
export const isPair = (id: number): boolean => (id & 1) === 1;

/** `termId` of each of the `terms`, without building the terms. */
export function termIds(text: string): Uint32Array {
  const found: number[] = [];
  eachTermId(text.normalize('NFKC'), (id) => found.push(id));
  return new Uint32Array(found);
}

/**
 * Visits the ids in order, each with the offsets of its word or character; a pair has those of its second character. The
 * offsets are those of the text before NFKC. Characters that only NFKC splits into words, such as `℃`, yield no id here.
 */
export function eachTermId(text: string, visit: (id: number, start: number, end: number) => void): void {
  eachRun(text, (start, end, isPaired) => {
    const run = text.slice(start, end);
    if (!isPaired) {
      for (const id of wordIds(run)) visit(id, start, end);
      return;
    }
    const plain = run.normalize('NFKC');
    if (plain === run) eachCharacterAndPairId(text, start, end, visit);
    else eachCharacterAndPairId(plain, 0, plain.length, (id) => visit(id, start, end));
  });
}

/**
 * Whether a text only asks: it ends in a question mark, optionally followed by blanks, closing quotes or brackets, or a
 * `[remark]`. Recall ranks questions below statements, because they rarely answer a prompt.
 */
export function isQuestion(text: string): boolean {
  const said = text.trimEnd();
  const remark = said.endsWith(']') ? said.lastIndexOf('[') : -1;
  return endsInQuestionMark(said) || (remark >= 0 && endsInQuestionMark(said.slice(0, remark)));
}

function endsInQuestionMark(text: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && CLOSING.test(text.charAt(last))) last--;
  return QUESTION_MARK.test(text.charAt(last));
}

/** Upper case first: it joins spellings that lower case keeps apart, such as `ß` and `SS`. */
const withoutCase = (word: string): string => word.toUpperCase().toLowerCase();

function wordTerms(run: string): string[] {
  const found: string[] = [];
  const language = LANGUAGES.find(({ letters }) => letters.test(run));
  const push = (word: string): void => {
    if (word === '' || language?.stopWords.has(word)) return;
    const base = language?.irregular.get(word) ?? word;
    found.push(language && base.length <= LONGEST_WORD ? language.stem(base) : base);
  };
  const word = run.normalize('NFKC').replaceAll('’', "'");
  // Whole words first: without its contraction, "can't" would leave the term "ca".
  if (language?.stopWords.has(withoutCase(word))) return found;
  for (const piece of (language ? word.replace(language.contraction, '') : word).split("'")) {
    if (!IDENTIFIER.test(piece)) {
      push(withoutCase(piece));
      continue;
    }
    const parts = piece
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .split('_')
      .filter(Boolean)
      .map(withoutCase);
    for (const part of parts) push(part);
    if (parts.length > 1 && piece.length <= LONGEST_WORD) found.push(withoutCase(piece));
  }
  return found;
}

/** Every character of a run and every pair of neighbours, in order. */
export function pushCharactersAndPairs(run: string, found: string[]): void {
  let before = '';
  for (const character of run) {
    found.push(character);
    if (before !== '') found.push(before + character);
    before = character;
  }
}

/** Two characters of a paired script, or one with a mark. A word never begins like this. */
const PAIR = new RegExp(`^(?:${PAIRED_CHARACTER.source}|${MARK.source}){2}$`, 'u');

const FNV_OFFSET_BASIS = 0x811c9dc5;

const even = (hash: number): number => (hash & ~1) >>> 0;
const odd = (hash: number): number => (hash | 1) >>> 0;

function fnv1a(hash: number, text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The ids of `pushCharactersAndPairs`; the hash of a pair continues that of its first character. */
function eachCharacterAndPairId(
  text: string,
  start: number,
  end: number,
  visit: (id: number, at: number, next: number) => void,
): void {
  let before = 0;
  for (let at = start; at < end;) {
    const next = at + widthAt(text, at);
    const hash = fnv1a(FNV_OFFSET_BASIS, text, at, next);
    visit(even(hash), at, next);
    if (at > start) visit(odd(fnv1a(before, text, at, next)), at, next);
    before = hash;
    at = next;
  }
}

/** Texts repeat their words. The cache is emptied when full: an LRU order would cost more than it saves. */
const idsOfWord = new Map<string, readonly number[]>();
const MOST_WORDS = 8192;

function wordIds(run: string): readonly number[] {
  const known = idsOfWord.get(run);
  if (known !== undefined) return known;
  const ids = wordTerms(run).map(termId);
  if (run.length > LONGEST_WORD) return ids;
  if (idsOfWord.size === MOST_WORDS) idsOfWord.clear();
  // A slice keeps its whole text in memory (V8 shares the buffer), so the key is a slice of a short copy.
  idsOfWord.set(`${run} `.slice(0, -1), ids);
  return ids;
}
