// Checks of field values. Pure.
import { oneOfNames } from '../../options/nearest.ts';
import { type Source, SOURCES, type Trust } from '../../options/provenance.ts';

/** Throws an error of the caller's choice. `received` defaults to the whole value. */
export type Refuse = (expected: string, received?: unknown) => never;

export interface TextLimits {
  /** Longest text of an item, in UTF-16 units. */
  readonly maxTextLength: number;
}

/** Returns the value to store, or refuses it. */
export type FieldReader<Value> = (value: unknown, refuse: Refuse, limits: TextLimits) => Value;

/** Most UTF-16 units of a label. */
const LONGEST_LABEL = 200;
const MOST_TAGS = 64;
/** Largest time value of a Date. */
const LATEST_TIME = 8.64e15;
/** Steps, revisions and sequences grow one by one; no session counts further than this. */
const HIGHEST_COUNT = 999_999_999;
/** Property names that could reach an object's prototype. */
export const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype'];

/** Refuses half of a surrogate pair: UTF-8 cannot hold it, so the text would come back from storage as another one. */
export const readText: FieldReader<string> = (value, refuse, { maxTextLength }) => {
  if (typeof value !== 'string' || value.trim() === '') return refuse('a text that is not empty');
  if (value.length > maxTextLength)
    return refuse(`at most ${maxTextLength} characters (limits.maxTextLength); split it`);
  return value.isWellFormed() ? value : refuse('well-formed Unicode; it holds half of a surrogate pair');
};

export const readLabel: FieldReader<string> = (value, refuse) => {
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_LABEL && value.isWellFormed()) return value;
  return refuse(`a text of 1 to ${LONGEST_LABEL} characters`, value);
};

/** Removes repeated tags. */
export const readTags: FieldReader<readonly string[]> = (value, refuse, limits) => {
  if (!Array.isArray(value) || value.length > MOST_TAGS) return refuse(`an array of at most ${MOST_TAGS} texts`);
  return [...new Set(value.map((tag: unknown) => readLabel(tag, refuse, limits)))];
};

/** Refuses control characters: ids are keys of rows and names in exports, and a line break would break both. */
export const readId: FieldReader<string> = (value, refuse, limits) => {
  const id = readLabel(value, refuse, limits);
  return FORBIDDEN_NAMES.includes(id) || /\p{Cc}/u.test(id) ? refuse('an id without control characters') : id;
};

/** Refuses NaN as well, which fails both comparisons. */
export const readShare: FieldReader<number> = (value, refuse) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : refuse('a number from 0 to 1');

export const readFlag: FieldReader<boolean> = (value, refuse) =>
  typeof value === 'boolean' ? value : refuse('true or false');

/** Reads a time in ms since 1970. */
export const readTime: FieldReader<number> = (value, refuse) =>
  typeof value === 'number' && value >= 0 && value <= LATEST_TIME
    ? value
    : refuse(`milliseconds from 0 to ${LATEST_TIME}`);

/** Reads a time in ms since 1970, or Infinity for never. */
export const readMoment: FieldReader<number> = (value, refuse, limits) => {
  if (value === Infinity) return value;
  return readTime(value, (expected, received) => refuse(`${expected}, or Infinity for never`, received), limits);
};

export const readCount: FieldReader<number> = (value, refuse) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= HIGHEST_COUNT
    ? (value as number)
    : refuse(`a whole number from 0 to ${HIGHEST_COUNT}`);

export const readOneOf =
  <Value>(values: readonly Value[]): FieldReader<Value> =>
  (value, refuse) =>
    values.includes(value as Value) ? (value as Value) : refuse(oneOfNames(value, values.map(String)));

export const readSource: FieldReader<Source> = readOneOf(SOURCES);
export const readTrust: FieldReader<Trust> = readOneOf<Trust>([0, 1, 2]);
