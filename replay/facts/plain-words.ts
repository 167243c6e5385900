/**
 * Returns the letters and digits in lower case with one blank between words, so that layout and quoting do not matter.
 */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const wordsOf = (text: string): string[] => plainWords(text).split(' ').filter(Boolean);
