// Checks the page and the limit of a long list.
import type { ListOptions } from '../api/items.ts';
import { invalidInput, kindOf } from '../errors.ts';
import { checkFilters } from '../items/fields/filters.ts';
import { checkNames } from '../options/nearest.ts';
import { CALL_DEFAULTS, MOST_PER_PAGE } from '../options/policy.ts';

/** @throws invalid-input */
export function checkLimit(limit: number, most = MOST_PER_PAGE): void {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > most)
    throw invalidInput('limit', `a whole number from 1 to ${most}`, kindOf(limit));
}

/** @throws invalid-input */
export function checkPage(from: number, limit: number): void {
  if (!Number.isSafeInteger(from) || from < 0) throw invalidInput('from', 'a whole number of at least 0', kindOf(from));
  checkLimit(limit);
}

const LISTED = ['from', 'limit', 'filters'];

/** @throws invalid-input */
export function checkListOptions(options: ListOptions): Required<ListOptions> {
  if (typeof options !== 'object' || options === null) throw invalidInput('options', 'an object', kindOf(options));
  const { from = 0, limit = CALL_DEFAULTS.listLimit, filters = {}, ...unknown } = options;
  checkNames('options', unknown, LISTED, 'list takes');
  checkPage(from, limit);
  return { from, limit, filters: checkFilters(filters) };
}
