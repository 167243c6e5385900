// Filters of a query, as labels that the index compares. Pure.
import {
  type FieldTable,
  type FieldValues,
  type FilterField,
  ITEM_FIELDS,
  rowsOf,
} from '../items/fields/item-fields.ts';

/** An item must match every given filter exactly, and carry all of `tags`. */
export type Filters = Partial<FieldValues<FilterField>>;

/**
 * One label per value, e.g. `tag urgent`; a query and an item with the same value have the same label. A plain loop,
 * because the index calls it for every item.
 */
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

/** The type of a filter's value; undefined for an unknown filter. */
export const filterValueType = (name: string): 'text' | 'texts' | undefined =>
  rowsOf(ITEM_FIELDS).find(([field]) => field === name)?.[1].filter?.takes;

/** The known filters in words, for errors. */
export function describeFilters(): string {
  const named = (takes: string): string =>
    rowsOf(ITEM_FIELDS)
      .flatMap(([name, { filter }]) => (filter?.takes === takes ? [name] : []))
      .join(' or ');
  return `${named('text')} as a text, or ${named('texts')} as an array of texts`;
}

export const carriesAll = (wanted: readonly string[], carried: readonly string[]): boolean =>
  wanted.every((label) => carried.includes(label));
