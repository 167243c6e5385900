// The results of single runs, added up by set, window and strategy.
import { addUp, cost, type Measures } from './measures.ts';
import type { RunResult } from './replay-run.ts';

export interface SetResult extends RunResult {
  readonly set: string;
}

export interface Total {
  readonly set: string;
  readonly window: string;
  readonly strategy: string;
  readonly measures: Measures;
}

/** Runs that take more than this many windows without a memory are what a memory is for. */
const LONG = 2;

export function totals(results: readonly SetResult[]): Total[] {
  const groups = new Map<string, SetResult[]>();
  for (const result of results) {
    const key = JSON.stringify([result.set, result.window, result.strategy]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].map((group) => {
    const { set, window, strategy } = group[0] as SetResult;
    return { set, window, strategy, measures: measuresOf(group) };
  });
}

export const measuresOf = (results: readonly SetResult[]): Measures => addUp(results.map(({ measures }) => measures));

/** Of the results of one window and strategy: those of runs over twice the window. */
export const longRuns = (results: readonly SetResult[]): SetResult[] =>
  results.filter(({ runTokens, windowTokens }) => runTokens > LONG * windowTokens);

/** The results of another strategy for the same runs in the same windows. */
export function counterparts(results: readonly SetResult[], all: readonly SetResult[], strategy: string): SetResult[] {
  const key = ({ set, run, window }: SetResult): string => JSON.stringify([set, run, window]);
  const wanted = new Set(results.map(key));
  return all.filter((other) => other.strategy === strategy && wanted.has(key(other)));
}

/** How many times the cost of append-only; NaN without results. */
export function costRatio(results: readonly SetResult[], all: readonly SetResult[]): number {
  return cost(measuresOf(results)) / cost(measuresOf(counterparts(results, all, 'append-only')));
}
