// Selects entries by a filter, and namespaces by a condition of LangGraph. Pure.
import { invalidInput } from '../../errors.ts';
import { fields } from '../lenses/fields.ts';

/** A value of a field, or comparisons with it: `{ $gte: 3 }`. */
export type StoreFilter = Readonly<Record<string, unknown>>;

/** A beginning or an end of namespaces, in which `*` stands for any label. */
export interface NamespaceCondition {
  readonly matchType: 'prefix' | 'suffix';
  readonly path: readonly string[];
}

const COMPARISONS: Readonly<Record<string, (value: unknown, given: unknown) => boolean>> = {
  $eq: (value, given) => value === given,
  $ne: (value, given) => value !== given,
  $gt: (value, given) => Number(value) > Number(given),
  $gte: (value, given) => Number(value) >= Number(given),
  $lt: (value, given) => Number(value) < Number(given),
  $lte: (value, given) => Number(value) <= Number(given),
  $in: (value, given) => Array.isArray(given) && given.includes(value),
  $nin: (value, given) => !(Array.isArray(given) && given.includes(value)),
};

/**
 * Whether a value passes the filter.
 * @throws invalid-input: an unknown comparison, which would silently select nothing
 */
export function passes(value: StoreFilter, filter: StoreFilter): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const comparisons = Object.entries(fields(wanted)).filter(([operator]) => operator.startsWith('$'));
    if (comparisons.length === 0) return value[name] === wanted;
    return comparisons.every(([operator, given]) => {
      const compare = COMPARISONS[operator];
      if (compare) return compare(value[name], given);
      throw invalidInput(`filter.${name}`, `a value, or one of ${Object.keys(COMPARISONS).join(', ')}`);
    });
  });
}

export const meets = (namespace: readonly string[], { matchType, path }: NamespaceCondition): boolean => {
  const from = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return (
    from >= 0 &&
    path.every(
      (label, index) => (label === '*' && from + index < namespace.length) || label === namespace[from + index],
    )
  );
};
