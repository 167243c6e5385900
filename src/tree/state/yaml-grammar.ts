// What reading and writing YAML share: the subset's words and limits, and how it refuses. Pure.
import { WorkingMemoryError } from '../../errors.ts';

export type Yaml = null | boolean | number | string | readonly Yaml[] | { readonly [key: string]: Yaml };

const UNDERSTOOD =
  'maps and lists in block form, one-line texts (plain, \'…\', or "…" with \\" \\\\ \\n \\t \\uXXXX), numbers, ' +
  'true, false, null, [], {}, literal texts (| or |-) and # comments, indented by spaces';

/** Levels of maps and lists. */
export const DEEPEST = 32;
/** UTF-16 units; written with every character escaped a key stays below YAML's limit of 1,024. */
const LONGEST_KEY = 128;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

/** Characters that YAML, or some reader of it, does not take as they are. */
export const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** What YAML 1.2 reads as null or a boolean, in every spelling. */
export const TYPED_WORD = /^(?:~|null|true|false)$/i;
/** A superset of the numbers of YAML 1.1 and 1.2. */
export const NUMBER_LIKE = /^[-+]?(?:\.?\d[\d_.:]*(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.(?:inf|nan))$/i;

export const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t' };

export interface Line {
  readonly number: number;
  /** Spaces before the text. */
  readonly indent: number;
  readonly text: string;
}

export function checkKey(line: Line | undefined, key: string): string {
  if (FORBIDDEN_KEYS.includes(key)) throw refused(line, `the key ${key}`);
  if (key.length > LONGEST_KEY) throw refused(line, `a key of more than ${LONGEST_KEY} characters`);
  return key;
}

/** Without a line it was found in a value that is being written. */
export function refused(line: Line | undefined, what: string): WorkingMemoryError {
  const where = line ? `Line ${line.number} of the YAML has` : 'This value cannot be written as YAML: it has';
  return new WorkingMemoryError('invalid-input', `${where} ${what}. Understood are ${UNDERSTOOD}.`, {
    argument: 'yaml',
    expected: UNDERSTOOD,
    received: line ? `line ${line.number}: ${what}` : what,
  });
}
