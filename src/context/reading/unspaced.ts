// Scripts that put no blanks between words. Pure.

/** A character of such a script. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
