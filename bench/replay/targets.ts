// What the strategy `epochs` should reach. Where there was nothing to measure nothing is said to be reached.
import { cachedShare, type Measures, type Reach, refusals } from './measures.ts';
import { isRecorded } from './run-sets.ts';
import { costRatio, counterparts, longRuns, measuresOf, type SetResult } from './totals.ts';
import type { WindowRule } from './windows.ts';

export interface Verdict {
  readonly what: string;
  /** What was measured. */
  readonly figure: string;
  /** Absent for a figure that is only reported. */
  readonly target?: string;
  /** Absent where it is only reported, and where there was nothing to measure. */
  readonly met?: boolean;
}

const STRATEGY = 'epochs';
/** In smaller windows the cached share of recorded runs is only reported. */
const CACHE_COUNTS_FROM = 16_000;
const CHEAP_FROM = 32_000;
const REACH_TARGETS = [
  { sets: ['tau'], share: 0.5, least: 0.96 },
  { sets: ['mswe', 'sweagent'], share: 0.25, least: 0.95 },
] as const;

export function verdicts(all: readonly SetResult[], windows: readonly WindowRule[]): Verdict[] {
  const own = all.filter(({ strategy }) => strategy === STRATEGY);
  if (own.length === 0) {
    return [{ what: `anything of ${STRATEGY}`, figure: 'not measured', target: 'measured', met: false }];
  }
  const measured = measuresOf(own);
  const fixed = windows.flatMap(({ label, tokens }) => (tokens === undefined ? [] : [{ label, tokens }]));
  const isFixed = (window: string): boolean => fixed.some(({ label }) => label === window);
  const inWindow = (label: string, recorded: boolean): SetResult[] =>
    own.filter(({ set, window }) => window === label && isRecorded(set) === recorded);
  return [
    none('requests over a fixed window', measuresOf(own.filter(({ window }) => isFixed(window))).overWindow),
    none('broken pairs', measured.brokenPairs),
    none('invalidated prefixes outside of epoch starts', measured.invalidated),
    // What is not sent costs nothing: no cost may be read without this number.
    { what: 'model calls without a request', figure: String(refusals(measured)) },
    ...fixed.flatMap(({ label, tokens }) => recordedVerdicts(label, tokens, inWindow(label, true), all)),
    ...reachVerdicts(own),
    ...fixed.flatMap(({ label }) => generatedVerdicts(label, inWindow(label, false), all)),
  ];
}

function recordedVerdicts(
  label: string,
  tokens: number,
  results: readonly SetResult[],
  all: readonly SetResult[],
): Verdict[] {
  if (results.length === 0) return [];
  const ratio = cachedShare(measuresOf(results)) / cachedShare(measuresOf(counterparts(results, all, 'append-only')));
  const long = longRuns(results);
  const cached = { what: `recorded, ${label}: cached share against append-only`, figure: `${ratio.toFixed(3)} ×` };
  return [
    tokens >= CACHE_COUNTS_FROM ? { ...cached, target: '≥ 0.90 ×', met: ratio >= 0.9 } : cached,
    atMost(
      `recorded, ${label}: cost against append-only, ${long.length} runs over twice the window`,
      costRatio(long, all),
      tokens >= CHEAP_FROM ? 0.5 : 0.75,
    ),
  ];
}

function reachVerdicts(own: readonly SetResult[]): Verdict[] {
  return REACH_TARGETS.flatMap(({ sets, share, least }): Verdict[] => {
    const results = own.filter(({ set, window }) => sets.includes(set as never) && window === `${share} of run`);
    if (results.length === 0) return [];
    const { hiding }: Measures = measuresOf(results);
    const what = `${sets.join(' + ')}, ${share} of run: reachable facts where something is hidden (${hiding.facts})`;
    const target = `≥ ${percent(least)}`;
    if (hiding.facts === 0) return [{ what, figure: 'nothing to measure', target }];
    const reached = hiding.reachable / hiding.facts;
    const figure = `${percent(reached)}, mean of calls ${percent(meanOfCalls(hiding))}`;
    return [{ what, figure, target, met: reached >= least }];
  });
}

function generatedVerdicts(label: string, results: readonly SetResult[], all: readonly SetResult[]): Verdict[] {
  if (results.length === 0) return [];
  const share = cachedShare(measuresOf(results));
  return [
    { what: `generated, ${label}: cached share`, figure: percent(share), target: '≥ 85.0 %', met: share >= 0.85 },
    atMost(`generated, ${label}: cost against append-only`, costRatio(results, all), 0.5),
  ];
}

const none = (what: string, count: number): Verdict => ({ what, figure: String(count), target: '0', met: count === 0 });

const atMost = (what: string, ratio: number, most: number): Verdict => ({
  what,
  figure: Number.isNaN(ratio) ? 'nothing to measure' : `${ratio.toFixed(3)} ×`,
  target: `≤ ${most} ×`,
  ...(!Number.isNaN(ratio) && { met: ratio <= most }),
});

export const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`);

/** Each call counts the same, however many facts it needed. */
export const meanOfCalls = ({ calls, callShares }: Reach): number => callShares / calls;
