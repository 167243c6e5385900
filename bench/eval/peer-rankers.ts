// Search libraries that an app might use instead.
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch, { type Options } from 'minisearch';
import { terms } from '../../src/recall/terms/terms.ts';
import type { Ranker } from './ranker.ts';

export const minisearch: Ranker = minisearchRanker('minisearch', {});

/** Shows what the terms alone bring. */
export const minisearchWithOurTerms: Ranker = minisearchRanker('minisearch, our terms', {
  tokenize: (text) => terms(text),
  processTerm: (term) => term,
});

function minisearchRanker(name: string, options: Partial<Options>): Ranker {
  return {
    name,
    async open({ corpus }) {
      const index = new MiniSearch({ fields: ['text'], ...options });
      index.addAll(corpus);
      return {
        search: async ({ q }, most) =>
          index
            .search(q)
            .slice(0, most)
            .map(({ id }) => id as string),
      };
    },
  };
}

export const orama: Ranker = {
  name: 'orama',
  async open({ corpus }) {
    const index = create({ schema: { text: 'string' } });
    await insertMultiple(
      index,
      corpus.map(({ id, text }) => ({ id, text })),
    );
    return {
      search: async ({ q }, most) => {
        const { hits } = await search(index, { term: q, limit: most });
        return hits.map(({ id }) => id);
      },
    };
  },
};
