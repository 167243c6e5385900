// Row checksums, which keep rows that a browser repaired in part or a person edited out of the kernel and of prompts.
import type { Row, RowChange, RowKey } from '../../storage/port.ts';
import { canonicalJson } from '../../tree/canonical-json.ts';
import { hash } from '../../tree/hash.ts';

/** A row on its way into a commit, without its check; without fields it is deleted. */
export interface UncheckedRow extends RowKey {
  readonly fields?: object | undefined;
}

/** Returns a row of these fields and `check`, their checksum. */
export const withChecksum = (fields: object): Row => ({ ...fields, check: checkOf(fields) });

/**
 * Returns the row's fields without `check`; undefined if there is no row or its checksum does not match.
 * @template Fields of a row that this library wrote
 */
export function verifiedFields<Fields extends object>(row: Row | undefined): Fields | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { check, ...fields } = row;
  return check === checkOf(fields) ? (fields as Fields) : undefined;
}

/** Returns the row's fields without `check`, unverified: for rows that this owner has just written. */
export function withoutChecksum({ value }: RowChange): object | undefined {
  if (!value) return undefined;
  const { check: _, ...fields } = value;
  return fields;
}

const checkOf = (fields: object): string => hash(canonicalJson(fields));
