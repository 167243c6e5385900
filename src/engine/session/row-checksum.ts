// Row checksums, which keep rows that a browser repaired in part or a person edited out of the kernel and of prompts.
import type { Row, RowChange } from '../../storage/port.ts';
import { canonicalJson } from '../../tree/canonical-json.ts';
import { hash, RunningHash } from '../../tree/hash.ts';

/** A row of these fields and `check`, their checksum. */
export const withChecksum = (fields: object): Row => ({ ...fields, check: checkOf(fields) });

/** The row's fields without `check`; undefined when the checksum does not match. */
export function verifiedFields(row: Row): object | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { check, ...fields } = row;
  return check === checkOf(fields) ? fields : undefined;
}

/** The row's fields without `check`, unverified: for rows that this owner has just written. */
export function withoutChecksum({ value }: RowChange): object | undefined {
  if (!value) return undefined;
  const { check: _, ...fields } = value;
  return fields;
}

function checkOf(fields: object): string {
  const running = new RunningHash();
  return addJson(running, fields) ? running.digits : hash(canonicalJson(fields));
}

/** JSON has it as it is. */
const PLAIN_NAME = /^[a-z]\w*$/i;

/**
 * Adds the JSON of a value with its keys sorted, much faster than through a replacer. False where only a replacer tells
 * it: for keys that objects put in an order of their own, and for values that are no plain JSON.
 */
function addJson(running: RunningHash, value: unknown): boolean {
  if (typeof value === 'number') running.add(Number.isFinite(value) ? String(value === 0 ? 0 : value) : 'null');
  else if (typeof value !== 'object' || value === null) {
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined) return false;
    running.add(json);
  } else if (Array.isArray(value)) {
    let sign = '[';
    for (const inner of value as readonly unknown[]) {
      running.add(sign);
      if (!addJson(running, inner)) return false;
      sign = ',';
    }
    running.add(sign === '[' ? '[]' : ']');
  } else {
    if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return false;
    let sign = '{';
    for (const key of Object.keys(value).sort()) {
      const inner = (value as Record<string, unknown>)[key];
      if (inner === undefined) continue;
      if (!PLAIN_NAME.test(key)) {
        if (/^\d/.test(key)) return false;
        running.add(`${sign}${JSON.stringify(key)}:`);
      } else running.add(`${sign}"${key}":`);
      if (!addJson(running, inner)) return false;
      sign = ',';
    }
    running.add(sign === '{' ? '{}' : '}');
  }
  return true;
}
