// What may be asked of recall, and what an answer carries. Pure.
import { invalidInput } from '../errors.ts';
import { CALL_DEFAULTS } from '../options.ts';
import { type Filters, filtersInWords, filterTakes } from './filter-labels.ts';

/** Where something can be found. `tail`: items that left the store by a limit or by age. */
export const SCOPES = ['items', 'tail', 'overview', 'detail', 'archive', 'transcript'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * `hybrid`: docs/recall.md · `importance-recency`: what shares a term with the prompt, by importance, then newest first
 * · `seed`: 0.7 · TF-IDF cosine + 0.3 · keyword. The last two rank items only.
 */
export const RANKINGS = ['hybrid', 'importance-recency', 'seed'] as const;
export type Ranking = (typeof RANKINGS)[number];

export interface RecallOptions {
  /** Most hits to return, 1–1000; default 10. */
  readonly limit?: number;
  /** Only items carry what filters ask for. */
  readonly filters?: Filters;
  /**
   * One scope or several; `files`: overview, detail and archive · `all`: everywhere. Default: `items` for
   * `items.remember`, files and transcript for `files.search`.
   */
  readonly scope?: Scope | 'files' | 'all' | readonly Scope[];
  /** Default `hybrid`. */
  readonly ranking?: Ranking;
  /** Adds the parts of every score. */
  readonly explain?: boolean;
}

export interface RecallQuery extends Required<Omit<RecallOptions, 'scope'>> {
  /** Blank: everything is equally relevant, importance and recency decide. */
  readonly prompt: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** score = relevance × decay × importanceWeight. What a ranking does not look at is absent. */
export interface ScoreParts {
  /** Relative to the best text; 1 for a blank prompt. */
  readonly relevance: number;
  /** `hybrid`: BM25+ of the text, relative to the best one, 0–1. */
  readonly text?: number | undefined;
  /** `hybrid`: BM25 of the text with its neighbours and of its group, relative to the best, times the gate, 0–1. */
  readonly window?: number | undefined;
  readonly group?: number | undefined;
  /** `hybrid`: factor for speaker, question and length. */
  readonly prior?: number | undefined;
  /** `hybrid`: share of the prompt's idf mass that the text holds, 0–1. */
  readonly matched?: number | undefined;
  /** Cosine of the embedded prompt and text, −1 to 1; with `seed`, where there are none, of the TF-IDF vectors, 0–1. */
  readonly cosine?: number | undefined;
  /** `hybrid`: what of the cosine is above that of unrelated texts, 0–1. */
  readonly dense?: number | undefined;
  /** `seed`: share of the text that the prompt makes up, or of their common words, 0–1. */
  readonly keyword?: number | undefined;
  /** max(floor, factor^(age / period)), docs/model.md. */
  readonly decay: number;
  /** 0.8 + 0.4 · importance. */
  readonly importanceWeight: number;
}

const LONGEST_PROMPT = 262_144;
const MOST_HITS = 1000;
const KNOWN = ['limit', 'filters', 'scope', 'ranking', 'explain'];

/** @throws invalid-input */
export function checkQuery(prompt: unknown, options: RecallOptions = {}): RecallQuery {
  if (typeof prompt !== 'string') throw invalidInput('prompt', 'a text; give an empty one to rank everything');
  if (prompt.length > LONGEST_PROMPT) throw invalidInput('prompt', `at most ${LONGEST_PROMPT} characters`);
  if (typeof options !== 'object' || options === null) throw invalidInput('options', 'an object');
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name)) throw invalidInput(name, `absent; known are ${KNOWN.join(', ')}`);
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
  const scopes = scopesOf(scope);
  if (!RANKINGS.includes(ranking)) throw invalidInput('ranking', RANKINGS.join(', '));
  if (ranking !== 'hybrid' && ![...scopes].every(isOfItems)) {
    throw invalidInput('scope', `items, tail or both with ranking: '${ranking}', which orders items only`);
  }
  if (typeof filters !== 'object' || filters === null) throw invalidInput('filters', 'an object');
  for (const [name, value] of Object.entries(filters)) {
    const isTexts = Array.isArray(value) && value.every((tag) => typeof tag === 'string');
    const isSound = { text: typeof value === 'string', texts: isTexts, none: false }[filterTakes(name) ?? 'none'];
    if (!isSound) throw invalidInput(`filters.${name}`, filtersInWords());
  }
  return { prompt, limit, filters, scopes, ranking, explain: explain === true };
}

export const isOfItems = (scope: Scope): boolean => scope === 'items' || scope === 'tail';

function scopesOf(scope: unknown): ReadonlySet<Scope> {
  if (scope === 'all') return new Set(SCOPES);
  if (scope === 'files') return new Set(['overview', 'detail', 'archive']);
  const asked: readonly unknown[] = Array.isArray(scope) ? scope : [scope];
  const scopes = new Set(SCOPES.filter((name) => asked.includes(name)));
  if (scopes.size > 0 && asked.every((name) => scopes.has(name as Scope))) return scopes;
  throw invalidInput('scope', `all, files, or one or several of ${SCOPES.join(', ')}`);
}
