// Text → terms → 32-bit ids. Pure; the kernel sees only the ids.
import { eachRun, type RunKind, unitEnd } from './character-runs.ts';
import { CLOSING, QUESTION_MARK } from './term-rules.ts';
import type { Latin } from './latin.ts';
import { isWord, LONGEST_WORD, PART, wordTerms } from './word-terms.ts';

/**
 * Returns the text in Unicode NFKC, a long one cut off at about twice its length: NFKC writes up to 18 characters for
 * one (ﷺ), and a text of nothing else would be cheap to send and expensive to read.
 */
export const compatible = (text: string): string => text.normalize('NFKC').slice(0, 2 * text.length + 64);

/**
 * Returns the terms of a text, in order and with repeats.
 * - Scripts without blanks, and Hangul, yield every character and every two neighbours; scripts in which marks stand on
 *   letters every cluster, and every two and three neighbours. Longer terms are more specific, and a single character
 *   finds what they miss.
 * - All others yield words: see `wordTerms`; `e-mail` also yields those of `email`.
 *
 * @param latin the rules for words in Latin letters
 */
export function terms(text: string, latin: Latin = 'english'): string[] {
  const found: string[] = [];
  const plain = compatible(text);
  eachWriting(plain, (run, kind) => {
    if (kind === 'word') found.push(...wordTerms(run, latin));
    else pushNeighbours(run, kind, found);
  });
  return found;
}

const HYPHENS = '-‐‑';
/**
 * First part of a word that many write without its hyphen. After a longer one, two parts are seldom one word, except in
 * code.
 */
const FIRST_PART = /^\p{L}[\p{L}\p{M}\p{N}]{0,5}$/u;

/**
 * Visits every run and, after the second part of `e-mail`, `email` at the place of both: people write one for the
 * other.
 */
export function eachWriting(
  text: string,
  visit: (run: string, kind: RunKind, start: number, end: number) => void,
): void {
  let word = Infinity;
  eachRun(text, (start, end, kind) => {
    const run = text.slice(start, end);
    visit(run, kind, start, end);
    const isWord = kind === 'word';
    if (isWord && HYPHENS.includes(text.charAt(start - 1))) {
      const first = text.slice(word, start - 1);
      if (FIRST_PART.test(first)) visit((first + run).toLowerCase(), kind, word, end);
    }
    word = isWord ? start : Infinity;
  });
}

/**
 * Hashes a term with FNV-1a, 32 bit, over UTF-16 units. Collisions changed no ranking in the measured sets. The lowest
 * bit is 1 for a part or a spelling. Both raise the score, but the kernel ignores them when it measures which share of
 * a prompt a text contains, because the word they accompany is a term, too. The bit above it is 1 for a spelling, which
 * counts less.
 */
export function termId(term: string): number {
  const stands = isWord(term);
  const hash = fnv1a(FNV_OFFSET_BASIS, term, 0, term.length - (stands ? 0 : 1));
  if (stands) return even(hash);
  return term.endsWith(PART) ? odd(hash) : (hash | 3) >>> 0;
}

/** Returns `termId` of each of the `terms`, without building the terms. */
export function termIds(text: string, latin: Latin = 'english'): Uint32Array {
  const found: number[] = [];
  eachTermId(compatible(text), latin, (id) => found.push(id));
  return new Uint32Array(found);
}

/**
 * Visits the ids in order, each with the offsets of its word or character; several neighbours have the offsets of the
 * last one. Offsets refer to the text before NFKC. Characters that only NFKC splits into words, such as `℃`, yield no
 * id here.
 */
export function eachTermId(text: string, latin: Latin, visit: (id: number, start: number, end: number) => void): void {
  eachWriting(text, (run, kind, start, end) => {
    if (kind === 'word') {
      for (const id of wordIds(run, latin)) visit(id, start, end);
      return;
    }
    const plain = run.normalize('NFKC');
    if (plain === run) eachNeighbourId(text, start, end, kind, visit);
    else eachNeighbourId(plain, 0, plain.length, kind, (id) => visit(id, start, end));
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

/** Adds every character or cluster of a run, each followed by the neighbours that end with it, the shortest first. */
export function pushNeighbours(run: string, kind: Exclude<RunKind, 'word'>, found: string[]): void {
  let ending: string[] = [];
  for (let at = 0; at < run.length;) {
    const next = unitEnd(run, at, kind);
    const unit = run.slice(at, next);
    ending = [unit, ...ending.slice(0, kind === 'clusters' ? 2 : 1).map((before) => before + unit)];
    ending.forEach((term, before) => found.push(before === 0 ? term : term + PART));
    at = next;
  }
}

const FNV_OFFSET_BASIS = 0x811c9dc5;

const even = (hash: number): number => (hash & ~1) >>> 0;
const odd = (hash: number): number => ((hash & ~2) | 1) >>> 0;

function fnv1a(hash: number, text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Visits the ids of `pushNeighbours`: the hash of neighbours continues the hash of the ones before the last. */
function eachNeighbourId(
  text: string,
  start: number,
  end: number,
  kind: Exclude<RunKind, 'word'>,
  visit: (id: number, at: number, next: number) => void,
): void {
  let [one, two] = [0, 0];
  let before = 0;
  for (let at = start; at < end; before++) {
    const next = unitEnd(text, at, kind);
    const three = fnv1a(two, text, at, next);
    two = fnv1a(one, text, at, next);
    one = fnv1a(FNV_OFFSET_BASIS, text, at, next);
    visit(even(one), at, next);
    if (before > 0) visit(odd(two), at, next);
    if (before > 1 && kind === 'clusters') visit(odd(three), at, next);
    at = next;
  }
}

/** Caches, as texts repeat their words. A full cache is emptied: an LRU order would cost more than it saves. */
const idsOfWord: Record<Latin, Map<string, readonly number[]>> = { english: new Map(), any: new Map() };
const MOST_WORDS = 8192;

function wordIds(run: string, latin: Latin): readonly number[] {
  const cache = idsOfWord[latin];
  const known = cache.get(run);
  if (known) return known;
  const ids = wordTerms(run, latin).map(termId);
  if (run.length > LONGEST_WORD) return ids;
  if (cache.size === MOST_WORDS) cache.clear();
  // A slice keeps its whole text in memory (V8 shares the buffer), so the key is a slice of a short copy.
  cache.set(`${run} `.slice(0, -1), ids);
  return ids;
}
