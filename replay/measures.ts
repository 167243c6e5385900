// Figures counted during a replay. All can be added up over runs.
import { NOTHING_PAID, type Paid, price } from './requests/prices.ts';

/** Facts that calls needed, and ways to have them; each figure includes the ones before it. */
export interface Reach {
  readonly facts: number;
  readonly inView: number;
  /** In view, or in the answer to one search. */
  readonly shown: number;
  /** The same, or in the page of the best hit, opened after the search. */
  readonly read: number;
}

export interface Measures {
  readonly runs: number;
  readonly requests: number;
  /** Model calls for which no request could be made, by error code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Cost of those calls with an unlimited window, so that refusing is never cheaper. */
  readonly refusedCost: number;
  /** Tokens of the requests, and of the overviews that the model wrote before its answers. */
  readonly paid: Paid;
  /** Tokens of model calls for summaries. */
  readonly summarizing: Paid;
  /** Tokens of searching and reading facts out of view. */
  readonly lookingUp: Paid;
  /** Cost of the same runs with an unlimited window and without writes. */
  readonly unlimitedCost: number;
  /** Tokens of the largest request. */
  readonly peakTokens: number;
  readonly overWindow: number;
  /** Requests that do not extend the previous one. */
  readonly rewritten: number;
  /** Rewritten requests without a new epoch. */
  readonly invalidated: number;
  readonly epochs: number;
  readonly compactions: number;
  readonly fallbacks: number;
  readonly brokenPairs: number;
  /** Model calls whose request hid something. */
  readonly hidingRequests: number;
  readonly reminders: number;
  readonly writes: number;
  readonly searches: number;
  readonly reads: number;
  readonly literal: Reach;
  readonly statement: Reach;
}

export const NO_REACH: Reach = { facts: 0, inView: 0, shown: 0, read: 0 };

export const NO_MEASURES: Measures = {
  runs: 0,
  requests: 0,
  refused: {},
  refusedCost: 0,
  paid: NOTHING_PAID,
  summarizing: NOTHING_PAID,
  lookingUp: NOTHING_PAID,
  unlimitedCost: 0,
  peakTokens: 0,
  overWindow: 0,
  rewritten: 0,
  invalidated: 0,
  epochs: 0,
  compactions: 0,
  fallbacks: 0,
  brokenPairs: 0,
  hidingRequests: 0,
  reminders: 0,
  writes: 0,
  searches: 0,
  reads: 0,
  literal: NO_REACH,
  statement: NO_REACH,
};

export const addUp = (parts: readonly Measures[]): Measures =>
  parts.reduce(
    (sum, part) => ({ ...added(sum, part), peakTokens: Math.max(sum.peakTokens, part.peakTokens) }),
    NO_MEASURES,
  );

/** Adds numbers of the same name at any depth; a name on one side alone keeps its number. */
export function added<T extends object>(one: T, other: T): T {
  const sum: Record<string, unknown> = Object.fromEntries(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const own = sum[name];
    if (typeof value === 'number') sum[name] = (typeof own === 'number' ? own : 0) + value;
    else if (typeof value === 'object' && value !== null) sum[name] = added((own ?? {}) as object, value as object);
  }
  return sum as T;
}

/** Sums literals and statements. */
export const reachOf = ({ literal, statement }: Measures): Reach => added(literal, statement);

/** Returns the share of facts in view, literals and statements together; NaN where no call needed any. */
export const inView = (measures: Measures): number => {
  const { inView: count, facts } = reachOf(measures);
  return count / facts;
};

/** Returns the cost in plain input tokens of sending the requests, whatever they show: without lookups. */
export const cost = ({ paid, summarizing, refusedCost }: Measures): number =>
  price(paid) + price(summarizing) + refusedCost;

export const costWithLookUps = (measures: Measures): number => cost(measures) + price(measures.lookingUp);

/** Returns the cost ÷ the cost of the same runs with an unlimited window; NaN without runs. */
export const costRatio = (measures: Measures): number => cost(measures) / measures.unlimitedCost;

export const costRatioWithLookUps = (measures: Measures): number => costWithLookUps(measures) / measures.unlimitedCost;

export const cachedShare = ({ paid }: Measures): number => paid.cached / paid.input;

export const refusals = ({ refused }: Measures): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);
