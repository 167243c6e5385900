// Finds a passage in a text in any spelling. Pure; linear in passage and text.
import { type FoldedText, foldedTexts } from './folded-text.ts';
import { isWordUnit } from './letters.ts';
import { bareTexts } from './markup.ts';

export interface Passage {
  /** Forms to search for: the folded passage, or its `bareTexts` if it is unmistakable. */
  readonly forms: readonly Uint16Array[];
  /** True: searched for without markup, and inside words, too. */
  readonly isUnmistakable: boolean;
}

/** From 12 UTF-16 units on, a passage does not occur in another text by chance. */
const UNMISTAKABLE_LENGTH = 12;
/** Units that must be left of such a passage without markup. */
const BARE_LENGTH = 8;
/** Signs ignored at the end, as a quoted sentence may end differently. */
const SENTENCE_ENDS = new Set(Array.from('.!?。 ', (sign) => sign.charCodeAt(0)));

export const isUnmistakable = (passage: string): boolean => passage.trim().length >= UNMISTAKABLE_LENGTH;

/** Returns one passage for each folded form of a text; a form without visible characters is found nowhere. */
export const passagesOf = (text: string): readonly Passage[] =>
  foldedTexts(text.trim()).map((folded) => passageOf(text, folded));

function passageOf(text: string, folded: FoldedText): Passage {
  const bare = bareTexts(folded).map(({ units }) => withoutEnd(units));
  const long = bare.filter(({ length }) => isUnmistakable(text) && length >= BARE_LENGTH);
  const isLong = long.length > 0;
  return { forms: isLong ? long : [withoutEnd(folded.units)], isUnmistakable: isLong };
}

/** Removes sentence ends; a passage of nothing but such signs stays whole. */
function withoutEnd(units: Uint16Array): Uint16Array {
  let end = units.length;
  while (end > 0 && SENTENCE_ENDS.has(units[end - 1] as number)) end--;
  return end > 0 ? units.subarray(0, end) : units;
}

/**
 * Calls `found` with each occurrence, as units [begin, end) of the text; `isEdge` tells whether a word may end between
 * two units although both belong to words.
 */
export function occurrences(
  { units }: FoldedText,
  { forms, isUnmistakable: isLong }: Passage,
  isEdge: (unit: number) => boolean,
  found: (begin: number, end: number) => void,
): void {
  for (const form of forms) {
    matches(units, form, (begin) => {
      const end = begin + form.length;
      const isJoined = (at: number): boolean =>
        at > 0 && at < units.length && isWordUnit(units[at - 1] as number) && isWordUnit(units[at] as number);
      if (!isLong && ((isJoined(begin) && !isEdge(begin - 1)) || (isJoined(end) && !isEdge(end)))) return;
      found(begin, end);
    });
  }
}

/** Finds every beginning of `sought`, overlapping ones too (Knuth, Morris, Pratt, 1977). */
function matches(units: Uint16Array, sought: Uint16Array, found: (begin: number) => void): void {
  if (sought.length > units.length) return;
  const [first] = sought;
  let borders: Uint32Array | undefined;
  let matched = 0;
  for (let at = 0; at < units.length; at++) {
    const unit = units[at];
    if (matched === 0 && unit !== first) continue;
    borders ??= bordersOf(sought);
    while (matched > 0 && unit !== sought[matched]) matched = borders[matched - 1] as number;
    if (unit === sought[matched]) matched++;
    if (matched < sought.length) continue;
    found(at + 1 - matched);
    matched = borders[matched - 1] as number;
  }
}

/** Returns, for each prefix of `sought`, the length of its longest proper suffix that is also its prefix. */
function bordersOf(sought: Uint16Array): Uint32Array {
  const borders = new Uint32Array(sought.length);
  for (let at = 1, length = 0; at < sought.length; at++) {
    while (length > 0 && sought[at] !== sought[length]) length = borders[length - 1] as number;
    if (sought[at] === sought[length]) length++;
    borders[at] = length;
  }
  return borders;
}
