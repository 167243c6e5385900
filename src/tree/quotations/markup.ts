// Folded texts without the signs that only say how something looks: emphasis, code, tags, beginnings of quoted lines. Pure.
import type { FoldedText } from './folded-text.ts';
import { isUnspaced } from './letters.ts';

const codes = (signs: string): ReadonlySet<number> => new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));

const MARKS = codes('*_~`\\[]');
/** Doubled inside of quotation marks, or for a long dash. */
const DOUBLED = codes(`"'-`);
/** Where one stands alone, it begins a line: of a quotation, a heading, a list, a row. */
const LINE_SIGNS = codes('>#-+|');
/** What else begins a line, each kind once: signs of comments and tight ones of quotations, numbers. A bar parts cells. */
const LINE_BEGINNING = /(?:^|\\n)[ \t]*(?:([>#*+|/%;=-])\1*|\d+(?:[\t→]|\\t|[.):|](?=\s)))|\|/gm;
const LINK_TARGET = /(?<=\])(?:\([^()]*\)|\[\w+\])|\[\^\w+\]/g;
const [SPACE, LESS, GREATER, SLASH, BANG] = [0x20, 0x3c, 0x3e, 0x2f, 0x21];
const LONGEST_TAG = 200;
/** Tags that may stand inside of a word, comments too: what follows goes on with it. */
const INLINE = new Set(
  ' a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const LONGEST_NAME = 8;

export const isMark = (unit: number): boolean => MARKS.has(unit);

/** With as many spaces instead, so that what is found is cut in the original. */
export const withoutLineBeginnings = (text: string): string =>
  text.replace(LINE_BEGINNING, ({ length }) => ' '.repeat(length));

/** With as much that nobody sees instead. */
export const withoutLinkTargets = (text: string): string =>
  text.replace(LINK_TARGET, ({ length }) => '\u200b'.repeat(length));

const hasTags = ({ units }: FoldedText): boolean => units.includes(LESS);

/**
 * The text as a reader of its markup sees it; where it has tags also with them, as `<my pin is 4711>` may be no tag but
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
    // Between two cells of a table, or two lines, is a space.
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

/** Where the tag ends that begins at `at`; `at` where none does. */
function endOfTag(units: Uint16Array, at: number): number {
  const next = units[at + 1] ?? SPACE;
  if (next !== SLASH && next !== BANG && !isLatin(next)) return at;
  return at + Math.max(0, units.subarray(at, at + LONGEST_TAG).indexOf(GREATER));
}
