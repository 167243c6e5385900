// MiniSearch as an app would use it: with this library's terms, so that both find the same, and with its defaults,
// which take a Chinese sentence for one word.
import MiniSearch, { type Options } from 'minisearch';
import { terms } from '../src/recall/terms/terms.ts';

export const OUR_TERMS: Partial<Options> = { tokenize: (text) => terms(text), processTerm: (term) => term };
export const DEFAULTS: Partial<Options> = {};

/** Indexes `texts` by their position. */
export function minisearchOver(texts: readonly string[], options: Partial<Options>): MiniSearch {
  const index = new MiniSearch({ fields: ['text'], ...options });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return index;
}
