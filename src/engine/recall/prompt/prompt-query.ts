// The query whose hits go into a prompt. Function words of other languages are left out of it: a text that shares
// nothing else with the question answers nothing. English ones are no terms anyway.
import { checkQuery, type QueryDefaults, type RecallOptions, type RecallQuery } from '../../../recall/query.ts';
import { FUNCTION_WORDS } from '../../../recall/terms/latin.ts';
import { RECALLED_SCOPES } from './found-text.ts';

/** @throws invalid-input */
export const promptQuery = (written: string, options: RecallOptions, defaults: QueryDefaults): RecallQuery => ({
  ...checkQuery(written, { scope: RECALLED_SCOPES, ...options, abandoned: false, ranking: 'hybrid' }, defaults),
  written,
  // A blank prompt would find everything.
  prompt:
    written
      .split(' ')
      .filter((word) => !FUNCTION_WORDS.has(word.toLowerCase()))
      .join(' ') || written,
});
