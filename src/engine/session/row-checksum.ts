// Row checksums, which keep rows that a browser repaired in part or a person edited out of the kernel and of prompts.
import type { Row, RowChange } from '../../storage/port.ts';
import { hash } from '../../tree/hash.ts';

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

const checkOf = (fields: object): string => hash(sortedJson(fields) ?? JSON.stringify(fields, sortKeys));

/**
 * The JSON of a value with its keys sorted; much faster than a replacer. Undefined where only a replacer tells it: for
 * keys that objects put in an order of their own, and for values that are no plain JSON.
 */
function sortedJson(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value === 0 ? 0 : value) : 'null';
  if (typeof value !== 'object') return undefined;
  if (Array.isArray(value)) {
    const parts = value.map(sortedJson);
    return parts.includes(undefined) ? undefined : `[${parts.join(',')}]`;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return undefined;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner === undefined) continue;
    const part = sortedJson(inner);
    if (part === undefined || /^\d/.test(key)) return undefined;
    parts.push(`${JSON.stringify(key)}:${part}`);
  }
  return `{${parts.join(',')}}`;
}

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
