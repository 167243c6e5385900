// Classifies UTF-16 units of folded texts: units of words, letters, units of scripts without spaces. Pure.

/** A character of a word in a script that separates words by spaces. The named scripts do not. */
const WORD =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}_\p{M}]/u;
const LETTER = /[\p{L}\p{N}\p{M}\ud800-\udfff]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export const isWordUnit = remembered(WORD);
/** Whether every spelling of a text keeps the unit, unlike spaces and signs. */
export const isLetterUnit = remembered(LETTER);
/** Whether the unit belongs to a script without spaces between words, where a space has no meaning. */
export const isUnspaced = remembered(UNSPACED);

/** Caches the answers, as texts ask for the same units again and again: 1 is yes, 2 is no. */
function remembered(pattern: RegExp): (unit: number) => boolean {
  const answers = new Uint8Array(0x1_0000);
  return (unit) => (answers[unit] ||= pattern.test(String.fromCharCode(unit)) ? 1 : 2) === 1;
}
