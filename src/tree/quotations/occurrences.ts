// Where a passage occurs in a text, however it is written there. Pure; linear in passage and text.
import { type FoldedText, foldedTexts } from './folded-text.ts';
import { isWordUnit } from './letters.ts';
import { bareTexts } from './markup.ts';

export interface Passage {
  /** What to look for: the folded passage, or, where it is unmistakable, as `bareTexts` has it. */
  readonly forms: readonly Uint16Array[];
  /** True: looked for without markup, and inside of words too. */
  readonly isUnmistakable: boolean;
}

/** From 12 UTF-16 units on, a passage does not occur in another text by chance. */
const UNMISTAKABLE_LENGTH = 12;
/** As many of them are to be left without markup. */
const BARE_LENGTH = 8;
/** A quoted sentence may end in another way. */
const SENTENCE_ENDS = new Set(Array.from('.!?。 ', (sign) => sign.charCodeAt(0)));

export const isUnmistakable = (passage: string): boolean => passage.trim().length >= UNMISTAKABLE_LENGTH;

/** One for each folded form of a text; one of which nothing can be seen is found nowhere. */
export const passagesOf = (text: string): readonly Passage[] =>
  foldedTexts(text.trim()).map((folded) => passageOf(text, folded));

function passageOf(text: string, folded: FoldedText): Passage {
  const bare = bareTexts(folded).map(({ units }) => withoutEnd(units));
  const long = bare.filter(({ length }) => isUnmistakable(text) && length >= BARE_LENGTH);
  const isLong = long.length > 0;
  return { forms: isLong ? long : [withoutEnd(folded.units)], isUnmistakable: isLong };
}

/** The whole where it is nothing but such signs. */
function withoutEnd(units: Uint16Array): Uint16Array {
  let end = units.length;
  while (end > 0 && SENTENCE_ENDS.has(units[end - 1] as number)) end--;
  return end > 0 ? units.subarray(0, end) : units;
}

/**
 * Calls `found` with each occurrence, as units [begin, end) of the text; `isEdge` tells whether a word may end between
 * two units although both are of words.
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

/** Knuth, Morris, Pratt (1977): every beginning of `sought`, overlapping ones too. */
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

/** Of each beginning of `sought`, the length of its longest end that it also begins with. */
function bordersOf(sought: Uint16Array): Uint32Array {
  const borders = new Uint32Array(sought.length);
  for (let at = 1, length = 0; at < sought.length; at++) {
    while (length > 0 && sought[at] !== sought[length]) length = borders[length - 1] as number;
    if (sought[at] === sought[length]) length++;
    borders[at] = length;
  }
  return borders;
}
