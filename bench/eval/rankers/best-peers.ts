// Search libraries with the settings that suit them best, including the language of each store. `npm ci --prefix
// bench/peers` installs their packages.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch, { type Options } from 'minisearch';
import type { Ranker } from './ranker.ts';

/** Relative to the folder of the bundle, build/eval. */
const PEERS = new URL('../../bench/peers/package.json', import.meta.url);

interface Snowball {
  algorithms(): string[];
  newStemmer(language: string): { stem(word: string): string };
}

interface FlexSearch {
  readonly Index: new (options: unknown) => {
    add(id: number, text: string): void;
    search(query: string, options: { limit: number; suggest: boolean }): number[];
  };
  readonly Charset: Readonly<Record<'Normalize' | 'CJK', unknown>>;
}

interface OramaStemmer {
  readonly language: string;
  readonly stemmer: (word: string) => string;
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });
const nameOf = (lang: string): string => (lang === '' ? '' : (NAMES.of(lang) ?? '').toLowerCase());
/** Languages of flexsearch settings: its encoder for Chinese finds nothing in Korean or Thai, where prefixes do harm. */
const CHARACTERS = new Set(['zh', 'ja']);
const WITHOUT_BEGINNINGS = new Set([...CHARACTERS, 'ko', 'th']);

/** Returns the peers; none, with a printed note, where their packages are not installed. */
export function bestPeers(): Ranker[] {
  if (!existsSync(new URL('node_modules/flexsearch', PEERS))) {
    console.error('The peers with their best settings are left out: run npm ci --prefix bench/peers --ignore-scripts.');
    return [];
  }
  const require = createRequire(fileURLToPath(PEERS));
  const snowball = require('snowball-stemmers') as Snowball;
  return [
    minisearch('minisearch, segmenter and stemmer', snowball, {}),
    minisearch('the same, fuzzy and prefix', snowball, { fuzzy: 0.2, prefix: true }),
    flexsearch(require('flexsearch') as FlexSearch),
    oramaWithStemmer(require),
  ];
}

/** MiniSearch over words of `Intl.Segmenter`, without accents, stemmed by Snowball where it knows the language. */
function minisearch(name: string, snowball: Snowball, searchOptions: Options['searchOptions'] & object): Ranker {
  return {
    name,
    async open({ corpus, lang }) {
      const segmenter = new Intl.Segmenter(lang || 'en', { granularity: 'word' });
      const language = nameOf(lang);
      const stemmer = snowball.algorithms().includes(language) ? snowball.newStemmer(language) : undefined;
      const index = new MiniSearch({
        fields: ['text'],
        searchOptions,
        tokenize: (text) =>
          [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment),
        processTerm: (word) => {
          const stem = stemmer ? stemmer.stem(word.toLowerCase()) : word.toLowerCase();
          return stem.normalize('NFD').replace(/\p{Mn}/gu, '');
        },
      });
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

const flexsearch = ({ Index, Charset }: FlexSearch): Ranker => ({
  name: 'flexsearch',
  async open({ corpus, lang }) {
    const index = new Index({
      tokenize: WITHOUT_BEGINNINGS.has(lang) ? 'strict' : 'forward',
      encoder: CHARACTERS.has(lang) ? Charset.CJK : Charset.Normalize,
    });
    corpus.forEach(({ text }, place) => index.add(place, text));
    return {
      search: async ({ q }, most) =>
        index.search(q, { limit: most, suggest: true }).map((place) => corpus[place]?.id ?? ''),
    };
  },
});

const oramaWithStemmer = (require: NodeJS.Require): Ranker => ({
  name: 'orama, its stemmer',
  async open({ corpus, lang }) {
    const stemmer = oramaStemmer(require, nameOf(lang) === 'hindi' ? 'indian' : nameOf(lang));
    const tokenizer = stemmer ? { ...stemmer, stemming: true } : { stemming: false };
    const index = create({ schema: { text: 'string' }, components: { tokenizer: tokenizer as never } });
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
});

/** Returns the stemmer of a language; undefined where Orama has none. */
function oramaStemmer(require: NodeJS.Require, language: string): OramaStemmer | undefined {
  try {
    return require(`@orama/stemmers/${language}`) as OramaStemmer;
  } catch {
    return undefined;
  }
}
