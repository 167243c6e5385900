// The options of a query and their check; the parts of a score. Pure.
import { invalidInput } from '../errors.ts';
import { CALL_DEFAULTS } from '../options.ts';
import { describeFilters, type Filters, filterValueType } from './filter-labels.ts';

/**
 * Where recall searches. `items`: the store · `tail`: items that left it by a limit or by age · `overview`, `detail`,
 * `archive`: passages of files · `transcript`: messages.
 */
export const SCOPES = ['items', 'tail', 'overview', 'detail', 'archive', 'transcript'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * `hybrid`: terms, neighbours and vectors (docs/recall.md) · `importance-recency`: items that share a term with the
 * prompt, most important first, then newest first · `seed`: 0.7 · TF-IDF cosine + 0.3 · keyword overlap. The last two rank
 * items only.
 */
export const RANKINGS = ['hybrid', 'importance-recency', 'seed'] as const;
export type Ranking = (typeof RANKINGS)[number];

export interface RecallOptions {
  /** Most hits to return, 1–1000; default 10. */
  readonly limit?: number;
  /** Keeps items with these values only; passages and messages have none, so filters exclude them. */
  readonly filters?: Filters;
  /**
   * One scope or several · `files`: overview, detail and archive · `all`: every scope. Default: `items` for
   * `items.remember`, files and transcript for `files.search`.
   */
  readonly scope?: Scope | 'files' | 'all' | readonly Scope[];
  /** Default `hybrid`. */
  readonly ranking?: Ranking;
  /** Adds `parts` to every hit; default false. */
  readonly explain?: boolean;
}

export interface RecallQuery extends Required<Omit<RecallOptions, 'scope'>> {
  /** A blank prompt ranks everything by importance and recency. */
  readonly prompt: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** score = relevance × decay × importanceWeight. Parts that a ranking does not use are absent. */
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
  /** Cosine of the vectors of prompt and text, −1 to 1; with `seed` and without vectors, of TF-IDF vectors, 0–1. */
  readonly cosine?: number | undefined;
  /** `hybrid`: the cosine above the baseline of unrelated texts, 0–1. */
  readonly dense?: number | undefined;
  /** `seed`: length of the prompt ÷ length of a text that contains it; else 0.8 · Jaccard index of the words. 0–1. */
  readonly keyword?: number | undefined;
  /** max(floor, factor^(age ÷ period)), options `decay.*` (docs/model.md). */
  readonly decay: number;
  /** 0.8 + 0.4 · importance. */
  readonly importanceWeight: number;
}

const LONGEST_PROMPT = 262_144;
const MOST_HITS = 1000;
const KNOWN_OPTIONS = ['limit', 'filters', 'scope', 'ranking', 'explain'];

/** @throws invalid-input */
export function checkQuery(prompt: unknown, options: RecallOptions = {}): RecallQuery {
  if (typeof prompt !== 'string') throw invalidInput('prompt', 'a text; give an empty one to rank everything');
  if (prompt.length > LONGEST_PROMPT) throw invalidInput('prompt', `at most ${LONGEST_PROMPT} characters`);
  if (typeof options !== 'object' || options === null) throw invalidInput('options', 'an object');
  for (const name of Object.keys(options)) {
    if (!KNOWN_OPTIONS.includes(name)) throw invalidInput(name, `absent; known are ${KNOWN_OPTIONS.join(', ')}`);
  }
  const {
    limit = CALL_DEFAULTS.recallLimit,
    filters = {},
    scope = 'items',
    ranking = 'hybrid',
    explain = false,
  } = options;
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_HITS) {
    throw invalidInput('limit', `a whole number from 1 to ${MOST_HITS}`);
  }
  const scopes = scopesNamedBy(scope);
  if (!RANKINGS.includes(ranking)) throw invalidInput('ranking', RANKINGS.join(', '));
  if (ranking !== 'hybrid' && ![...scopes].every(isItemScope)) {
    throw invalidInput('scope', `items, tail or both with ranking: '${ranking}', which orders items only`);
  }
  if (typeof filters !== 'object' || filters === null) throw invalidInput('filters', 'an object');
  for (const [name, value] of Object.entries(filters)) {
    const isTexts = Array.isArray(value) && value.every((tag) => typeof tag === 'string');
    const isSound = { text: typeof value === 'string', texts: isTexts, none: false }[filterValueType(name) ?? 'none'];
    if (!isSound) throw invalidInput(`filters.${name}`, describeFilters());
  }
  return { prompt, limit, filters, scopes, ranking, explain: explain === true };
}

export const isItemScope = (scope: Scope): boolean => scope === 'items' || scope === 'tail';

function scopesNamedBy(scope: unknown): ReadonlySet<Scope> {
  if (scope === 'all') return new Set(SCOPES);
  if (scope === 'files') return new Set(['overview', 'detail', 'archive']);
  const asked: readonly unknown[] = Array.isArray(scope) ? scope : [scope];
  const scopes = new Set(SCOPES.filter((name) => asked.includes(name)));
  if (scopes.size > 0 && asked.every((name) => scopes.has(name as Scope))) return scopes;
  throw invalidInput('scope', `all, files, or one or several of ${SCOPES.join(', ')}`);
}
