// Relevance by the formula of document 000.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedCorpus, seedRelevance, type SeedRelevance } from '../../../src/recall/seed/seed-formula.ts';

const rounded = (found: readonly SeedRelevance[]): number[][] =>
  found.map((part) => [part.relevance, part.cosine, part.keyword].map((value) => Number(value.toFixed(6))));

describe('the vector score', () => {
  it('is the cosine of TF-IDF vectors that are fitted to prompt and texts [S000-19]', () => {
    // Four documents. apple and banana are in two each, so both weigh ln(5/3) + 1: the cosine is 1/√2.
    expect(seedRelevance('apple', ['apple banana', 'banana cherry', 'date']).map(({ cosine }) => cosine)).toEqual([
      expect.closeTo(Math.SQRT1_2, 12),
      0,
      0,
    ]);
    // Three documents. tea is in all of them and weighs 1, milk in two: m = ln(4/3) + 1, in the second text twice.
    const m = Math.log(4 / 3) + 1;
    const [first, second] = seedRelevance('tea milk', ['Tea!', 'milk, TEA and milk']);
    const and = Math.log(4 / 2) + 1;
    expect(first?.cosine).toBeCloseTo(1 / Math.sqrt(1 + m * m), 12);
    expect(second?.cosine).toBeCloseTo((1 + 2 * m * m) / Math.sqrt((1 + m * m) * (1 + 4 * m * m + and * and)), 12);
  });

  it('counts whole words, whatever their case, and no part of one [S000-19]', () => {
    const cosine = (prompt: string, text: string): number | undefined => seedRelevance(prompt, [text])[0]?.cosine;
    expect(cosine('I x 1', 'I x 1')).toBeCloseTo(1, 12);
    expect(cosine('snake_case', 'SNAKE_CASE, it is')).toBeGreaterThan(0);
    expect(cosine('snake', 'snake_case')).toBe(0);
    expect(cosine('run', 'running')).toBe(0);
    expect(cosine('ｔｅａ', 'tea')).toBeCloseTo(1, 12);
  });

  it('counts characters and pairs of neighbours where a script has no blanks [S000-19]', () => {
    // 咖, 啡 and 咖啡 are in the prompt and in the text of 7 terms, and all weigh 1.
    const [found, other] = seedRelevance('咖啡', ['喜欢咖啡', '绿茶']);
    const rare = Math.log(4 / 2) + 1;
    const common = Math.log(4 / 3) + 1;
    expect(found?.cosine).toBeCloseTo(
      (3 * common ** 2) / Math.sqrt(3 * common ** 2 * (3 * common ** 2 + 4 * rare ** 2)),
      12,
    );
    expect(other?.cosine).toBe(0);
  });
});

describe('the keyword score', () => {
  const keywords = (prompt: string, texts: string[]) => seedRelevance(prompt, texts).map(({ keyword }) => keyword);

  it('is the share of a text that the prompt is, where the text contains it [S000-20]', () => {
    expect(keywords('Apple', ['an apple pie', 'apple', 'PINEAPPLE'])).toEqual([5 / 12, 1, 5 / 9]);
    expect(keywords('喜欢咖啡', ['他喜欢咖啡'])).toEqual([4 / 5]);
    expect(keywords('👍', ['👍👍👍👍'])).toEqual([1 / 4]);
  });

  it('is else the share that both have of the words of either [S000-20]', () => {
    // {a, b} and {b, x}: one of three.
    expect(keywords('a b', ['b x', 'x b b', 'b, x', 'x'])).toEqual([1 / 3, 1 / 3, 1 / 3, 0]);
    // 喜, 欢, 喜欢, 咖, 啡, 咖啡 of those and 欢咖.
    expect(keywords('咖啡 喜欢', ['喜欢咖啡'])).toEqual([6 / 7]);
  });

  it('is 0 for a prompt or a text without words', () => {
    expect(keywords('', ['some text', ''])).toEqual([0, 0]);
    expect(keywords('some', ['', ' '])).toEqual([0, 0]);
  });
});

describe('the relevance', () => {
  it('is 0.7 of the vector score and 0.3 of the keyword score [S000-06, S000-21]', () => {
    const [first] = seedRelevance('apple', ['apple banana', 'banana cherry']);
    expect(first?.relevance).toBeCloseTo(0.7 * Math.SQRT1_2 + (0.3 * 5) / 12, 12);
    // Worked out with another program.
    const texts = ['Banana bread recipe', 'Split the banana in two, two', 'nothing here', 'tea'];
    expect(rounded(seedRelevance('Banana split', texts))).toEqual([
      [0.266355, 0.273364, 0.25],
      [0.395467, 0.393525, 0.4],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('is that sum also where one of the two is 0: neither stands in for the other [S000-21]', () => {
    // 'ab' contains no word of the prompt, 'cart' contains the prompt and not its word.
    expect(seedRelevance('art', ['cart', 'ab'])).toEqual([
      { relevance: 0.3 * (3 / 4), cosine: 0, keyword: 3 / 4 },
      { relevance: 0, cosine: 0, keyword: 0 },
    ]);
  });

  it('is what the textbook gives, for any prompt after any other, and between 0 and 1', () => {
    const word = fc.constantFrom('tea', 'Milk', 'a', 'of', '2026', '咖啡', 'x_y', 'naïve', '.', '👍');
    const text = fc.oneof(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const few = fc.array(text, { maxLength: 5 });
    fc.assert(
      fc.property(few, few, (texts, prompts) => {
        const corpus = seedCorpus(texts);
        for (const prompt of prompts) {
          const found = corpus.relevance(prompt);
          const expected = textbookCosines(prompt, texts);
          expect(found).toHaveLength(texts.length);
          for (const [place, { cosine }] of found.entries()) expect(cosine).toBeCloseTo(expected[place] ?? NaN, 10);
          for (const { relevance, cosine, keyword } of found) {
            expect(relevance).toBe(0.7 * cosine + 0.3 * keyword);
            expect(relevance >= 0 && relevance <= 1).toBe(true);
          }
        }
      }),
    );
  });

  it('knows words that are names of an object’s own', () => {
    expect(seedRelevance('constructor', ['constructor __proto__', 'toString'])[0]?.cosine).toBeGreaterThan(0.5);
  });
});

/** Every vector written out. */
function textbookCosines(prompt: string, texts: readonly string[]): number[] {
  const documents = [prompt, ...texts].map(textbookWords);
  const vocabulary = [...new Set(documents.flat())];
  const weights = vocabulary.map((term) => {
    const frequency = documents.filter((words) => words.includes(term)).length;
    return Math.log((1 + documents.length) / (1 + frequency)) + 1;
  });
  const vectors = documents.map((words) =>
    vocabulary.map((term, place) => words.filter((word) => word === term).length * (weights[place] ?? 0)),
  );
  const product = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
  const [asked = [], ...others] = vectors;
  return others.map((vector) => {
    const both = product(asked, vector);
    return both === 0 ? 0 : both / Math.sqrt(product(asked, asked) * product(vector, vector));
  });
}

function textbookWords(text: string): string[] {
  const runs =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}_])+/gu) ?? [];
  return runs.flatMap((run) => {
    if (!/\p{Script=Han}/u.test(run)) return [run];
    const characters = [...run];
    return [...characters, ...characters.slice(1).map((character, before) => `${characters[before]}${character}`)];
  });
}
