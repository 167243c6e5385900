// The query whose hits go into a prompt: a text that shares only function words with the question answers nothing.
import { checkQuery, type QueryDefaults, type RecallOptions, type RecallQuery } from '../../../recall/query.ts';
import { RECALLED_SCOPES } from './found-text.ts';

/** @throws invalid-input */
export const promptQuery = (prompt: string, options: RecallOptions, defaults: QueryDefaults): RecallQuery => ({
  ...checkQuery(prompt, { scope: RECALLED_SCOPES, ...options, abandoned: false, ranking: 'hybrid' }, defaults),
  contentOnly: true,
});
