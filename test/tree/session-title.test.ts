import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkTitle, firstWords } from '../../src/tree/session-title.ts';

it('keeps a short beginning as it is, on one line', () => {
  expect(firstWords('  Hello\n\tthere ')).toBe('Hello there');
  expect(firstWords(' \n ')).toBe('');
});

it('cuts a long one at a word, and one without words between graphemes', () => {
  expect(firstWords('How do we get from Lyon to the lake on Friday, and which train?')).toBe(
    'How do we get from Lyon to the lake on Friday, and which…',
  );
  expect(firstWords('记'.repeat(100))).toBe(`${'记'.repeat(58)}…`);
  const family = '👩‍👩‍👧‍👦';
  expect(firstWords(family.repeat(20))).toBe(`${family.repeat(5)}…`);
});

it('is at most 60 characters of well-formed Unicode, however the text begins', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const title = firstWords(text);
      expect(title.length).toBeLessThanOrEqual(60);
      expect(title.isWellFormed()).toBe(true);
      expect(title).toBe(title.trim());
    }),
  );
});

it('a title of the app is one line of 1 to 200 characters', () => {
  expect(checkTitle(' The\n harbour ')).toBe('The harbour');
  expect(checkTitle('x'.repeat(200))).toBe('x'.repeat(200));
  for (const title of ['', ' \n', 'x'.repeat(201), 'word '.repeat(100), 7, undefined])
    expect(() => checkTitle(title)).toThrow(/a text of 1 to 200 characters/);
});
