// Table per set: windows, relations of the runs to them, and figures of each strategy. docs/replay.md explains the
// columns.
import { cachedShare, costRatio, costRatioWithLookUps, refusals } from '../../../replay/measures.ts';
import type { Total } from '../totals.ts';
import { columns, percent, times } from './columns.ts';

const HEADING = [
  ['window', 'relation', 'strategy', 'runs', 'requests', '× unlimited', '+ look-ups', 'cached'],
  ['literals', 'in view', 'shown', 'read', 'statements', 'in view', 'shown', 'read'],
  ['pairs', 'over', 'invalid', 'refused', 'epochs', 'fallbacks', 'writes'],
].flat();

export function runsTable(set: string, totals: readonly Total[]): string {
  const own = totals.filter((one) => one.set === set);
  const rows = own.map(({ window, relation, strategy, measures }) => {
    const { literal, statement } = measures;
    return [
      [window, relation, strategy, measures.runs, measures.requests],
      [times(costRatio(measures)), times(costRatioWithLookUps(measures)), percent(cachedShare(measures))],
      ...[literal, statement].map(({ facts, inView, shown, read }) => [
        facts,
        ...[inView, shown, read].map((count) => percent(count / facts)),
      ]),
      [measures.brokenPairs, measures.overWindow, measures.invalidated, refusals(measures)],
      [measures.epochs, measures.fallbacks, measures.writes],
    ].flat();
  });
  return `${set}\n${columns([HEADING, ...rows])}`;
}
