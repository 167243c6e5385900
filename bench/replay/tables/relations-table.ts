// Table over all windows and recorded sets: the cost of each strategy by the relation of a run to its window.
import { costRatio, inView } from '../../../replay/measures.ts';
import { isRecorded, SETS } from '../runs/run-sets.ts';
import { RELATIONS } from '../../../replay/runs/windows.ts';
import { measuresOf, type Total } from '../totals.ts';
import { columns, percent, times } from './columns.ts';

/** Whether the set holds recorded runs without a writer. */
const isPlain = (set: string): boolean => isRecorded(set) && SETS[set]?.writer === undefined;

/** Cost ÷ unlimited · literals and statements in view · requests over the window, for each relation. */
export function relationsTable(totals: readonly Total[]): string {
  const plain = totals.filter(({ set, window }) => isPlain(set) && !window.endsWith('of run'));
  const strategies = [...new Set(plain.map(({ strategy }) => strategy))];
  const windows = [...new Set(plain.map(({ window }) => window))];
  const rows = windows.flatMap((window) =>
    strategies.map((strategy) => [
      window,
      strategy,
      ...RELATIONS.flatMap((relation) => {
        const sum = measuresOf(
          plain.filter((one) => one.window === window && one.strategy === strategy && one.relation === relation),
        );
        return [sum.runs, times(costRatio(sum)), percent(inView(sum)), sum.overWindow];
      }),
    ]),
  );
  const heading = RELATIONS.flatMap((relation) => [relation, '×', 'in view', 'over']);
  return `recorded runs, fixed windows\n${columns([['window', 'strategy', ...heading], ...rows])}`;
}
