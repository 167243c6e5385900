import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachRun } from '../../../src/recall/terms/character-runs.ts';
import { LANGUAGES, MARK, PAIRED_CHARACTER, WORD_CHARACTER } from '../../../src/recall/terms/term-rules.ts';
import { isQuestion, termId, termIds, terms } from '../../../src/recall/terms/terms.ts';

/** What texts are made of, and what they should not be made of. */
const scraps = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 5 }) },
  fc.constantFrom(
    'Don’t',
    "she's",
    "rock'n'roll",
    "'quoted'",
    'syncResolver',
    '__init__',
    'max_items',
    'HTTPServer',
    '2026-11-21',
    '喜欢喝咖啡',
    'コーヒーを',
    'か\u309aき',
    'ｶﾞｷﾞ',
    '𠮷野家',
    '葛\u{e0100}城',
    '한국어',
    'ภาษาไทย',
    'हिन्दी',
    'Straße',
    'İstanbul',
    'ﬁle ＡＢＣ',
    '👩‍💻',
    '❤️',
    '1️⃣',
    '\ud83d',
    '\udc00',
    '\u0000\u0007',
    ' ',
    '\n',
    '_',
    '?',
  ),
);
const texts = fc.array(scraps, { maxLength: 12 }).map((parts) => parts.join(''));

const runs = (text: string): [string, boolean][] => {
  const found: [string, boolean][] = [];
  eachRun(text, (start, end, isPaired) => found.push([text.slice(start, end), isPaired]));
  return found;
};

describe('terms', () => {
  it('are stems of lower-case words, numbers and dates kept, words without content gone', () => {
    expect(terms('We’re shipping v2 on 2026-11-21, OK?')).toEqual(['ship', 'v2', '2026', '11', '21', 'ok']);
  });

  it('lose what an apostrophe ties to a word', () => {
    expect(terms("Caroline's dog DOESN'T bark, I can’t, we won't, they'd've")).toEqual(['carolin', 'dog', 'bark']);
    expect(terms("José's 'quoted' rock'n'roll")).toEqual(['josé', 'quot', 'rock', 'n', 'roll']);
  });

  it('join irregular forms to their base', () => {
    expect(terms('children went, women bought, wolves dying')).toEqual(terms('child go, woman buy, wolf die'));
    for (const { irregular, stem, stopWords } of LANGUAGES) {
      for (const [form, base] of irregular) {
        expect(terms(form), form).toEqual(terms(base));
        expect(stem(form), `${form}: the stemmer joins it by itself`).not.toBe(stem(base));
        expect(stopWords.has(form) || stopWords.has(base) || irregular.has(base), form).toBe(false);
      }
    }
  });

  it('give every character and every pair of a run without blanks', () => {
    expect(terms('喜欢咖啡')).toEqual(['喜', '欢', '喜欢', '咖', '欢咖', '啡', '咖啡']);
    expect(terms('用React写')).toEqual(['用', 'react', '写']);
    expect(terms('コーヒー')).toEqual(['コ', 'ー', 'コー', 'ヒ', 'ーヒ', 'ー', 'ヒー']);
    expect(terms('𠮷野')).toEqual(['𠮷', '野', '𠮷野']);
    expect(terms('喜欢，咖啡')).not.toContain('欢咖');
  });

  it('split identifiers and keep them whole, unless they are longer than 40 characters', () => {
    expect(terms('syncResolver')).toEqual(['sync', 'resolv', 'syncresolver']);
    expect(terms('max_items')).toEqual(['max', 'item', 'max_items']);
    expect(terms('__init__ ___')).toEqual(['init']);
    expect(terms(`long${'Part'.repeat(9)}`)).toContain('longpartpartpartpartpartpartpartpartpart');
    expect(terms(`longer${'Part'.repeat(9)}`)).toEqual(['longer', ...Array.from({ length: 9 }, () => 'part')]);
  });

  it('are the same for the forms of one text', () => {
    expect(terms('ＡＢＣ ﬁle café')).toEqual(terms('abc file cafe\u0301'));
    expect(terms('Straße ΣΟΦΟΣ ｶﾞｷ')).toEqual(terms('STRASSE σοφος ガキ'));
  });

  it('of emoji are none, and a variation selector does not hide a digit', () => {
    expect(terms('❤️ 👩‍💻 🇩🇪 👍🏽')).toEqual([]);
    expect(terms('1️⃣')).toEqual(['1']);
  });

  it('come from the runs that the patterns describe', () => {
    const paired = `(?:${PAIRED_CHARACTER.source})`;
    const mark = `(?:${MARK.source})*`;
    const pairedRun = `(?:(?=${WORD_CHARACTER.source})${paired}${mark})+`;
    const word = `(?:(?!${paired})${WORD_CHARACTER.source}${mark})+`;
    const pattern = new RegExp(`(${pairedRun})|${word}(?:['’]${word})*`, 'gu');
    fc.assert(
      fc.property(texts, (text) => {
        expect(runs(text)).toEqual([...text.matchAll(pattern)].map(([run, isPaired]) => [run, isPaired !== undefined]));
      }),
    );
  });

  it('take a text that never pauses', () => {
    const size = 20_000;
    const long = ['a', 'aB', '_a', "a'", "'s", 'ss', 'é', '的', '𠮷', '👍', '\u0301', '\ud800', '7', '?)'];
    for (const part of long) {
      const text = part.repeat(size / part.length);
      expect(termIds(text), part).toEqual(Uint32Array.from(terms(text), termId));
    }
    expect(terms('a'.repeat(5 * size))).toEqual(['a'.repeat(5 * size)]);
    expect(terms('的'.repeat(size))).toHaveLength(2 * size - 1);
  });
});

describe('term ids', () => {
  it('are the hashes of the terms, also when a word comes again', () => {
    expect(termId('')).toBe(0x811c9dc4);
    expect(termId('a')).toBe(0xe40c292c);
    fc.assert(
      fc.property(texts, (text) => {
        const expected = Uint32Array.from(terms(text), termId);
        expect(termIds(text)).toEqual(expected);
        expect(termIds(text)).toEqual(expected);
      }),
    );
  });

  it('are odd for pairs of characters, which count no second time, and even for all else', () => {
    expect(terms('数据库 go to v2')).toEqual(['数', '据', '数据', '库', '据库', 'go', 'v2']);
    expect([...termIds('数据库 go to v2')].map((id) => id & 1)).toEqual([0, 0, 1, 0, 1, 0, 0]);
  });

  it('stay right when more words have come than are kept', () => {
    const words = Array.from({ length: 5000 }, (_, index) => `word${index} camelCase${index}`);
    const expected = words.map((word) => Uint32Array.from(terms(word), termId));
    for (let pass = 0; pass < 2; pass++) expect(words.map(termIds)).toEqual(expected);
  });
});

describe('a question', () => {
  it('ends in a question mark, whatever closes behind it', () => {
    for (const text of [
      'Why?',
      '为什么？',
      'لماذا؟',
      'Why? \n',
      '(Why?)',
      '“Why?”',
      '「なぜ？」',
      "'Why?'",
      '"Why?" ',
    ]) {
      expect(isQuestion(text), text).toBe(true);
    }
    for (const text of [
      '',
      ' ',
      ']',
      '")',
      'Why? [Who?] Me. [I]',
      'Look. [a dog]',
      'Why? Because.',
      'why?x',
      'No question',
      '?!',
    ]) {
      expect(isQuestion(text), text).toBe(false);
    }
  });
});
