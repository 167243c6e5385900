// Options of a query and their check; parts of a score. Pure.
import { describe, invalidInput, kindOf } from '../errors.ts';
import { checkFilters, type Filters } from '../items/fields/filters.ts';
import { RANKINGS } from '../options/names.ts';
import type { Settings } from '../options/options.ts';
import { didYouMean, oneOfNames, unknownName } from '../options/nearest.ts';
import { CALL_DEFAULTS } from '../options/policy.ts';
import { asksForList } from './questions/list-questions.ts';

export const SCOPES = ['items', 'tail', 'overview', 'detail', 'archive', 'transcript'] as const;
/**
 * Where recall searches: `items`, the store · `tail`, items that left it by a limit or by age · `overview`, `detail`,
 * `archive`, passages of files · `transcript`, messages.
 */
export type Scope = (typeof SCOPES)[number];

/**
 * `hybrid`: terms, neighbours and vectors (docs/recall.md) · `importance-recency`: items that share a term with the
 * prompt, most important first, then newest first · `seed`: 0.7 · TF-IDF cosine + 0.3 · keyword score. The last two rank
 * items only.
 */
export type Ranking = (typeof RANKINGS)[number];

/** Settings that a query uses for options it does not set. */
export type QueryDefaults = Pick<Settings['recall'], 'ranking' | 'recency' | 'scope'>;

/**
 * Options of `items.remember`; `files.search` takes them as well.
 * @example
 * const everywhere: RecallOptions = { scope: 'all', limit: 5, filters: { speaker: 'Ann' }, minShare: 0.8 };
 * const { hits } = await memory.items.remember('What may I cook?', everywhere);
 */
export interface RecallOptions {
  /**
   * Most hits to return, 1–1000. Default 10; where the prompt asks for a list, such as "which books …?", up to 30, beyond
   * the tenth those with at least 0.3 of the best score (ranking `hybrid`).
   */
  readonly limit?: number;
  /**
   * Finds only entries that pass all of these. A message has a time, step, role, speaker (`name`) and source; a passage
   * has the time, step and source of its file; filters on any other field find items only.
   */
  readonly filters?: Filters;
  /**
   * One scope or several · `files`: overview, detail and archive · `all`: every scope · `workspace`: every conversation of
   * a named workspace and what they share, without archives, which repeat transcripts; words alone count there. Default:
   * the option `recall.scope` for `items.remember`, files and transcript for `files.search`.
   */
  readonly scope?: Scope | 'files' | 'all' | 'workspace' | readonly Scope[];
  /** Also compares meanings, if there is an embedder; false: words alone. Default true. */
  readonly meaning?: boolean;
  /** Also finds replaced items (`item.replacedBy`), which are in the scope `tail`. Default false. */
  readonly former?: boolean;
  /** Also finds messages of other branches of the conversation, marked (`hit.abandoned`). Default true. */
  readonly abandoned?: boolean;
  /**
   * Also finds texts that the latest prepared request shows whole: messages, passages of the overview. Default true;
   * false for the model that reads that request.
   */
  readonly inView?: boolean;
  /** Default: the option `recall.ranking` of the profile; `hybrid` in `files.search` and beyond items and tail. */
  readonly ranking?: Ranking;
  /**
   * Share of a score that age may take in the ranking `hybrid`, 0–1: with 0 the best fit wins, however old it is; with
   * 1 decay is as in the store. Default: the option `recall.recency`.
   */
  readonly recency?: number;
  /** Leaves out hits whose score is below this share of the best one's, 0–1. Default 0: none; for a prompt try 0.8. */
  readonly minShare?: number;
  /** Adds `parts` to every hit; default false. */
  readonly explain?: boolean;
}

export interface RecallQuery extends Required<Omit<RecallOptions, 'scope' | 'meaning'>> {
  /** A blank prompt ranks everything by importance and recency. */
  readonly prompt: string;
  /** Whether function words of other languages than English find nothing by themselves. Default false. */
  readonly contentOnly?: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** Whether it searches all conversations of the workspace. */
  readonly everywhere: boolean;
  /** Texts whose score is below this share of the best one's are not read from storage. Default 0: all are. */
  readonly readShare?: number;
  /** Whether the prompt asks for a list and the app sets no limit. */
  readonly isList: boolean;
}

/**
 * score = relevance × decay × importanceWeight × (exchange, or 1), in this order. Parts that a ranking does not use are
 * absent.
 */
