// Accepted values of item fields, up to their limits.
import { describe, expect, it } from 'vitest';
import {
  type FieldReader,
  readCount,
  readFlag,
  readId,
  readLabel,
  readMoment,
  readOneOf,
  readShare,
  readSource,
  readTags,
  readText,
  readTime,
  readTrust,
} from '../../../src/items/fields/readers.ts';

const HALF = 'a\ud800';
const LATEST = 8_640_000_000_000_000;

const tags = (count: number): string[] => Array.from({ length: count }, (_, at) => `tag ${at}`);

/** Returns the stored value, or `refused`. */
function read(reader: FieldReader<unknown>, value: unknown): unknown {
  try {
    return reader(
      value,
      () => {
        throw new Error('refused');
      },
      { maxTextLength: 10 },
    );
  } catch {
    return 'refused';
  }
}

const LIMITS: readonly (readonly [string, FieldReader<unknown>, taken: unknown[], refused: unknown[]])[] = [
  ['a text', readText, ['a', 'x'.repeat(10), ' a '], ['', ' \n', 'x'.repeat(11), HALF, 7, undefined]],
  ['a label', readLabel, ['a', ' ', 'x'.repeat(200)], ['', 'x'.repeat(201), HALF, 7]],
  ['tags', readTags, [[], ['a'], tags(64)], [tags(65), [''], 'a', [7]]],
  ['an id', readId, ['a', 'x'.repeat(200)], ['', 'a\nb', '\u0085', '__proto__', 'constructor', 'prototype', 7]],
  ['a share', readShare, [0, 0.5, 1], [-0.01, 1.01, Number.NaN, '1']],
  ['a flag', readFlag, [true, false], [0, 'true', undefined]],
  ['a time', readTime, [0, 0.5, LATEST], [-1, LATEST + 1, Infinity, Number.NaN, '0', new Date()]],
  ['a moment', readMoment, [0, LATEST, Infinity], [-1, LATEST + 1, -Infinity, Number.NaN, null]],
  ['a count', readCount, [0, 1, 999_999_999], [-1, 0.5, 1_000_000_000, Number.NaN, '1']],
  ['one of several', readOneOf(['a', 'b']), ['a', 'b'], ['c', '', undefined]],
  ['a source', readSource, ['user', 'assistant', 'tool', 'system'], ['nobody', 'User']],
  ['a trust', readTrust, [0, 1, 2], [-1, 3, 1.5, '1']],
];

describe.each(LIMITS)('%s', (_, reader, taken, refused) => {
  it.each(taken.map((value) => [value]))('is taken: %j', (value) => {
    expect(read(reader, value)).toEqual(value);
  });

  it.each(refused.map((value) => [value]))('is refused: %j', (value) => {
    expect(read(reader, value)).toBe('refused');
  });
});

it('repeated tags are stored once', () => {
  expect(read(readTags, ['b', 'a', 'b'])).toEqual(['b', 'a']);
});
