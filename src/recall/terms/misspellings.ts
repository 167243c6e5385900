// Handles words that no text holds: words that only ask, and misspelt words. Pure.
//
// The index knows hashes, not words, so it cannot be searched for similar words. Instead, all spellings at a distance
// of one edit are generated, some 400 for a word of eight letters, and looked up. This needs no vocabulary, and costs
// nothing if every word is known.
import { ASKING_CHARACTERS, ASKING_WORDS } from '../questions/asking-words.ts';
import { folded } from './folding.ts';
import { contentWords, type Latin } from './latin.ts';
import { LONGEST_WORD, reducedTerms, wordTerms } from './word-terms.ts';
import { compatible, eachWriting, termId, termIds } from './terms.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 5;
/** Most words that are corrected in one prompt. */
const MOST_WORDS = 4;
/** Most spellings that stand in for one word. */
const MOST_SPELLINGS = 3;
/** Letters from which on a name may have two errors, if the first letter is right: "hello" is not Bella. */
const LONG_NAME = 5;

/** Letters that may be missing or wrong; each script by its first and last letter. */
const ALPHABETS = ['az', 'αω', 'ая'].map((ends) => {
  const [first, last] = [ends.charCodeAt(0), ends.charCodeAt(1)];
  const letters = Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
  return { letters, word: new RegExp(`^[${ends.charAt(0)}-${ends.charAt(1)}]+$`) };
});

/**
 * Returns the term ids of a prompt, in Chinese without words that only ask. A word that no text holds is dropped if it
 * only asks, and otherwise replaced: by a name at a distance of at most two edits, or by words at a distance of one.
 * @param isHeld whether a text holds the term
 * @param names first names in lower case
 * @param contentOnly whether to leave out function words if the texts are not in English alone
 */
export function correctedTermIds(
  prompt: string,
  latin: Latin,
  isHeld: (id: number) => boolean,
  names: Iterable<string>,
  contentOnly?: boolean,
): Uint32Array {
  const read = contentOnly && latin === 'any' ? contentWords(prompt) : prompt;
  const named = read.replace(ASKING_CHARACTERS, ' ');
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
    // A hyphenated word is read joined and in parts: terms of the unused spelling that no text holds are dropped.
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
  const corrected = Uint32Array.from(Array.from(ids).flatMap((id) => replaced.get(id) ?? [id]));
  // A prompt that only asks would become blank, and a blank one finds everything.
  return corrected.length > 0 ? corrected : ids;
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
  // A word of letters alone is one piece, and it has many spellings.
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
 * Yields spellings with two letters exchanged, one too many, one wrong, or one left out. The first letter stays: it is
 * rarely wrong, and truly unknown words then have half as many neighbours.
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

/**
 * Whether at most this many edits turn one word into the other; exchanging two neighbours is one edit (optimal string
 * alignment).
 */
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
