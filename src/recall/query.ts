// What may be asked of recall, and what an answer carries. Pure.
import { WorkingMemoryError } from '../errors.ts';
import type { Filters } from './labels.ts';

/** `items`: what is in the store · `all`: also what left it by a limit or by age (docs/model.md). */
export const SCOPES = ['items', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** `hybrid`: by score · `importance-recency`: what is relevant at all, by importance, then newest first (S004-27). */
export const RANKINGS = ['hybrid', 'importance-recency'] as const;
export type Ranking = (typeof RANKINGS)[number];

export interface RecallOptions {
  /** Most hits to return, 1–1000; default 10. */
  readonly limit?: number;
  readonly filters?: Filters;
  /** Default `items`. */
  readonly scope?: Scope;
  /** Default `hybrid`. */
  readonly ranking?: Ranking;
  /** Adds the parts of every score. */
  readonly explain?: boolean;
}

export interface RecallQuery extends Required<RecallOptions> {
  /** Blank: everything is equally relevant, importance and recency decide. */
  readonly prompt: string;
}

/** score = relevance × decay × importanceWeight (S000-21…24). */
export interface ScoreParts {
  /** 0.7 · cosine + 0.3 · keyword; 1 for a blank prompt. */
  readonly relevance: number;
  /** Cosine of the TF-IDF vectors, 0–1. */
  readonly cosine: number;
  /** Share of the prompt's distinct terms that the item holds, 0–1. */
  readonly keyword: number;
  /** max(floor, factor^(age / period)), docs/model.md. */
  readonly decay: number;
  /** 0.8 + 0.4 · importance. */
  readonly importanceWeight: number;
}

const LONGEST_PROMPT = 65_536;
const MOST_HITS = 1000;
const KNOWN = ['limit', 'filters', 'scope', 'ranking', 'explain'];

/** @throws invalid-input */
export function checkQuery(prompt: unknown, options: RecallOptions = {}): RecallQuery {
  if (typeof prompt !== 'string') throw invalid('prompt', 'a text; give an empty one to rank everything');
  if (prompt.length > LONGEST_PROMPT) throw invalid('prompt', `at most ${LONGEST_PROMPT} characters`);
  if (typeof options !== 'object' || options === null) throw invalid('options', 'an object');
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name)) throw invalid(name, `absent; known are ${KNOWN.join(', ')}`);
  }
  const { limit = 10, filters = {}, scope = 'items', ranking = 'hybrid', explain = false } = options;
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_HITS) {
    throw invalid('limit', `a whole number from 1 to ${MOST_HITS}`);
  }
  if (!SCOPES.includes(scope)) throw invalid('scope', SCOPES.join(' or '));
  if (!RANKINGS.includes(ranking)) throw invalid('ranking', RANKINGS.join(' or '));
  if (typeof filters !== 'object' || filters === null) throw invalid('filters', 'an object');
  for (const [name, value] of Object.entries(filters)) {
    const isTexts = Array.isArray(value) && value.every((tag) => typeof tag === 'string');
    if (name === 'tags' ? !isTexts : typeof value !== 'string' || !['userId', 'agentId'].includes(name)) {
      throw invalid(`filters.${name}`, 'userId or agentId as a text, or tags as an array of texts');
    }
  }
  return { prompt, limit, filters, scope, ranking, explain: explain === true };
}

const invalid = (argument: string, expected: string): WorkingMemoryError =>
  new WorkingMemoryError('invalid-input', `${argument} must be ${expected}.`, { argument, expected });
