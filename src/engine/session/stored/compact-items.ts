// Rows of items as they are stored: short names, and nothing of what most items have in common. Pure.
import { type Source, TRUST_OF_SOURCE } from '../../../options/provenance.ts';
import type { Row } from '../../../storage/port.ts';
import { canBeShort, type StoredFields, withLongNames, withShortNames } from './short-names.ts';

/** An item without one of these fields has this value. Stored, so that the values stay for good. */
const USUAL: StoredFields = { importance: 0.5, pinned: false, forgotten: false, source: 'user', step: 0 };
/** Of the event of a new item, which has only some of the fields. */
const USUAL_NEW: StoredFields = { importance: 0.5, pinned: false, source: 'user' };
/** Every item has a text: only a short one has this name. */
const TEXT = 'x';

export const compactItem = (row: Row): Row =>
  'text' in row && canBeShort(row) ? (withShortNames(withoutUsual(row, USUAL)) as Row) : row;

/** A row that is not compact comes back as it is; a damaged one as something that does not match its check. */
export const wholeItem = (row: Row): Row =>
  typeof row === 'object' && row !== null && TEXT in row ? (withUsual(withLongNames(row), USUAL) as Row) : row;

/** @param told what else the event need not say */
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
