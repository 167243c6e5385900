// What a replay prints. The columns are explained in docs/replay.md.
import { cachedShare, cost, refusals } from './measures.ts';
import { meanOfCalls, percent, type Verdict } from './targets.ts';
import { costRatio, longRuns, type SetResult, type Total } from './totals.ts';

export function costTable(totals: readonly Total[], results: readonly SetResult[]): string {
  const rows = totals.map(({ set, window, strategy, measures }) => {
    const same = results.filter((one) => one.set === set && one.window === window && one.strategy === strategy);
    const long = longRuns(same);
    return [
      set,
      window,
      strategy,
      measures.runs,
      measures.requests,
      thousands(measures.peakTokens),
      thousands(measures.inputTokens),
      percent(cachedShare(measures)),
      thousands(cost(measures)),
      times(costRatio(same, results)),
      `${long.length}: ${times(costRatio(long, results))}`,
      measures.invalidated,
      measures.overWindow,
      refusals(measures),
      measures.brokenPairs,
      measures.epochs,
      measures.compactions,
      measures.fallbacks,
    ];
  });
  return columns([
    [
      'set',
      'window',
      'strategy',
      'runs',
      'requests',
      'peak',
      'input',
      'cached',
      'cost',
      '× append',
      'long runs',
    ].concat(['invalid', 'over', 'refused', 'pairs', 'epochs', 'compact', 'fallback']),
    ...rows,
  ]);
}

export function factTable(totals: readonly Total[]): string {
  const rows = totals.map(({ set, window, strategy, measures: { all, hiding, hidingRequests } }) => [
    set,
    window,
    strategy,
    all.facts,
    percent(all.inView / all.facts),
    percent(all.reachable / all.facts),
    hidingRequests,
    hiding.facts,
    percent(hiding.inView / hiding.facts),
    percent(hiding.reachable / hiding.facts),
    percent(meanOfCalls(hiding)),
  ]);
  return columns([
    [
      'set',
      'window',
      'strategy',
      'facts',
      'in view',
      'reachable',
      'hiding',
      'facts',
      'in view',
      'reachable',
      'by call',
    ],
    ...rows,
  ]);
}

export const verdictTable = (verdicts: readonly Verdict[]): string =>
  columns([
    ['target of epochs', 'measured', 'target', ''],
    ...verdicts.map(({ what, figure, target = '', met }) => [
      what,
      figure,
      target,
      met === undefined ? '' : met ? 'ok' : 'missed',
    ]),
  ]);

/** Numbers and what begins with one stand to the right. */
function columns(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const isFigure = widths.map(
    (_, column) => rows.length > 1 && rows.slice(1).every((row) => /^[\d–]/.test(String(row[column]))),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) =>
          isFigure[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const thousands = (tokens: number): string => `${(tokens / 1000).toFixed(tokens < 99_950 ? 1 : 0)}k`;
const times = (ratio: number): string => (Number.isNaN(ratio) ? '–' : `${ratio.toFixed(2)} ×`);
