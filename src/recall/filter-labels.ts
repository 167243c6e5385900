// What an entry carries that a query can ask for. Pure.
import {
  type FieldTable,
  type FieldValues,
  type FilterField,
  ITEM_FIELDS,
  rowsOf,
} from '../items/fields/item-fields.ts';

/** Exact values; with several, an item must match every one. It must carry all of `tags`. */
export type Filters = Partial<FieldValues<FilterField>>;

/** One label per value, the same for a query and for an item. Called for every item of an index: a plain loop. */
export function filterLabels(carrier: Filters): string[] {
  const labels: string[] = [];
  const rows: FieldTable = ITEM_FIELDS;
  for (const name in rows) {
    const filter = rows[name]?.filter;
    const value = (carrier as Readonly<Record<string, string | readonly string[]>>)[name];
    if (!filter || value === undefined) continue;
    for (const each of typeof value === 'string' ? [value] : value) labels.push(`${filter.label} ${each}`);
  }
  return labels;
}

/** What a filter must be; undefined for a name that is none. */
export const filterTakes = (name: string): 'text' | 'texts' | undefined =>
  rowsOf(ITEM_FIELDS).find(([field]) => field === name)?.[1].filter?.takes;

/** In words, for errors. */
export function filtersInWords(): string {
  const named = (takes: string): string =>
    rowsOf(ITEM_FIELDS)
      .flatMap(([name, { filter }]) => (filter?.takes === takes ? [name] : []))
      .join(' or ');
  return `${named('text')} as a text, or ${named('texts')} as an array of texts`;
}

export const carriesAll = (wanted: readonly string[], carried: readonly string[]): boolean =>
  wanted.every((label) => carried.includes(label));
