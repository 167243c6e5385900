// Folded texts without the signs that only say how something looks: emphasis, code, tags, beginnings of quoted lines. Pure.
import type { FoldedText } from './folded-text.ts';
import { isUnspaced, isWordUnit } from './letters.ts';

const codes = (signs: string): ReadonlySet<number> => new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));

const MARKS = codes('*_~`\\');
/** Where one stands alone, it begins a line: of a quotation, a heading, a list, a row. URLs write `+` for a space. */
const LINE_SIGNS = codes('>#-+|');
const [SPACE, LESS, GREATER, SLASH] = [0x20, 0x3c, 0x3e, 0x2f];
const LONGEST_TAG = 200;

export const isMark = (unit: number): boolean => MARKS.has(unit);

export function withoutMarkup({ units, from, to }: FoldedText): FoldedText {
  const kept = new Uint32Array(units.length);
  let length = 0;
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as number;
    const last = length === 0 ? SPACE : (units[kept[length - 1] as number] as number);
    if (MARKS.has(unit)) continue;
    if (unit === SPACE && (last === SPACE || isUnspaced(last))) continue;
    if (LINE_SIGNS.has(unit) && isLoose(last, units[at + 1])) continue;
    const tagEnd = unit === LESS ? endOfTag(units, at) : at;
    // Inside of a word, letters that nobody wrote side by side would come together.
    if (tagEnd > at && !(isWordUnit(last) && isWordUnit(units[tagEnd + 1] ?? SPACE))) {
      at = tagEnd;
      continue;
    }
    if (isUnspaced(unit) && length > 0 && last === SPACE) length--;
    kept[length++] = at;
  }
  if (length === units.length) return { units, from, to };
  const places = kept.subarray(0, length);
  const pick = (column: Uint32Array): Uint32Array => Uint32Array.from(places, (at) => column[at] as number);
  return { units: Uint16Array.from(places, (at) => units[at] as number), from: pick(from), to: pick(to) };
}

const isLoose = (last: number, next = SPACE): boolean =>
  isUnspaced(last) || isUnspaced(next) || (last === SPACE && next === SPACE);

/** Where the tag ends that begins at `at`; `at` where none does. */
function endOfTag(units: Uint16Array, at: number): number {
  const next = units[at + 1] ?? SPACE;
  if (next !== SLASH && !(next >= 0x61 && next <= 0x7a)) return at;
  const end = units.subarray(at, at + LONGEST_TAG).indexOf(GREATER);
  return end < 0 ? at : at + end;
}
