// Text → terms → 32-bit ids. Pure; the kernel sees the ids only.
import { eachRun, widthAt } from './runs.ts';
import { CLOSING, LANGUAGES, QUESTION_MARK } from './term-rules.ts';

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

/** FNV-1a, 32 bit, over UTF-16 units. Collisions changed no ranking in the sets that were measured. */
export const termId = (term: string): number => hashOn(FIRST_HASH, term, 0, term.length) >>> 0;

/** `termId` of each of the `terms`; no term is made where a word comes again. */
export function termIds(text: string): Uint32Array {
  const found: number[] = [];
  const plain = text.normalize('NFKC');
  eachRun(plain, (start, end, isPaired) => {
    if (isPaired) pushPairIds(plain, start, end, found);
    else for (const id of wordIds(plain.slice(start, end))) found.push(id);
  });
  return new Uint32Array(found);
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
  const word = run.replaceAll('’', "'");
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

const FIRST_HASH = 0x811c9dc5;

function hashOn(hash: number, text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** What `pushCharactersAndPairs` finds, hashed: a pair goes on from the hash of its first character. */
function pushPairIds(text: string, start: number, end: number, found: number[]): void {
  let before = 0;
  for (let at = start; at < end;) {
    const next = at + widthAt(text, at);
    const id = hashOn(FIRST_HASH, text, at, next);
    found.push(id);
    if (at > start) found.push(hashOn(before, text, at, next));
    before = id;
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
