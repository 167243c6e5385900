/** Lower case, letters and digits alone, one blank between words: layout and quoting make no difference. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const wordsOf = (text: string): string[] => plainWords(text).split(' ').filter(Boolean);
