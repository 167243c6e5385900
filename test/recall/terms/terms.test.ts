import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachRun } from '../../../src/recall/terms/character-runs.ts';
import { ENGLISH } from '../../../src/recall/terms/english.ts';
import { CLUSTERED_CHARACTER, MARK, PAIRED_CHARACTER, WORD_CHARACTER } from '../../../src/recall/terms/term-rules.ts';
import { isQuestion, termId, termIds, terms } from '../../../src/recall/terms/terms.ts';

/** Ordinary and pathological pieces of texts. */
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
    'ប្រទេសខ្មែរ',
    'Bücher über Žižek',
    'đường',
    'конференциями',
    'المدرسة',
    'בַּיִת',
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

const runs = (text: string): [string, string][] => {
  const found: [string, string][] = [];
  eachRun(text, (start, end, kind) => found.push([text.slice(start, end), kind]));
  return found;
};

describe('terms', () => {
  it('are stems of lower-case words, numbers and dates kept, words without content gone', () => {
    expect(terms('We’re shipping v2 on 2026-11-21, OK?')).toEqual(['ship', 'v2', '2026', '11', '21', 'ok']);
  });

  it('lose what an apostrophe ties to a word', () => {
    expect(terms("Caroline's dog DOESN'T bark, I can’t, we won't, they'd've")).toEqual(['carolin', 'dog', 'bark']);
    expect(terms("Bob's 'quoted' rock'n'roll")).toEqual(['bob', 'quot', 'rock', 'n', 'roll']);
  });

  it('join irregular forms to their base', () => {
    expect(terms('children went, women bought, wolves dying')).toEqual(terms('child go, woman buy, wolf die'));
    const { irregular, stem, stopWords } = ENGLISH;
    for (const [form, base] of irregular) {
      expect(terms(form), form).toEqual(terms(base));
      expect(stem(form), `${form}: the stemmer joins it by itself`).not.toBe(stem(base));
      expect(stopWords.has(form) || stopWords.has(base) || irregular.has(base), form).toBe(false);
    }
  });

  it('give every character and every pair of a run without blanks', () => {
    expect(terms('喜欢咖啡')).toEqual(['喜', '欢', '喜欢+', '咖', '欢咖+', '啡', '咖啡+']);
    expect(terms('用React写')).toEqual(['用', 'react', '写']);
    expect(terms('コーヒー')).toEqual(['コ', 'ー', 'コー+', 'ヒ', 'ーヒ+', 'ー', 'ヒー+']);
    expect(terms('𠮷野')).toEqual(['𠮷', '野', '𠮷野+']);
    expect(terms('喜欢，咖啡')).not.toContain('欢咖+');
  });

  it('give Korean words by their syllables, because particles stand on them', () => {
    expect(terms('학교에서')).toEqual(['학', '교', '학교+', '에', '교에+', '서', '에서+']);
  });

  it('give Thai, Lao, Khmer, Burmese and Tibetan by clusters of a letter and its marks, and two and three of them', () => {
    expect(terms('ที่นี่ดี')).toEqual(['ที่', 'นี่', 'ที่นี่+', 'ดี', 'นี่ดี+', 'ที่นี่ดี+']);
    for (const text of ['ພາສາລາວ', 'ភាសាខ្មែរ', 'မြန်မာစာ']) {
      expect(
        terms(text).some((term) => [...term].length > 3 && term.endsWith('+')),
        text,
      ).toBe(true);
    }
  });

  it('join what people type without accents, points and other forms to what is written with them', () => {
    for (const [written, typed] of [
      ['Αθήνα', 'αθηνα'],
      ['ёлка', 'елка'],
      ['مُحَمَّد', 'محمد'],
      ['إسلام', 'اسلام'],
      ['مدرسة', 'مدرسه'],
      ['שָׁלוֹם', 'שלום'],
    ] as const) {
      expect(terms(written), written).toEqual(terms(typed));
    }
    expect(terms('мой')).not.toEqual(terms('мои'));
    expect(terms('Łódź København')).toEqual(expect.arrayContaining(terms('lodz kobenhavn')));
  });

  it('of a Latin word with marks are its letters and, beside them, its spelling', () => {
    expect(terms('café')).toEqual(['cafe', 'café~']);
    expect(terms('nghiệp', 'any')).toEqual(['nghi', 'nghiep+', 'nghiệp~']);
    expect(terms('nghiep', 'any')).toEqual(['nghi', 'nghiep+']);
    expect(terms('DIYARBAKIR')).toEqual(terms('Diyarbakır').filter((term) => !term.endsWith('~')));
  });

  it('of inflected words are their beginnings, the shortest as the word', () => {
    expect(terms('дома')).toEqual(['дома']);
    expect(terms('конференциями')).toEqual(['конф', 'конфер+', 'конференциями+']);
    expect(terms('дом')).toEqual(['дом']);
    expect(terms('Konferenzen', 'any')).toEqual(['konf', 'konfer+', 'konferenzen+']);
    expect(terms('Konferenzen', 'english')).toEqual(['konferenzen']);
    expect(terms('the sessions', 'any')).toEqual(['sess', 'sessio+', 'sessions+']);
  });

  it('of Arabic and Hebrew words are the whole and every three letters', () => {
    expect(terms('المدرسة')).toEqual(['المدرسه', 'الم+', 'لمد+', 'مدر+', 'درس+', 'رسه+']);
    expect(terms('הבית')).toEqual(['הבית', 'הבי+', 'בית+']);
  });

  it('split identifiers and keep them whole, unless they are longer than 40 characters', () => {
    expect(terms('syncResolver')).toEqual(['sync', 'resolv', 'syncresolver']);
    expect(terms('HTTPServer')).toEqual(['http', 'server', 'httpserver']);
    expect(terms('parseJSONBody')).toEqual(['pars', 'json', 'bodi', 'parsejsonbody']);
    expect(terms('IOException')).toEqual(['io', 'except', 'ioexception']);
    expect(terms('PDFs and URLs')).toEqual(terms('pdfs urls'));
    expect(terms('max_items')).toEqual(['max', 'item', 'max_items']);
    expect(terms('__init__ ___')).toEqual(['init']);
    expect(terms(`long${'Part'.repeat(9)}`)).toContain('longpartpartpartpartpartpartpartpartpart');
    expect(terms(`longer${'Part'.repeat(9)}`)).toEqual(['longer', ...Array.from({ length: 9 }, () => 'part')]);
  });

  it('of a word with a hyphen are its parts and, behind a short first one, the word without it', () => {
    expect(terms('My e-mail, the Wi‑Fi and two log-in names')).toEqual([
      'e',
      'mail',
      'email',
      'wi',
      'fi',
      'wifi',
      'two',
      'log',
      'login',
      'name',
    ]);
    expect(terms('COVID-19, E-Mail-Server')).toEqual([
      'covid',
      '19',
      'covid19',
      'e',
      'mail',
      'email',
      'server',
      'mailserv',
    ]);
    expect(terms('онлайн-курс')).toEqual(['онла', 'онлайн+', 'курс', 'онла', 'онлайн+', 'онлайнкурс+']);
    expect(terms('2026-11-21 a - b, c -d e--f recently-made 咖-ok')).toEqual([
      '2026',
      '11',
      '21',
      'b',
      'c',
      'e',
      'f',
      'recent',
      'make',
      '咖',
      'ok',
    ]);
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
    const clustered = `(?:${CLUSTERED_CHARACTER.source})`;
    const run = (character: string): string => `(?:(?=${WORD_CHARACTER.source})${character}${mark})+`;
    const word = `(?:(?!${paired}|${clustered})${WORD_CHARACTER.source}${mark})+`;
    const pattern = new RegExp(`(${run(paired)})|(${run(clustered)})|${word}(?:['’]${word})*`, 'gu');
    fc.assert(
      fc.property(texts, (text) => {
        const expected = [...text.matchAll(pattern)].map(([found, characters, clusters]) => [
          found,
          characters ? 'characters' : clusters ? 'clusters' : 'word',
        ]);
        expect(runs(text)).toEqual(expected);
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
        for (const latin of ['english', 'any'] as const) {
          const expected = Uint32Array.from(terms(text, latin), termId);
          expect(termIds(text, latin)).toEqual(expected);
          expect(termIds(text, latin)).toEqual(expected);
        }
      }),
    );
  });

  it('end in two bits 1 for the spelling of a word, which counts less, and never for another part', () => {
    expect(termId('café~') & 3).toBe(3);
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (text) => (termId(`${text}+`) & 3) === 1));
  });

  it('are odd for pairs of characters, which count no second time, and even for all else', () => {
    expect(terms('数据库 go to v2')).toEqual(['数', '据', '数据+', '库', '据库+', 'go', 'v2']);
    expect([...termIds('数据库 go to v2')].map((id) => id & 1)).toEqual([0, 0, 1, 0, 1, 0, 0]);
  });

  it('stay right when more words have come than are kept', () => {
    const words = Array.from({ length: 5000 }, (_, index) => `word${index} camelCase${index}`);
    const expected = words.map((word) => Uint32Array.from(terms(word), termId));
    for (let pass = 0; pass < 2; pass++) expect(words.map((word) => termIds(word))).toEqual(expected);
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
