// Text → terms → 32-bit ids. Pure; the kernel sees the ids only.
import { eachRun, widthAt } from './character-runs.ts';
import { CLOSING, LANGUAGES, MARK, PAIRED_CHARACTER, QUESTION_MARK } from './term-rules.ts';

const IDENTIFIER = /[a-z][A-Z]|_/;
/** UTF-16 units. What is longer is no word: it keeps its form, and an identifier gives its parts alone. */
const LONGEST_WORD = 40;

/**
 * The terms of a text, in order and with repeats.
 * - Scripts without blanks give every character and every pair of neighbours.
 * - `camelCase` and `snake_case` give their parts and the whole, if that has at most 40 characters.
 * - Everything is NFKC without case; contractions lose their end, stop words go, irregular forms give their base, and
 *   the rest is stemmed (English: Porter 1980). Numbers stay.
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
 * for a pair of characters: what it says its two characters say too, so it scores, but does not count in the kernel's
 * measure of how much of a prompt a text holds.
 */
export function termId(term: string): number {
  const hash = hashOn(FIRST_HASH, term, 0, term.length);
  return PAIR.test(term) ? odd(hash) : even(hash);
}

/** `termId` of each of the `terms`. */
export function termIds(text: string): Uint32Array {
  const found: number[] = [];
  eachTermId(text.normalize('NFKC'), (id) => found.push(id));
  return new Uint32Array(found);
}

/**
 * Visits the ids in order, each with the place of its word, or of its character: a pair stands where its second one does.
 * The places are those in the text as it is; of what only NFKC takes apart, as `℃`, no id is found.
 */
export function eachTermId(text: string, visit: (id: number, start: number, end: number) => void): void {
  eachRun(text, (start, end, isPaired) => {
    const run = text.slice(start, end);
    if (!isPaired) {
      for (const id of wordIds(run)) visit(id, start, end);
      return;
    }
    const plain = run.normalize('NFKC');
    if (plain === run) eachPairId(text, start, end, visit);
    else eachPairId(plain, 0, plain.length, (id) => visit(id, start, end));
  });
}

/** Whether a text only asks: it ends in a question mark, but for blanks, closing quotes and brackets, a `[remark]`. */
export function isQuestion(text: string): boolean {
  const said = text.trimEnd();
  const remark = said.endsWith(']') ? said.lastIndexOf('[') : -1;
  return asks(said) || (remark >= 0 && asks(said.slice(0, remark)));
}

function asks(text: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && CLOSING.test(text.charAt(last))) last--;
  return QUESTION_MARK.test(text.charAt(last));
}

/** Both ways, for case has more than two sides: `ß` and `SS`. */
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

function pushCharactersAndPairs(run: string, found: string[]): void {
  let before = '';
  for (const character of run) {
    found.push(character);
    if (before !== '') found.push(before + character);
    before = character;
  }
}

/** A word never begins like this. */
const PAIR = new RegExp(`^(?:${PAIRED_CHARACTER.source}|${MARK.source}){2}$`, 'u');

const FIRST_HASH = 0x811c9dc5;

const even = (hash: number): number => (hash & ~1) >>> 0;
const odd = (hash: number): number => (hash | 1) >>> 0;

function hashOn(hash: number, text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** What `pushCharactersAndPairs` finds, hashed: a pair goes on from the hash of its first character. */
function eachPairId(
  text: string,
  start: number,
  end: number,
  visit: (id: number, at: number, next: number) => void,
): void {
  let before = 0;
  for (let at = start; at < end;) {
    const next = at + widthAt(text, at);
    const hash = hashOn(FIRST_HASH, text, at, next);
    visit(even(hash), at, next);
    if (at > start) visit(odd(hashOn(before, text, at, next)), at, next);
    before = hash;
    at = next;
  }
}

/** Texts repeat their words. Emptied when it is full, which costs less than to know what is worth keeping. */
const idsOfWord = new Map<string, readonly number[]>();
const MOST_WORDS = 8192;

function wordIds(run: string): readonly number[] {
  const known = idsOfWord.get(run);
  if (known !== undefined) return known;
  const ids = wordTerms(run).map(termId);
  if (run.length > LONGEST_WORD) return ids;
  if (idsOfWord.size === MOST_WORDS) idsOfWord.clear();
  // A slice would keep the text that it is from alive; this is a slice of a copy.
  idsOfWord.set(`${run} `.slice(0, -1), ids);
  return ids;
}
