// Strips signs of mere appearance from folded texts: emphasis, code, tags, beginnings of quoted lines. Pure.
import type { FoldedText } from './folded-text.ts';
import { isUnspaced } from './letters.ts';

const codes = (signs: string): ReadonlySet<number> => new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));

const MARKS = codes('*_~`\\[]');
/** Signs doubled inside quotation marks, or for a long dash. */
const DOUBLED = codes(`"'-`);
/** Signs that, standing alone, begin a line: of a quotation, a heading, a list, a row. */
const LINE_SIGNS = codes('>#-+|');
/**
 * Other line beginnings, each kind once: signs of comments, quotation signs without spaces, numbers. A bar parts cells.
 */
const LINE_BEGINNING = /(?:^|\\n)[ \t]*(?:([>#*+|/%;=-])\1*|\d+(?:[\t→]|\\t|[.):|](?=\s)))|\|/gm;
const LINK_TARGET = /(?<=\])(?:\([^()]*\)|\[\w+\])|\[\^\w+\]/g;
const [SPACE, LESS, GREATER, SLASH, BANG] = [0x20, 0x3c, 0x3e, 0x2f, 0x21];
const LONGEST_TAG = 200;
/** Tags, including comments, that may be inside a word: the text after them continues it. */
const INLINE = new Set(
  ' a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const LONGEST_NAME = 8;

export const isMark = (unit: number): boolean => MARKS.has(unit);

/** Replaces line beginnings by as many spaces, so that a match can be cut in the original. */
export const withoutLineBeginnings = (text: string): string =>
  text.replace(LINE_BEGINNING, ({ length }) => ' '.repeat(length));

/** Replaces link targets by as many invisible characters. */
export const withoutLinkTargets = (text: string): string =>
  text.replace(LINK_TARGET, ({ length }) => '\u200b'.repeat(length));

const hasTags = ({ units }: FoldedText): boolean => units.includes(LESS);

/**
 * Returns the text as a reader of its markup sees it; if it has tags, also with the tags, as `<my pin is 4711>` may be
 * words.
 */
export function bareTexts(folded: FoldedText): readonly FoldedText[] {
  const bare = withoutMarkup(folded);
  return hasTags(folded) ? [bare, withoutMarkup(folded, true)] : [bare];
}

export function withoutMarkup({ units, from, to }: FoldedText, keepsTags = false): FoldedText {
  const bare = new Uint16Array(units.length);
  const [bareFrom, bareTo] = [new Uint32Array(units.length), new Uint32Array(units.length)];
  let length = 0;
  let isApart = false;
  const keep = (unit: number, at: number): void => {
    bare[length] = unit;
    bareFrom[length] = from[at] as number;
    bareTo[length++] = to[at] as number;
  };
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number;
    const last = length === 0 ? SPACE : (bare[length - 1] as number);
    if (MARKS.has(unit)) continue;
    if (unit === SPACE && (last === SPACE || isUnspaced(last))) continue;
    if (unit === units[at + 1] && DOUBLED.has(unit)) continue;
    if (LINE_SIGNS.has(unit) && isLoose(last, units[at + 1])) continue;
    const tagEnd = unit === LESS && !keepsTags ? endOfTag(units, at) : at;
    if (tagEnd > at) {
      isApart ||= !isInline(units, at);
      at = tagEnd;
      continue;
    }
    // Cells of a table, and lines, are separated by a space.
    if (isApart && !isLoose(last, unit) && last !== SPACE && unit !== SPACE) keep(SPACE, at - 1);
    isApart = false;
    if (isUnspaced(unit) && length > 0 && last === SPACE) length--;
    keep(unit, at);
  }
  return {
    units: bare.subarray(0, length),
    from: bareFrom.subarray(0, length),
    to: bareTo.subarray(0, length),
  };
}

const isLoose = (last: number, next = SPACE): boolean =>
  isUnspaced(last) || isUnspaced(next) || (last === SPACE && next === SPACE);

function isInline(units: Uint16Array, at: number): boolean {
  const begin = units[at + 1] === SLASH ? at + 2 : at + 1;
  let end = begin;
  while (end - begin < LONGEST_NAME && isLatin(units[end])) end++;
  return INLINE.has(String.fromCharCode(...units.subarray(begin, end)));
}

const isLatin = (unit = SPACE): boolean => unit >= 0x61 && unit <= 0x7a;

/** Returns the end of the tag that begins at `at`; `at` if none does. */
function endOfTag(units: Uint16Array, at: number): number {
  const next = units[at + 1] ?? SPACE;
  if (next !== SLASH && next !== BANG && !isLatin(next)) return at;
  return at + Math.max(0, units.subarray(at, at + LONGEST_TAG).indexOf(GREATER));
}
