import { expect, it } from 'vitest';
import { losesMost } from '../../../src/tree/files/shrink-guard.ts';

const text = (length: number): string => 'x'.repeat(length);

it('a text of 400 characters loses most of it below two fifths, a shorter one may shrink freely', () => {
  expect(losesMost(text(400), text(159))).toBe(true);
  expect(losesMost(text(400), text(160))).toBe(false);
  expect(losesMost(text(399), '')).toBe(false);
});

it('hints in comments count for nothing', () => {
  const hinted = `${text(300)}<!-- ${text(200)} -->`;
  expect(losesMost(hinted, '')).toBe(false);
});
