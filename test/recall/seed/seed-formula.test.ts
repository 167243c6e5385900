// Relevance as document 000 has it.
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

  it('counts words of two and more letters, digits and underscores, whatever their case [S000-19]', () => {
    const cosines = (prompt: string, text: string): number | undefined => seedRelevance(prompt, [text])[0]?.cosine;
    expect(cosines('I x 1', 'I x 1')).toBe(0);
    expect(cosines('snake_case', 'SNAKE_CASE, it is')).toBeGreaterThan(0);
    expect(cosines('snake', 'snake_case')).toBe(0);
    expect(cosines('咖啡', '喜欢咖啡')).toBe(0);
    expect(cosines('same words', 'same words')).toBeCloseTo(1, 12);
  });
});

describe('the keyword score', () => {
  const keywords = (prompt: string, texts: string[]) => seedRelevance(prompt, texts).map(({ keyword }) => keyword);

  it('is the share of a text that the prompt is, where the text contains it [S000-20]', () => {
    expect(keywords('Apple', ['an apple pie', 'apple', 'PINEAPPLE'])).toEqual([5 / 12, 1, 5 / 9]);
    expect(keywords('喜欢咖啡', ['他喜欢咖啡', '喜欢 咖啡'])).toEqual([4 / 5, 0]);
    expect(keywords('👍', ['👍👍👍👍'])).toEqual([1 / 4]);
  });

  it('is else 0.8 times the words that both have, of all that either has [S000-20]', () => {
    // {a, b} and {b, x}: one of three. Words end at blanks: `b,` is another word.
    expect(keywords('a b', ['b x', 'x b b', 'b, x', 'x'])).toEqual([0.8 / 3, 0.8 / 3, 0, 0]);
  });

  it('is 0 for a prompt or a text without words', () => {
    expect(keywords('', ['some text', ''])).toEqual([0, 0]);
    expect(keywords('some', ['', ' '])).toEqual([0, 0]);
  });
});

describe('the relevance', () => {
  it('is 0.7 of the vector score and 0.3 of the keyword score [S000-21]', () => {
    const [first] = seedRelevance('apple', ['apple banana', 'banana cherry']);
    expect(first?.relevance).toBeCloseTo(0.7 * Math.SQRT1_2 + (0.3 * 5) / 12, 12);
    // Worked out with another program.
    const texts = ['Banana bread recipe', 'Split the banana in two, two', 'nothing here', '香蕉 banana'];
    expect(rounded(seedRelevance('Banana split', texts))).toEqual([
      [0.208319, 0.211884, 0.2],
      [0.340941, 0.372773, 0.266667],
      [0, 0, 0],
      [0.276715, 0.281021, 0.266667],
    ]);
  });

  it('is the keyword score alone where the vector score is 0 [S000-21]', () => {
    expect(rounded(seedRelevance('a b', ['a b c', 'b x', 'ab']))).toEqual([
      [0.6, 0, 0.6],
      [0.266667, 0, 0.266667],
      [0, 0, 0],
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
          for (const { relevance } of found) expect(relevance >= 0 && relevance <= 1).toBe(true);
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
  const documents = [prompt, ...texts].map((text): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []);
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
