// Tests whether a text mentions a name, whatever its spelling there. Pure, and linear: one index of the text's words
// serves any number of names, where searching the text once per name would be quadratic.
import { UNSPACED } from './unspaced.ts';

/** Parts of a word; scripts without spaces are compared character by character. */
const PART = new RegExp(`${UNSPACED.source}|[^${UNSPACED.source.slice(1, -1)}]+`, 'gu');
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
/** Matches escaped line breaks and tabs in a JSON string, which would otherwise join the next word. */
const ESCAPE = /\\[nrt]/g;

/**
 * Limit of positions tried per name. A text that repeats half a name more often may yield a false no, never a false
 * yes.
 */
const MOST_PLACES = 64;

/**
 * Returns a test for names: true where the words of a name are adjacent in the text, whatever punctuation separates
 * them. `"id": "A1"` mentions id=A1, and /repo/src/a.ts mentions src/a.ts, but src/a.tsx does not. Case-sensitive. A
 * question costs O(words of the name · 64) at most.
 */
export function mentionsIn(text: string): (name: string) => boolean {
  const numbers = new Map<string, number>();
  const words: number[] = [];
  /** Previous position of the same word for each position; -1 for none. With `last` it is a linked list per word. */
  const former: number[] = [];
  const last: number[] = [];
  const uses: number[] = [];
  for (const word of wordsOf(text)) {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    former.push(last[number] ?? -1);
    last[number] = words.length;
    uses[number] = (uses[number] ?? 0) + 1;
    words.push(number);
  }
  return (name) => {
    // Most questions end here: the text lacks one of the words.
    const sought = wordsOf(name).map((word) => numbers.get(word) ?? -1);
    if (sought.length === 0 || sought.includes(-1)) return false;
    // The rarest word has the fewest positions to try.
    let rarest = 0;
    for (const [at, number] of sought.entries()) {
      if ((uses[number] as number) < (uses[sought[rarest] as number] as number)) rarest = at;
    }
    let place = last[sought[rarest] as number] as number;
    for (let tried = 0; place >= 0 && tried < MOST_PLACES; tried++) {
      const start = place - rarest;
      if (sought.every((number, at) => words[start + at] === number)) return true;
      place = former[place] ?? -1;
    }
    return false;
  };
}

function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const [word] of text.replace(ESCAPE, ' ').matchAll(WORD)) {
    if (!UNSPACED.test(word)) found.push(word);
    else for (const [part] of word.matchAll(PART)) found.push(part);
  }
  return found;
}
