// What may be asked of a search over files and transcript. Pure.
import { WorkingMemoryError } from '../errors.ts';

export const SEARCH_SCOPES = ['all', 'overview', 'detail', 'archive', 'transcript'] as const;
export type SearchScope = (typeof SEARCH_SCOPES)[number];

export interface SearchOptions {
  /** Default `all`. */
  readonly scope?: SearchScope;
  /** 1–100; default 10. */
  readonly limit?: number;
}

export type FileSearch = Required<SearchOptions>;

/** @throws invalid-input */
export function checkSearch(
  prompt: unknown,
  { scope = 'all', limit = 10, ...unknown }: SearchOptions = {},
): FileSearch {
  if (typeof prompt !== 'string' || prompt.trim() === '') throw invalid('prompt', 'a text that is not empty');
  for (const name of Object.keys(unknown)) throw invalid(name, 'absent; known are scope and limit');
  if (!SEARCH_SCOPES.includes(scope)) throw invalid('scope', SEARCH_SCOPES.join(', '));
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 100) throw invalid('limit', 'a whole number from 1 to 100');
  return { scope, limit };
}

const invalid = (argument: string, expected: string): WorkingMemoryError =>
  new WorkingMemoryError('invalid-input', `${argument} must be ${expected}.`, { argument, expected });
