// Row checksums: a row that a browser half-repaired or somebody edited must not reach the kernel or a prompt.
import type { Row } from '../../storage/port.ts';
import { hash } from '../../tree/hash.ts';

/** The row with its `check`, which covers every other field. */
export const withChecksum = (fields: object): Row => ({ ...fields, check: checkOf(fields) });

/** The fields without their check, or undefined when they are not what was written. */
export function verifiedFields(row: Row): object | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { check, ...fields } = row;
  return check === checkOf(fields) ? fields : undefined;
}

/** The fields of a row that this owner has just sealed itself. */
export function withoutChecksum({ check: _, ...fields }: Row): object {
  return fields;
}

const checkOf = (fields: object): string => hash(JSON.stringify(fields, sortKeys));

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
