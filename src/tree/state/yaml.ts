// Shared by reading and writing YAML: the values, the limits, and the refusal of a text or a value. Pure.
// Names no type of the `yaml` package: the declarations of this file are part of what an app compiles against.
import { WorkingMemoryError } from '../../errors.ts';

export type Yaml = null | boolean | number | string | readonly Yaml[] | { readonly [key: string]: Yaml };
export type YamlMap = { readonly [key: string]: Yaml };

/** Most levels of maps and lists. */
export const DEEPEST = 32;
/** UTF-16 units; even with every character escaped, a key stays below YAML's limit of 1,024. */
const LONGEST_KEY = 128;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

/** Characters that YAML, or some reader of it, does not accept unescaped. */
export const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

const NEEDED =
  'one document of YAML 1.2 that holds maps, lists, texts, numbers, true, false and null, ' +
  `at most ${DEEPEST} levels deep, without repeated keys, anchors, aliases and tags`;

export const isList = (value: Yaml | undefined): value is readonly Yaml[] => Array.isArray(value);

export const isYamlMap = (value: Yaml | undefined): value is YamlMap =>
  typeof value === 'object' && value !== null && !isList(value);

/** Returns why a key is not allowed; undefined if it is. */
export function wrongKey(key: string): string | undefined {
  if (FORBIDDEN_KEYS.includes(key)) return `the key ${key}, which JavaScript reserves (rename it)`;
  return key.length > LONGEST_KEY ? `a key of ${key.length} characters, over ${LONGEST_KEY} (shorten it)` : undefined;
}

/** Makes the error. `line` counts from 1; without one, the fault is in a value to be written. */
export function refused(line: number | undefined, what: string): WorkingMemoryError<'invalid-input'> {
  const where = line === undefined ? 'This value cannot be written as YAML: it has' : `Line ${line} of the YAML has`;
  return new WorkingMemoryError('invalid-input', `${where} ${what}. Expected: ${NEEDED}. Nothing was changed.`, {
    argument: 'yaml',
    expected: NEEDED,
    received: line === undefined ? what : `line ${line}: ${what}`,
  });
}

/** Compares values; the order of keys does not matter. */
export function isSame(one: Yaml | undefined, other: Yaml | undefined): boolean {
  if (isList(one))
    return isList(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isYamlMap(one) || !isYamlMap(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}
