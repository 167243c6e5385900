// The stored hash: in every row's check, as the key of a text's vector, and in names of folders.
import { expect, it } from 'vitest';
import { hash } from '../../src/tree/hash.ts';

it('is the one that rows, vectors and folders were stored under', () => {
  expect(['', 'a', 'ab', 'ba', '项目', '\ud800', 'x'.repeat(1000)].map(hash)).toEqual([
    '811c9dc59747b28c',
    'e40c292c12deab17',
    '4d2505ca2887e79c',
    '3c2ba6cc0f89fed8',
    '695778ee3c072fc0',
    '0481d51fb16cba64',
    '07d18165b07cb07c',
  ]);
});

it('tells texts apart that differ in order alone', () => {
  expect(hash('ab')).not.toBe(hash('ba'));
});
