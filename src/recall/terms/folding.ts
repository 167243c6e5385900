// Folds spellings of one word that people type for each other: without accents, vowel points or ligatures. Pure.

/** Letters that Unicode does not decompose, each with its typed substitute. */
const LETTERS = new Map(
  (
    'æ ae,ð d,ø o,þ th,đ d,ħ h,ı i,ł l,ŋ n,œ oe,ŧ t,ə e,' +
    // Arabic and Persian: forms of alef, yeh, heh and kaf, and the stroke that lengthens a word.
    'ٱ ا,ى ي,ة ه,ـ ,ک ك,ی ي'
  )
    .split(',')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

const HAS_LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');
/** A letter with marks that people leave out. */
const MARKED = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{Mn}+/gu;
/**
 * In other scripts a mark makes another letter (Cyrillic й) or is a vowel (Devanagari); exceptions are the dots of ё,
 * signs of stress, and the nukta.
 */
const OTHER_MARKS = /(?<=е)\u0308|(?<=\p{sc=Cyrillic})[\u0300\u0301]|\u093c/gu;
const ASCII = /^[\0-\x7f]*$/;

/** Returns a lower-case word without the marks that people leave out: `café` → `cafe`, `ελληνικά` → `ελληνικα`. */
export const folded = (word: string): string =>
  ASCII.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(MARKED, '$1')
        .replace(OTHER_MARKS, '')
        .replace(HAS_LETTER, (letter) => LETTERS.get(letter) as string)
        .normalize('NFC');
