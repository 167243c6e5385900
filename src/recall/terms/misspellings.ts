// Words that no text holds: those that only ask, and the words that others may be misspelt for. Pure.
//
// The index knows hashes and no words, so it cannot be searched for words that are near. All spellings at a distance of
// one edit are made instead, some 400 for a word of eight letters, and looked up. This needs no vocabulary, and nothing
// where every word is known.
import { ASKING_CHARACTERS, ASKING_WORDS } from '../questions/asking-words.ts';
import { folded } from './folding.ts';
import type { Latin } from './latin.ts';
import { LONGEST_WORD, reducedTerms, wordTerms } from './word-terms.ts';
import { compatible, eachWriting, termId, termIds } from './terms.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 5;
/** Words that are looked after in one prompt. */
const MOST_WORDS = 4;
/** Spellings that stand in for one word. */
const MOST_SPELLINGS = 3;
/** Letters of a name from which on it may have two errors, the first letter being right: "hello" is not Bella. */
const LONG_NAME = 5;

/** Letters that may be missing or wrong, by the first and the last of a script. */
const ALPHABETS = ['az', 'αω', 'ая'].map((ends) => {
  const [first, last] = [ends.charCodeAt(0), ends.charCodeAt(1)];
  const letters = Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
  return { letters, word: new RegExp(`^[${ends.charAt(0)}-${ends.charAt(1)}]+$`) };
});

/**
 * The term ids of a prompt, in Chinese without what only asks. A word that no text holds is left out where it only asks, and
 * else replaced by what it may be misspelt for: a name at a distance of at most two edits, or words at a distance of one.
 * @param isHeld whether a text holds the term
 * @param names first names in lower case
 */
export function correctedTermIds(
  prompt: string,
  latin: Latin,
  isHeld: (id: number) => boolean,
  names: Iterable<string>,
): Uint32Array {
  const named = prompt.replace(ASKING_CHARACTERS, ' ');
  const ids = termIds(named, latin);
  if (ids.length === 0) return termIds(prompt, latin);
  if (ids.every((id) => (id & 1) !== 0 || isHeld(id))) return ids;
  const plain = compatible(named);
  const replaced = new Map<number, readonly number[]>();
  let words = 0;
  eachWriting(plain, (run, kind, start, end) => {
    if (kind !== 'word') return;
    const own = wordTerms(run, latin).map(termId);
    const isUnknown = !own.some((id) => isHeld(id));
    // Written with a hyphen: what no text has of both ways to write it is not missed.
    if (run.length < end - start) {
      const parts = termIds(plain.slice(start, end), latin);
      for (const id of isUnknown ? own : parts) if (!isHeld(id)) replaced.set(id, []);
      return;
    }
    if (own.length === 0 || !isUnknown) return;
    const word = folded(run.toLowerCase());
    if (ASKING_WORDS.has(word)) for (const id of own) replaced.set(id, []);
    else if (words < MOST_WORDS && word.length >= SHORTEST && word.length <= LONGEST_WORD) {
      words++;
      const meant = meantBy(word, latin, isHeld, names);
      if (meant.length > 0) own.forEach((id, at) => replaced.set(id, at === 0 ? meant : []));
    }
  });
  const read = Uint32Array.from(Array.from(ids).flatMap((id) => replaced.get(id) ?? [id]));
  // Of a prompt that only asks nothing would be left, and a blank one finds everything.
  return read.length > 0 ? read : ids;
}

function meantBy(word: string, latin: Latin, isHeld: (id: number) => boolean, names: Iterable<string>): number[] {
  const held = (terms: readonly string[]): number[] => {
    const ids = terms.map(termId);
    return ids.every((id) => isHeld(id)) ? ids : [];
  };
  for (const name of names) {
    const plain = folded(name);
    const edits = name.length >= LONG_NAME && plain[0] === word[0] ? 2 : 1;
    if (isWithin(edits, word, plain)) return held(wordTerms(name, latin));
  }
  const letters = ALPHABETS.find((alphabet) => alphabet.word.test(word))?.letters;
  // A word of nothing but letters is one piece, and there are many spellings of it.
  const termsOf = letters ? reducedTerms : wordTerms;
  const found = new Map<number, number[]>();
  for (const spelling of spellingsNear(word, letters)) {
    const ids = held(termsOf(spelling, latin));
    const [first] = ids;
    if (first !== undefined) found.set(first, ids);
    if (found.size === MOST_SPELLINGS) break;
  }
  return [...found.values()].flat();
}

/**
 * Two letters exchanged, one too many, one wrong, one left out. The first letter stays: it is rarely wrong, and words that
 * are really unknown have half as many neighbours.
 */
function* spellingsNear(word: string, letters: readonly string[] = []): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const [before, behind, after] = [word.slice(0, at), word.slice(at), word.slice(at + 1)];
    yield before + after.charAt(0) + behind.charAt(0) + after.slice(1);
    yield before + after;
    for (const letter of letters) {
      yield before + letter + after;
      yield before + letter + behind;
    }
  }
}

/** Whether so many edits turn one word into the other; two neighbours exchanged are one (optimal string alignment). */
function isWithin(edits: number, one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, goal] = [one.slice(start), other.slice(start)];
  if (rest === goal || edits === 0) return rest === goal;
  const isExchanged = rest[0] === goal[1] && rest[1] === goal[0];
  return (
    isWithin(edits - 1, rest.slice(1), goal) ||
    isWithin(edits - 1, rest, goal.slice(1)) ||
    isWithin(edits - 1, rest.slice(1), goal.slice(1)) ||
    (isExchanged && isWithin(edits - 1, rest.slice(2), goal.slice(2)))
  );
}
