import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippet } from '../../src/recall/snippets.ts';
import { terms } from '../../src/recall/terms/terms.ts';

const marked = (passage: string, prompt: string, length?: number): string => {
  const { text, matches } = snippet(passage, prompt, length === undefined ? {} : { length });
  return matches.reduceRight(
    (all, [start, end]) => `${all.slice(0, start)}<${all.slice(start, end)}>${all.slice(end)}`,
    text,
  );
};

const scraps = fc.oneof(
  { weight: 3, arbitrary: fc.lorem({ maxCount: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  fc.constantFrom(
    "the deployer's syncResolver",
    '部署之前要备份数据库，',
    'コーヒーを飲む',
    'ｺｰﾋｰ か\u3099く',
    '㎏ ½ ﷺ ℃ ㊀',
    '👩‍💻👨‍👩‍👧‍👦🇩🇪🇫🇷',
    '\ud83d',
    '\u0000\u202e',
    '\n\n\t ',
    'x'.repeat(300),
    `a${'\u0301'.repeat(100)}`,
  ),
);
const passages = fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join(''));
/** Mostly about something that is in the passage. */
const asked = passages.chain((passage) =>
  fc.record({
    passage: fc.constant(passage),
    prompt: fc.oneof(
      fc.tuple(fc.nat(passage.length), fc.nat(60)).map(([start, size]) => passage.slice(start, start + size)),
      scraps,
    ),
    length: fc.oneof(fc.constant(240), fc.integer({ min: 1, max: 120 })),
  }),
);

describe('a snippet', () => {
  it('is the part with most of the prompt’s terms, and says where they are', () => {
    const passage = `${'We met. '.repeat(60)}Deploys wait for the database backup. ${'We left. '.repeat(60)}backup`;
    expect(marked(passage, 'When do we deploy, and what about backups of the database?', 100)).toBe(
      '…We met. We met. <Deploys> wait for the <database> <backup>. We left. We left. We left. We left. We left.…',
    );
  });

  it('counts a term once, however often it comes', () => {
    const passage = `${'tea '.repeat(60)} ${'and so on '.repeat(30)} tea with milk ${'and so on '.repeat(30)}`;
    expect(marked(passage, 'tea, milk', 60)).toContain('<tea> with <milk>');
  });

  it('counts no term that its part has left behind', () => {
    const gap = 'so it went on '.repeat(20);
    const passage = `tea, tea ${gap} harbour ${gap} tea at the harbour ${gap}`;
    expect(marked(passage, 'tea harbour', 40)).toContain('<tea> at the <harbour>');
  });

  it('is the first of parts that are as good', () => {
    const passage = `${'so '.repeat(99)}tea here ${'so '.repeat(99)}tea there${' so'.repeat(99)}`;
    expect(marked(passage, 'tea', 40)).toContain('<tea> here');
  });

  it('goes to the end of the passage where what is asked stands there, whatever its length', () => {
    for (const unit of ['so ', 'word ', '部署'])
      for (let length = 20; length < 60; length++) {
        const { text } = snippet(`${unit.repeat(60)}tea at once`, 'tea', { length });
        expect([text.slice(0, 1), text.slice(-11)], `${length}: ${text}`).toEqual(['…', 'tea at once']);
      }
  });

  it('marks the characters of a script without blanks', () => {
    expect(marked('部署之前要先备份数据库。', '数据库怎么备份')).toBe('部署之前要先<备份数据库>。');
    expect(marked('(ｺｰﾋｰ) 茶', 'コーヒー')).toBe('(<ｺｰﾋｰ>) 茶');
  });

  it('marks a word whole that shares its stem', () => {
    expect(marked("the connection's end: connecting", 'connect')).toBe("the <connection's> end: <connecting>");
  });

  it('is the beginning where nothing matches or nothing is asked', () => {
    const passage = `Start. ${'More and more. '.repeat(40)}`;
    for (const prompt of ['absent', 'the', '']) {
      expect(snippet(passage, prompt, { length: 40 })).toEqual({
        text: 'Start. More and more. More and more.…',
        matches: [],
        start: 0,
        end: 37,
      });
    }
    expect(snippet('', 'any')).toEqual({ text: '', matches: [], start: 0, end: 0 });
    expect(snippet('all of it', '')).toEqual({ text: 'all of it', matches: [], start: 0, end: 9 });
  });

  it('says where it begins in the passage, however blanks were joined', () => {
    for (const [from, at] of [
      [0, 2],
      [3, 700],
      [5, 3000],
    ] as const) {
      const passage = `${' \n'.repeat(from)}${'more  and\t\nmore. '.repeat(at)}tea leaves${' rest  of it'.repeat(90)}`;
      const { text, start } = snippet(passage, 'tea leaves', { length: 60 });
      const words = text.replace(/^…|…$/g, '').split(' ');
      expect(
        passage
          .slice(start)
          .split(/\s+/)
          .slice(0, words.length - 1),
      ).toEqual(words.slice(0, -1));
    }
  });

  it('is one line without control characters', () => {
    expect(snippet(' one\n\n\ttwo\u0000\u001b[31m \u00a0three\u202e\r\n', 'three')).toEqual({
      text: 'one two [31m three',
      matches: [[13, 18]],
      start: 1,
      end: 23,
    });
  });

  it('is cut between words, and between what is seen as one sign', () => {
    const family = '👨‍👩‍👧‍👦';
    for (let length = 30; length < 60; length++) {
      const { text } = snippet(`${family.repeat(20)}tea${family.repeat(20)}`, 'tea', { length });
      expect(text.replaceAll(family, '')).toBe('…tea…');
      expect(snippet('window '.repeat(50), 'x', { length }).text).toMatch(/^(window )*window…$/);
      expect(snippet('x'.repeat(500), 'x', { length }).text).toMatch(/^x+…$/);
    }
  });

  it('is short, clean and a part of any passage; each match has a term of the prompt', () => {
    fc.assert(
      fc.property(asked, ({ passage, prompt, length }) => {
        const { text, matches } = snippet(passage, prompt, { length });
        expect(text.length).toBeLessThanOrEqual(length);
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]| {2}|^ | $/u);
        expect(text.isWellFormed()).toBe(true);
        const plain = passage.toWellFormed().replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
        expect(plain).toContain(text.replace(/^…|…$/g, ''));

        const wanted = new Set(terms(prompt));
        let last = -1;
        for (const [start, end] of matches) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          expect(terms(text.slice(start, end)).some((term) => wanted.has(term))).toBe(true);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 300 },
    );
  });

  it('has a match where the passage has one that fits', () => {
    const word = fc.constantFrom('tea', 'window', '数据库', 'x_y', '👍', 'of');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), fc.integer({ min: 12, max: 100 }), (words, length) => {
        const { matches } = snippet(words.join(' '), '库 window', { length });
        expect(matches.length > 0).toBe(words.includes('数据库') || words.includes('window'));
      }),
    );
  });

  it('takes a passage that never pauses', () => {
    for (const part of ['a', '的', '👍', '\u0301', '\ud800', "a'", ' ', '\u0000']) {
      expect(snippet(part.repeat(100_000), 'a 的').text.length, part).toBeLessThanOrEqual(240);
    }
  });
});

it('shows the place with most of the words, although others stand alone before and behind it', () => {
  const far = ' stone'.repeat(80);
  const { text } = snippet(`lamp${far} harbour office${far} ferry${far}`, 'lamp harbour office ferry');
  expect(text).toContain('harbour office');
  expect(text).not.toMatch(/lamp|ferry/);
});