export interface ScoreParts {
  /** 0–1, relative to the best text; 1 for a blank prompt. */
  readonly relevance: number;
  /** `hybrid`: BM25+ of the text, relative to the best one, 0–1. */
  readonly text?: number | undefined;
  /** `hybrid`: BM25 of the text with its neighbours, relative to the best one, times the gate, 0–1. */
  readonly window?: number | undefined;
  /** `hybrid`: BM25 of the group of the text, relative to the best one, times the gate, 0–1. */
  readonly group?: number | undefined;
  /** `hybrid`: factor for speaker, question and length. */
  readonly prior?: number | undefined;
  /** `hybrid`: idf of the prompt's terms in the text ÷ idf of all its terms, 0–1. */
  readonly matched?: number | undefined;
  /** `hybrid`: cosine of the vectors of prompt and text, −1 to 1 · `seed`: of their TF-IDF vectors, 0–1. */
  readonly cosine?: number | undefined;
  /** `hybrid`: the cosine above the baseline of unrelated texts, 0–1. */
  readonly dense?: number | undefined;
  /** `hybrid`: how well the time of the text suits the one that the prompt names, 0–1. */
  readonly time?: number | undefined;
  /**
   * `seed`: length of the prompt ÷ length of a text that contains it; else common words ÷ words of both together. 0–1.
   */
  readonly keyword?: number | undefined;
  /** max(1 − recency, floor, factor^(age ÷ period)), options `decay.*` (docs/model.md); 1 − recency in `hybrid` alone. */
  readonly decay: number;
  /** 0.8 + 0.4 · importance. */
  readonly importanceWeight: number;
  /**
   * `hybrid`, for an item that exchanged its place with other versions of the same fact, or with a fact of somebody
   * else: the score of the place ÷ the item's own. Above 1 for an item that leads now, below 1 for one that led before.
   */
  readonly exchange?: number | undefined;
}

export const LONGEST_PROMPT = 262_144;
const MOST_HITS = 1000;
const KNOWN_OPTIONS = [
  'limit',
  'filters',
  'scope',
  'meaning',
  'former',
  'abandoned',
  'inView',
  'ranking',
  'recency',
  'minShare',
  'explain',
];

/** @throws invalid-input */
export function checkQuery(prompt: unknown, options: RecallOptions, defaults: QueryDefaults): RecallQuery {
  if (typeof prompt !== 'string')
    throw invalidInput('prompt', 'a text; give an empty one to rank everything', kindOf(prompt));
  if (prompt.length > LONGEST_PROMPT) throw invalidInput('prompt', `at most ${LONGEST_PROMPT} characters`);
  if (typeof options !== 'object' || options === null) throw invalidInput('options', 'an object');
  for (const name of Object.keys(options)) {
    if (!KNOWN_OPTIONS.includes(name)) throw invalidInput(name, unknownName(name, KNOWN_OPTIONS));
  }
  const {
    filters = {},
    meaning = true,
    former = false,
    abandoned = true,
    inView = true,
    explain = false,
    recency = defaults.recency,
    minShare = 0,
  } = options;
  const ranking = rankingOf(options, defaults);
  const isList = options.limit === undefined && ranking === 'hybrid' && asksForList(prompt);
  const { limit = isList ? CALL_DEFAULTS.listedLimit : CALL_DEFAULTS.recallLimit } = options;
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_HITS) {
    throw invalidInput('limit', `a whole number from 1 to ${MOST_HITS}`);
  }
  const scopes = scopesOf(options, defaults);
  for (const [name, flag] of Object.entries({ meaning, former, abandoned, inView, explain })) {
    if (typeof flag !== 'boolean') throw invalidInput(name, 'true or false', kindOf(flag));
  }
  if (!RANKINGS.includes(ranking)) throw invalidInput('ranking', oneOfNames(ranking, RANKINGS));
  for (const [name, share] of Object.entries({ recency, minShare })) {
    if (!(typeof share === 'number' && share >= 0 && share <= 1)) {
      throw invalidInput(name, 'a number from 0 to 1', kindOf(share));
    }
  }
  if (ranking !== 'hybrid' && ![...scopes].every(isItemScope)) {
    throw invalidInput('scope', `items, tail or both with ranking: '${ranking}', which orders items only`);
  }
  return {
    filters: checkFilters(filters),
    explain,
    prompt,
    limit,
    isList,
    scopes,
    everywhere: options.scope === 'workspace',
    former,
    abandoned,
    inView,
    ranking,
    recency,
    minShare,
  };
}

const OF_WORKSPACE: ReadonlySet<Scope> = new Set(SCOPES.filter((scope) => scope !== 'archive'));

export const isItemScope = (scope: Scope): boolean => scope === 'items' || scope === 'tail';

/** Returns the ranking of a query. @throws invalid-input: the scope */
export function rankingOf(options: RecallOptions, defaults: QueryDefaults): Ranking {
  if (options.ranking !== undefined) return options.ranking;
  return [...scopesOf(options, defaults)].every(isItemScope) ? defaults.ranking : 'hybrid';
}

/** @throws invalid-input */
function scopesOf(options: RecallOptions, defaults: QueryDefaults): ReadonlySet<Scope> {
  const { scope = defaults.scope }: { readonly scope?: unknown } = options;
  if (scope === 'all') return new Set(SCOPES);
  if (scope === 'workspace') return OF_WORKSPACE;
  if (scope === 'files') return new Set(['overview', 'detail', 'archive']);
  const asked: readonly unknown[] = Array.isArray(scope) ? scope : [scope];
  const scopes = new Set(SCOPES.filter((name) => asked.includes(name)));
  if (scopes.size > 0 && asked.every((name) => scopes.has(name as Scope))) return scopes;
  const wrong = asked.find((name) => !scopes.has(name as Scope));
  const meant = didYouMean(wrong, ['all', 'files', 'workspace', ...SCOPES]);
  const expected = `all, files, workspace, or one or several of ${SCOPES.join(', ')}${meant}`;
  throw invalidInput('scope', expected, wrong === undefined ? 'none' : describe(wrong));
}
