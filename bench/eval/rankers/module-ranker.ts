// Loads another ranking from a file (docs/eval-recall.md).
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ranker } from './ranker.ts';
import type { Store, Text } from '../stores.ts';

interface RankingModule {
  /** Replaces the index. */
  index(corpus: readonly Text[], info: Pick<Store, 'set' | 'group' | 'lang'>): unknown;
  /** Returns ids, best first. */
  search(query: string, most: number, context: { readonly ts: number }): unknown;
}

/** @throws when the file cannot be loaded or lacks one of the two functions */
export async function moduleRanker(file: string): Promise<Ranker> {
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)) as Partial<RankingModule>;
  const { index, search } = loaded;
  if (typeof index !== 'function' || typeof search !== 'function') {
    throw new Error(
      `${file} must export index(corpus, info) and search(query, most, { ts }). See docs/eval-recall.md.`,
    );
  }
  return {
    name: basename(file, extname(file)),
    async open({ set, group, lang, corpus }) {
      await index(corpus, { set, group, lang });
      return {
        async search({ q, ts }, most) {
          const ids: unknown = await search(q, most, { ts });
          if (!Array.isArray(ids)) throw new Error(`search must give an array of ids; it gave ${typeof ids}`);
          return ids as string[];
        },
      };
    },
  };
}
