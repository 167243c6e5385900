import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, sentences, shortener } from '../../../src/context/reading/sentences.ts';

const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);

describe('sentences', () => {
  it('end at points before a blank, not inside names, numbers and abbreviations', () => {
    expect(
      sentences('We use e.g. Redis v2.0. Dr. Smith said "No." Then left! See src/a.ts? Plan A. B. is off. ok.'),
    ).toEqual([
      'We use e.g. Redis v2.0.',
      'Dr. Smith said "No."',
      'Then left!',
      'See src/a.ts?',
      'Plan A. B. is off. ok.',
    ]);
  });

  it('end at Chinese and Japanese marks', () => {
    expect(sentences('你好！请用中文回答。好的？「是。」然后走。はい。次へ')).toEqual([
      '你好！',
      '请用中文回答。',
      '好的？',
      '「是。」',
      '然后走。',
      'はい。',
      '次へ',
    ]);
  });

  it('end at a line break, unless the line goes on in lower case', () => {
    expect(
      sentences('# Title\n\n- first item\ngoes on here\n- second item\r\n> quoted\n1. third:\nlower case'),
    ).toEqual(['Title', 'first item goes on here', 'second item', 'quoted', 'third:', 'lower case']);
  });

  it('leave code blocks out', () => {
    expect(sentences('Before.\n```ts\nconst a = 1. B\n~~~\n```\nAfter.\n~~~~\nleft open')).toEqual([
      'Before.',
      'After.',
    ]);
  });

  it('hold every word of a text without code, in order', () => {
    const piece = fc.constantFrom('a', 'B', '.', '. ', '! ', '。', '\n', ' ', '"', ')', '汉', '1', 'e.g. ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        // Without blanks, so that a number with a point at the beginning of a line is not taken for a list.
        const text = `x${pieces.join('')}`.replace(/\n/g, '\nx');
        expect(sentences(text).join('').replaceAll(' ', '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});

describe('one line', () => {
  it('has neither breaks nor controls nor the beginning of a comment', () => {
    expect(oneLine(' a\r\n\tb\u0000\u001b\u0085\u2028c <!--d--> ')).toBe('a b c <! --d-->');
  });
});

describe('shortening', () => {
  const shorten = shortener();

  it('leaves what is short enough, and cuts at a word or a comma otherwise', () => {
    expect(shorten('as it is', 8)).toBe('as it is');
    expect(shorten('some words in a row', 12)).toBe('some words…');
    expect(shorten('决定采用新的方案，因为旧的方案太慢了', 12)).toBe('决定采用新的方案…');
    expect(shorten('abcdefghijklmnop', 8)).toBe('abcdefg…');
    expect(shorten('👩‍👩‍👧‍👦'.repeat(5), 6)).toBe('👩‍👩‍👧‍👦'.repeat(5));
    expect(shorten('👩‍👩‍👧‍👦'.repeat(7), 6)).toBe(`${'👩‍👩‍👧‍👦'.repeat(5)}…`);
  });

  it('never cuts inside a grapheme and never gives more than it was asked for', () => {
    const piece = fc.constantFrom('a', ' ', '漢', '，', 'e\u0301', '👩‍👩‍👧‍👦', '👍🏽', '🇩🇪', '𝒳', 'क्षि', '각', ',');
    const text = fc.array(piece, { maxLength: 60, size: 'max' }).map((pieces) => pieces.join('').trim());
    let cuts = 0;
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (text, most) => {
        const short = shorten(text, most);
        const whole = graphemesOf(text);
        expect(graphemesOf(short).length).toBeLessThanOrEqual(Math.max(most, 1));
        if (short === text) return;
        cuts++;
        const kept = graphemesOf(short.slice(0, -1));
        expect(short.endsWith('…')).toBe(true);
        expect(kept).toEqual(whole.slice(0, kept.length));
      }),
      { numRuns: 500 },
    );
    expect(cuts).toBeGreaterThan(100);
  });

  it('ends early rather than inside a grapheme that is longer than a line', () => {
    const pile = `a${'\u0301'.repeat(5000)}`;
    expect(shorten(`xy ${pile}`, 10)).toBe('xy…');
  });
});
