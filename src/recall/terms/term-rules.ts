// Characters that form words and terms, as data: to add a script, add its name to one of the lists. Pure.

/**
 * Scripts whose texts have no blanks, and Hangul, which attaches particles to words. A word list misses unknown words,
 * and a whole run as one term is never found again; characters and pairs need no list.
 */
const PAIRED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul'];
/** Scripts without blanks whose letters carry marks: a letter with its marks is one sound. */
const CLUSTERED_SCRIPTS = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'];
/** Scripts of languages that prefix articles and prepositions to a word, and inflect it by vowels inside. */
const INFIXED_SCRIPTS = ['Arabic', 'Hebrew'];

export const WORD_CHARACTER = /[\p{L}\p{N}_]/u;
/** By script extensions: the Japanese long vowel mark belongs to two scripts. */
export const PAIRED_CHARACTER = inScripts(PAIRED_SCRIPTS);
export const CLUSTERED_CHARACTER = inScripts(CLUSTERED_SCRIPTS);
export const INFIXED_LETTER = inScripts(INFIXED_SCRIPTS);
export const LATIN_LETTER = /\p{sc=Latin}/u;
/** Character that continues a word but begins none. Without variation selectors, so that an emoji leaves no term. */
export const MARK = /(?![\ufe00-\ufe0f])[\p{Mn}\p{Mc}]/u;
/** The two characters used as an apostrophe inside a word. */
export const APOSTROPHE = /['’]/;

export const QUESTION_MARK = /[?？؟]/;
/** May follow a question mark: blanks, closing quotes and brackets. */
export const CLOSING = /[\s\p{Pe}\p{Pf}"']/u;

function inScripts(names: readonly string[]): RegExp {
  return new RegExp(names.map((script) => `\\p{scx=${script}}`).join('|'), 'u');
}
