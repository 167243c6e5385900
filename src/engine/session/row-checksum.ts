// Row checksums: a row that a browser half-repaired or somebody edited must not reach the kernel or a prompt.
import type { Row } from '../../storage/port.ts';

/** The row with its `check`, which covers every other field. */
export const sealed = (fields: object): Row => ({ ...fields, check: checkOf(fields) });

/** The fields without their check, or undefined when they are not what was written. */
export function unsealed(row: Row): object | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { check, ...fields } = row;
  return check === checkOf(fields) ? fields : undefined;
}

/** The fields of a row that this owner has just sealed itself. */
export function fieldsOf({ check: _, ...fields }: Row): object {
  return fields;
}

const checkOf = (fields: object): string => hashOf(JSON.stringify(fields, sortKeys));

/** Two 32-bit FNV-1a hashes over the text's units: against accidents, not against an attacker. */
export function hashOf(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ (unit + index), 0x01000193);
  }
  return hex(first) + hex(second);
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
