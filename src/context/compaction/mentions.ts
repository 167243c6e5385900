// Whether a text mentions a name, however it is written there. Pure, and linear: one index of the text's words answers
// for any number of names, where a search of the text for each of them would not.

/** Languages without spaces are compared sign by sign. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const PART = new RegExp(`${UNSPACED.source}|[^${UNSPACED.source.slice(1, -1)}]+`, 'gu');
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
/** Line breaks and tabs inside a JSON text, else part of the next word. */
const ESCAPE = /\\[nrt]/g;

/** Places of its rarest word that are tried for one name. Who repeats half a name more often may get a no for a yes. */
const MOST_PLACES = 64;

/**
 * A test for names: true where the words of a name follow each other in the text, whatever stands between them:
 * `"id": "A1"` mentions id=A1, and /repo/src/a.ts mentions src/a.ts, but src/a.tsx does not. Case counts.
 */
export function mentionsIn(text: string): (name: string) => boolean {
  const numbers = new Map<string, number>();
  const words: number[] = [];
  /** Per place, the place before where the same word stood; -1 when nowhere. */
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
    const sought = wordsOf(name).map((word) => numbers.get(word) ?? -1);
    if (sought.length === 0 || sought.includes(-1)) return false;
    let rarest = 0;
    for (const [at, number] of sought.entries()) {
      if ((uses[number] ?? 0) < (uses[sought[rarest] ?? 0] ?? 0)) rarest = at;
    }
    let place = last[sought[rarest] ?? 0] ?? -1;
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
