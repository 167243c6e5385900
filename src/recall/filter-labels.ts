// What an entry carries that a query can ask for. Pure.
import { type FieldValues, type FilterField, ITEM_FIELDS, rowsOf } from '../items/fields/item-fields.ts';

/** Exact values; with several, an item must match every one. It must carry all of `tags`. */
export type Filters = Partial<FieldValues<FilterField>>;

/** One label per value, the same for a query and for an item. */
export function filterLabels(carrier: Filters): string[] {
  return rowsOf(ITEM_FIELDS).flatMap(([name, { filter }]) => {
    const value = filter && (carrier as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return [];
    return (Array.isArray(value) ? value : [value]).map((each) => `${filter?.label} ${each}`);
  });
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

/** Where a file of the tree is found. */
export function scopeOf(path: string): 'overview' | 'detail' | 'archive' {
  if (path.startsWith('detail/')) return 'detail';
  return path.startsWith('archive/') ? 'archive' : 'overview';
}

export const carriesAll = (wanted: readonly string[], carried: readonly string[]): boolean =>
  wanted.every((label) => carried.includes(label));
