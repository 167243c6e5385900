// Filters over items: by the value of a field, and by ranges of its numbers. Types, check, predicate and the labels of
// the index derive from the two tables. Pure.
import { didYouMean } from '../../options/nearest.ts';
import { invalid } from '../item.ts';
import { type FieldTable, type FieldValues, type FilterField, ITEM_FIELDS, namesOf } from './item-fields.ts';
import type { Refuse } from './readers.ts';

interface FieldRange {
  readonly field: 'createdAt' | 'step' | 'importance';
  /** `from`: passes the filter's number and larger ones · `below`: passes smaller ones. */
  readonly end: 'from' | 'below';
}

/** The lower end of a range is included, the upper end excluded: adjacent ranges share nothing. */
export const RANGES = {
  /** Said, written or sent at this time or later; ms since 1970. */
  after: { field: 'createdAt', end: 'from' },
  /** Said, written or sent earlier than this; ms since 1970. At least `after`. */
  before: { field: 'createdAt', end: 'below' },
  /** Memorized, written or sent in this agent step or later. */
  fromStep: { field: 'step', end: 'from' },
  /** Memorized, written or sent in an earlier agent step than this; at least `fromStep`. */
  beforeStep: { field: 'step', end: 'below' },
  /** Items of this importance or more, 0–1. */
  minImportance: { field: 'importance', end: 'from' },
} as const satisfies Readonly<Record<string, FieldRange>>;

type RangeFilters = { readonly [Name in keyof typeof RANGES]: number };

/**
 * All must match: a label exactly, `tags` all of them. An item without a field passes no filter on it.
 * @example
 * const filters: Filters = { speaker: 'Ann', tags: ['food'], after: Date.UTC(2026, 0, 1) };
 * const food = await memory.items.list({ filters });
 */
export interface Filters extends Partial<FieldValues<FilterField> & RangeFilters> {}

/** Values that filters compare: an item, or the part of a message or passage that corresponds to fields of an item. */
export interface Filterable extends Partial<FieldValues<FilterField | FieldRange['field']>> {}

const ranges: Readonly<Record<string, FieldRange>> = RANGES;
export const RANGED_FIELDS = [...new Set(Object.values(ranges).map(({ field }) => field))];

const filtered = namesOf(({ filter }) => filter);

export const filterNames = (): string[] => [...filtered(), ...Object.keys(ranges)];

const known = (): string => `the filters are ${filterNames().join(', ')}`;

/** @throws invalid-input: names the filter and lists all known ones */
export function checkFilters(filters: unknown): Filters {
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) {
    throw invalid('filters', `an object; ${known()}`, filters);
  }
  for (const [name, value] of Object.entries(filters)) {
    const refuse: Refuse = (expected, received = value) => {
      throw invalid(`filters.${name}`, `${expected}; ${known()}`, received);
    };
    if (!filterNames().includes(name)) refuse(`absent${didYouMean(name, filterNames())}`);
    (ITEM_FIELDS as FieldTable)[ranges[name]?.field ?? name]?.read(value, refuse, { maxTextLength: Infinity });
  }
  refuseReversed(boundsOf(filters));
  return filters;
}

function refuseReversed(bounds: readonly Bound[]): void {
  for (const upper of bounds.filter(({ end }) => end === 'below')) {
    const lower = bounds.find(({ field, end }) => field === upper.field && end === 'from');
    if (lower && upper.bound < lower.bound) {
      throw invalid(`filters.${upper.name}`, `at least filters.${lower.name}`, upper.bound);
    }
  }
}

/** Checks the filters of `forget`, where filters that pass everything would select everything. @throws invalid-input */
export function checkSomeFilters(filters: unknown): Filters {
  const checked = checkFilters(filters);
  // An empty list of tags passes everything.
  if (Object.values(checked).every((value) => Array.isArray(value) && value.length === 0)) {
    throw invalid('filters', `an object with at least one filter; ${known()}`, filters);
  }
  return checked;
}

/** Whether an item passes all of the filters. */
export function matches(item: Filterable, filters: Filters): boolean {
  const values = item as Readonly<Record<string, unknown>>;
  for (const [name, wanted] of Object.entries(filters)) {
    const range = ranges[name];
    const value = values[range?.field ?? name];
    const passes = range ? isWithin(value as number, range.end, wanted as number) : hasValue(value, wanted);
    if (!passes) return false;
  }
  return true;
}

/** Whether a number is within a bound; false without a number. */
export const isWithin = (value: number | undefined, end: FieldRange['end'], bound: number): boolean =>
  value !== undefined && (end === 'from' ? value >= bound : value < bound);

const hasValue = (value: unknown, wanted: unknown): boolean =>
  Array.isArray(wanted) ? wanted.every((each) => Array.isArray(value) && value.includes(each)) : value === wanted;

interface Bound extends FieldRange {
  readonly name: string;
  readonly bound: number;
}

/** Returns the ranges among the filters. */
export function boundsOf(filters: Filters): Bound[] {
  const given = filters as Readonly<Record<string, number>>;
  return Object.entries(ranges).flatMap(([name, range]) => {
    const bound = given[name];
    return bound === undefined ? [] : [{ name, ...range, bound }];
  });
}

/**
 * Returns one label per value, e.g. `tag urgent`; a query and an item with the same value have the same label. A plain
 * loop, because the index calls it for every item.
 */
export function filterLabels(carrier: Filterable): string[] {
  const labels: string[] = [];
  const rows: FieldTable = ITEM_FIELDS;
  for (const name of filtered()) {
    const value = (carrier as Readonly<Record<string, string | readonly string[]>>)[name];
    if (value === undefined) continue;
    for (const each of typeof value === 'string' ? [value] : value) labels.push(`${rows[name]?.filter} ${each}`);
  }
  return labels;
}
