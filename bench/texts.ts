// Short texts for recall, the same on every run: made-up words with the frequencies of real ones, and runs of texts on
// one topic. Neighbours that share words open the coherence gate, which makes a query several times as expensive.
import { seeded } from './random.ts';

export type Language = 'English' | 'Chinese';

export interface Query {
  /** Question, or a few consecutive words of one text. */
  readonly prompt: string;
  /** Texts that answer it, or the one that the words come from. */
  readonly sources: readonly string[];
}

export interface Corpus {
  readonly texts: readonly string[];
  readonly queries: readonly Query[];
}

interface Script {
  readonly separator: string;
  readonly wordsInQuery: number;
  word(random: Random): string;
}

/** Returns a uniform number in [0, 1). */
type Random = () => number;

const SHORTEST = 60;
const LONGEST = 200;
const LONGEST_WORD = 12;
const VOCABULARY = 8000;
const CHARACTERS = 2500;
const FIRST_HAN = 0x4e00;
/** Consecutive texts on one topic, words of a topic, and their share of a text's words. */
const RUN = 10;
const TOPIC_WORDS = 12;
const TOPIC_SHARE = 0.15;

/** Each syllable has one of each. */
const ONSETS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const CODAS = ['', 'l', 'n', 'r', 's'];

const commonCharacter = zipf(CHARACTERS);

const SCRIPTS: Record<Language, Script> = {
  English: {
    separator: ' ',
    wordsInQuery: 5,
    word: (random) =>
      repeat(1 + below(4, random), () => pick(ONSETS, random) + pick(VOWELS, random) + pick(CODAS, random)),
  },
  Chinese: {
    separator: '',
    wordsInQuery: 4,
    word: (random) => repeat(1 + below(3, random), () => String.fromCharCode(FIRST_HAN + commonCharacter(random))),
  },
};

/** Returns texts of 60–200 characters, and queries about some of them. */
export function makeCorpus(language: Language, size: number, queryCount: number): Corpus {
  const random = seeded(size).next;
  const script = SCRIPTS[language];
  const words = vocabulary(script, random);
  const commonWord = zipf(words.length);
  let topic: readonly string[] = [];
  const sentences = Array.from({ length: size }, (_, place) => {
    if (place % RUN === 0) topic = Array.from({ length: TOPIC_WORDS }, () => pick(words, random));
    const nextWord = (): string =>
      random() < TOPIC_SHARE ? pick(topic, random) : (words[commonWord(random)] as string);
    return sentence(nextWord, script, random);
  });
  const textOf = (sentenceWords: readonly string[]): string => sentenceWords.join(script.separator);
  return {
    texts: sentences.map(textOf),
    queries: Array.from({ length: queryCount }, () => {
      const source = sentences[below(size, random)] as string[];
      const start = below(source.length - script.wordsInQuery + 1, random);
      return { prompt: textOf(source.slice(start, start + script.wordsInQuery)), sources: [textOf(source)] };
    }),
  };
}

function vocabulary(script: Script, random: Random): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) words.add(script.word(random));
  return [...words];
}

function sentence(nextWord: () => string, { separator }: Script, random: Random): string[] {
  const enough = SHORTEST + below(LONGEST - LONGEST_WORD - SHORTEST, random);
  const words: string[] = [];
  for (let length = 0; length < enough;) {
    const word = nextWord();
    words.push(word);
    length += word.length + separator.length;
  }
  return words;
}

/** Draws a rank from 0 to `count` − 1; rank r is r + 1 times rarer than rank 0. */
function zipf(count: number): (random: Random) => number {
  let total = 0;
  const upTo = Float64Array.from({ length: count }, (_, rank) => (total += 1 / (rank + 1)));
  return (random) => {
    const point = random() * total;
    let low = 0;
    for (let high = count - 1; low < high;) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) > point) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

const below = (limit: number, random: Random): number => Math.floor(random() * limit);
const pick = (choices: ArrayLike<string>, random: Random): string => choices[below(choices.length, random)] as string;
const repeat = (count: number, part: () => string): string => Array.from({ length: count }, part).join('');
