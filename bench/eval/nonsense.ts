// Questions that no text answers: a ranker that finds something shows an agent texts that it did not ask for.
import { terms } from '../../src/recall/terms/terms.ts';
import type { Random } from '../random.ts';

/**
 * `english`: made-up words and one frequent word of the texts · `chinese`: random characters of Unicode's main block,
 * nearly all of them rare, though some occur in the texts.
 */
export const NONSENSE_KINDS = ['english', 'chinese'] as const;
export type NonsenseKind = (typeof NONSENSE_KINDS)[number];

const CONSONANTS = 'bfgjkmpqvwxz';
const VOWELS = 'aeiou';
const MADE_UP_WORDS = 3;
const CHARACTERS = 6;
const [FIRST_HAN, LAST_HAN] = [0x4e00, 0x9fff];
/** Number of words that the frequent one is drawn from. */
const FREQUENT = 20;
const WORD = /\p{Script=Han}|[\p{Script=Latin}\p{N}]+/gu;

/** @param count questions of each kind */
export function nonsenseFor(texts: readonly string[], count: number, random: Random): Record<NonsenseKind, string[]> {
  const holders = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(text.toLowerCase().match(WORD))) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const frequent = [...holders]
    .sort(([, one], [, other]) => other - one)
    .map(([word]) => word)
    // Stop words are not searched for.
    .filter((word) => terms(word).length > 0)
    .slice(0, FREQUENT);
  const madeUp = (): string => {
    const word = repeat(random.between(2, 3), () => random.pick([...CONSONANTS]) + random.pick([...VOWELS])).join('');
    return holders.has(`${word}z`) ? madeUp() : `${word}z`;
  };
  return {
    english: repeat(count, () => {
      const words = repeat(MADE_UP_WORDS, madeUp);
      return [...words, ...(frequent.length > 0 ? [random.pick(frequent)] : [])].join(' ');
    }),
    chinese: repeat(count, () =>
      repeat(CHARACTERS, () => String.fromCodePoint(random.between(FIRST_HAN, LAST_HAN))).join(''),
    ),
  };
}

const repeat = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
