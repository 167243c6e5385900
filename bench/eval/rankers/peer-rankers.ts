// Other search libraries that an app might use, with their defaults.
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import type { Ranker } from './ranker.ts';

export const minisearch: Ranker = {
  name: 'minisearch',
  async open({ corpus }) {
    const index = new MiniSearch({ fields: ['text'] });
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
