// Pathological texts: long runs, endless combining marks, lone surrogates. And numbers that recall computes from them,
// which must be equal in every engine.
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { OpenOptions } from '../../src/entries/index.ts';
import { timeAsked } from '../../src/recall/time/timeframes.ts';
import { correctedTermIds } from '../../src/recall/terms/misspellings.ts';
import { termIds } from '../../src/recall/terms/terms.ts';

/** Approximate length, UTF-16 units. */
const LONG = 1 << 20;

const repeated = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Pieces by name, each repeated up to the given length. */
const PIECES: Readonly<Record<string, string>> = {
  'one letter': 'a',
  'one letter with a mark': 'ä',
  'one Chinese character': '好',
  'one Thai letter': 'ก',
  'one Arabic letter': 'ب',
  'one mark': '\u0301',
  'one digit': '7',
  'one character that stands for eighteen': 'ﷺ',
  'halves of characters': '\ud83d',
  'halves in the wrong order': '\ude00\ud83d',
  'families of emoji': '👩‍👩‍👧‍👦🏳️‍🌈',
  'apostrophes in words': "a'",
  humps: 'aB',
  underscores: '_',
  'scripts mixed in a word': 'абвabcαβγ漢字กขค',
  'right to left with numbers': 'ثمن 123 الكتاب ٤٥٦ \u202eabc ',
  'words with many marks': `a${'\u0301\u0302\u0303'.repeat(100)} `,
};

export const badTexts = (length = LONG): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(PIECES).map(([name, piece]) => [name, repeated(piece, length)])),
  'ten thousand marks on one letter': `e${'\u0301'.repeat(Math.min(10_000, length))}`,
});

/** Sum of all readings of texts of this length, equal in every engine. */
export const READ_LENGTH = 5000;
export const READ_SUM = 1_245_251_852;

/** Returns count and sum of the terms by both rules, plain and corrected, and of the timeframes. */
export function readingOf(text: string): readonly number[] {
  const ids = (['english', 'any'] as const).flatMap((latin) => [
    termIds(text, latin),
    correctedTermIds(text, latin, () => false, ['nicholas']),
  ]);
  const { timeframes } = timeAsked(text.slice(0, 1000), 0, 'UTC');
  return [...ids.flatMap((found) => [found.length, sumOf(found)]), timeframes.length];
}

export const sumOfReadings = (): number => sumOf(Object.values(badTexts(READ_LENGTH)).flatMap(readingOf));

/** Limits that accept each of the texts. */
export const ROOMY = {
  limits: { maxItems: 200, maxTokens: 10_000_000, maxTextLength: LONG },
} satisfies Partial<OpenOptions>;

/** Sum of the answers to each text over all texts of this length, equal in every engine. */
export const BAD_ANSWERS = 2_897_314_013;
const ANSWERED_LENGTH = 2000;

/** Returns a checksum of which texts find which, in which order, with the bits of their scores. */
export async function badAnswers(open: (options: Partial<OpenOptions>) => Promise<WorkingMemory>): Promise<number> {
  const memory = await open({ ...ROOMY, worker: false, clock: () => 0 });
  const texts = Object.values(badTexts(ANSWERED_LENGTH));
  const { items } = await memory.items.memorize(texts.map((text) => ({ text: text.toWellFormed() })));
  const places = new Map(items.map(({ id }, place) => [id, place]));
  const answers: number[] = [];
  for (const text of texts) {
    const { hits, confidence } = await memory.items.remember(text, { limit: texts.length });
    const scores = new Uint32Array(Float64Array.of(confidence, ...hits.map(({ score }) => score)).buffer);
    answers.push(...scores, ...hits.map(({ item }) => places.get(item.id) ?? -1));
  }
  await memory.close();
  return sumOf(answers);
}

const sumOf = (numbers: Iterable<number>): number =>
  Array.from(numbers).reduce((sum, each) => (Math.imul(sum, 31) + each) >>> 0, 0);
