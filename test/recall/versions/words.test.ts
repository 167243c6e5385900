// Words of a claim: those that name its subject, and those between them.
import { expect, it } from 'vitest';
import { isCharacter, isContent, wordsOf } from '../../../src/recall/versions/words.ts';

const ofText = (text: string): readonly number[] => wordsOf(text) ?? [];
const SAID = 'The harbour office of Lisbon is now open on Mondays at nine, says Ann to us';

it('tells words that say what a claim is about from those between them, and both from single characters', () => {
  const words = ofText(SAID);
  expect(words.filter(isCharacter)).toEqual([]);
  for (const small of ['the', 'of', 'is', 'on', 'at', 'to'])
    expect(ofText(small).map(isContent), small).toEqual([false]);
  for (const word of ['harbour', 'office', 'Lisbon', 'Mondays', 'nine', 'Ann'])
    expect(ofText(word).map(isContent), word).toEqual([true]);
});

it('takes a script without blanks by character, and the small ones of it say nothing', () => {
  const words = ofText('我住在北京');
  expect(words.every(isCharacter)).toBe(true);
  expect(words.map(isContent)).toEqual([false, true, false, true, true]);
});

it('takes a blank between words of a script without blanks for the sign behind a label', () => {
  expect(ofText('住址 北京')).toEqual(ofText('住址：北京'));
  expect(ofText('住址 北京')).not.toEqual(ofText('住址北京'));
  expect(ofText('home Bern')).not.toEqual(ofText('home: Bern'));
});

it('has a sign for the end of a label, one for that of a clause, and none for a dash', () => {
  const ends = ['home: Bern', 'home, Bern', 'home - Bern'].map((text) => ofText(text).length);
  expect(ends).toEqual([3, 3, 2]);
  expect(ofText('home,Bern')).toEqual(ofText('home, Bern'));
  expect(ofText('home=Bern')).toEqual(ofText('home: Bern'));
  expect(ofText('10:30')).toHaveLength(2);
});

it('gives forms of one word one number', () => {
  expect(ofText('offices')).toEqual(ofText('office'));
  expect(ofText('office')).not.toEqual(ofText('harbour'));
});

it('takes a text of more than 48 words for more than one claim, however they are put together', () => {
  const many = (count: number, between: string): string =>
    Array.from({ length: count }, (_, at) => `w${at}`).join(between);
  for (const between of [' ', '\t', '-', '/']) {
    expect(wordsOf(many(48, between)), between).toHaveLength(48);
    expect(wordsOf(many(49, between)), between).toBeUndefined();
  }
  // A sign between two of them counts as one more.
  expect(wordsOf(many(24, ','))).toHaveLength(47);
  expect(wordsOf(many(25, ','))).toBeUndefined();
  expect(wordsOf('京'.repeat(48))).toHaveLength(48);
  expect(wordsOf('京'.repeat(49))).toBeUndefined();
});
