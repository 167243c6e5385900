// Rows of items as stored: short names, without the values that most items share. Pure.
import { type Source, TRUST_OF_SOURCE } from '../../../options/provenance.ts';
import type { Row } from '../../../storage/port.ts';
import { canBeShort, type StoredFields, withLongNames, withShortNames } from './short-names.ts';

/** Values of omitted fields. Stored items depend on them, so they never change. */
const USUAL: StoredFields = { importance: 0.5, pinned: false, forgotten: false, source: 'user', step: 0 };
/** Values of omitted fields in the event of a new item, which has only some of the fields. */
const USUAL_NEW: StoredFields = { importance: 0.5, pinned: false, source: 'user' };
/** Short name of the text, which every item has: it marks a compact row. */
const TEXT = 'x';

export const compactItem = (row: Row): Row =>
  'text' in row && canBeShort(row) ? (withShortNames(withoutUsual(row, USUAL)) as Row) : row;

/** Expands a compact row; returns any other unchanged. A damaged one yields a row that does not match its check. */
export const wholeItem = (row: Row): Row =>
  typeof row === 'object' && row !== null && TEXT in row ? (withUsual(withLongNames(row), USUAL) as Row) : row;

/** @param told further values that the event may omit */
export const compactNewcomer = (fields: StoredFields, told: StoredFields): StoredFields =>
  withoutUsual(fields, { ...USUAL_NEW, ...told });
export const wholeNewcomer = (fields: StoredFields): StoredFields => withUsual(fields, USUAL_NEW);

function withoutUsual(fields: StoredFields, usual: StoredFields): StoredFields {
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const common = name === 'trust' ? trustOf(fields['source']) : usual[name];
    if (value === undefined || value !== common) rest[name] = value;
  }
  return rest;
}

function withUsual(fields: StoredFields, usual: StoredFields): StoredFields {
  const whole = { ...usual, ...fields };
  return { trust: trustOf(whole['source']), ...whole };
}

const trustOf = (source: unknown): unknown => TRUST_OF_SOURCE[source as Source];
