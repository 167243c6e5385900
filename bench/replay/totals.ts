// Sums of the results of single runs.
import { addUp, type Measures } from '../../replay/measures.ts';
import type { RunResult } from '../../replay/replay-run.ts';
import { type Relation, relationOf, RELATIONS } from '../../replay/runs/windows.ts';

export interface SetResult extends RunResult {
  readonly set: string;
}

/** Dimensions of a sum; an absent one is summed over. */
export interface Scope {
  readonly set?: string | undefined;
  readonly window?: string | undefined;
  readonly relation?: Relation | undefined;
  readonly strategy?: string | undefined;
}

export interface Total extends Required<Scope> {
  readonly set: string;
  readonly window: string;
  readonly relation: Relation;
  readonly strategy: string;
  readonly measures: Measures;
}

export const relation = ({ runTokens, windowTokens }: RunResult): Relation => relationOf(runTokens, windowTokens);

/** Sums by set, window, relation and strategy, in this order. */
export function totals(results: readonly SetResult[]): Total[] {
  const groups = new Map<string, SetResult[]>();
  for (const result of results) {
    const key = JSON.stringify([result.set, result.window, relation(result), result.strategy]);
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  const found = [...groups.values()].map((group): Total => {
    const first = group[0] as SetResult;
    const { set, window, strategy } = first;
    return { set, window, relation: relation(first), strategy, measures: measuresOf(group) };
  });
  const order = <T>(values: readonly T[]): Map<T, number> =>
    new Map([...new Set(values)].map((value, at) => [value, at]));
  const [sets, windows, strategies] = [
    order(found.map(({ set }) => set)),
    order(found.map(({ window }) => window)),
    order(found.map(({ strategy }) => strategy)),
  ];
  const place = ({ set, window, relation: of, strategy }: Total): number[] => [
    sets.get(set) ?? 0,
    windows.get(window) ?? 0,
    RELATIONS.indexOf(of),
    strategies.get(strategy) ?? 0,
  ];
  return found.sort((one, other) => {
    const [mine, others] = [place(one), place(other)];
    return mine.map((rank, at) => rank - (others[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}

export const measuresOf = (results: readonly { readonly measures: Measures }[]): Measures =>
  addUp(results.map(({ measures }) => measures));
