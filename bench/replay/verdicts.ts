// Compares figures with targets. A target without measurements never counts as met.
import { cost, costRatio, costRatioWithLookUps, inView, type Measures, reachOf } from '../../replay/measures.ts';
import { SUMMARY_PEERS } from '../../replay/peers/peers.ts';
import { plainSet, SETS } from './runs/run-sets.ts';
import { FIGURES, OWN, OWN_UNREMINDED, OWN_WITH_TOOLS, type Target, TARGETS } from './targets.ts';
import { measuresOf, relation, type SetResult } from './totals.ts';

export interface Verdict {
  readonly what: string;
  /** Measured figure. */
  readonly figure: string;
  /** Absent for a figure that is only reported. */
  readonly target?: string;
  /** Absent without a target, and where nothing was measured. */
  readonly met?: boolean;
}

export function verdicts(results: readonly SetResult[]): Verdict[] {
  if (!results.some(({ strategy }) => strategy === OWN || strategy === OWN_WITH_TOOLS)) {
    return [{ what: `anything of ${OWN}`, figure: 'not measured', target: 'measured', met: false }];
  }
  return [
    ...TARGETS.flatMap((target) => verdictOf(target, results)),
    againstSummaries(results),
    ...loopVerdicts(results),
  ];
}

function verdictOf(target: Target, results: readonly SetResult[]): Verdict[] {
  const { sets, window, strategies, figure, atMost, atLeast } = target;
  const replayed = results.filter(
    (one) =>
      (sets.length === 0 || sets.includes(one.set)) &&
      (window === undefined || one.window === window) &&
      strategies.includes(one.strategy),
  );
  // Not asked for, hence not missing either.
  if (replayed.length === 0) return [];
  const judged = replayed.filter((one) => target.relation === undefined || relation(one) === target.relation);
  const place = [sets.join(' + ') || 'all sets', window, target.relation].filter(Boolean).join(', ');
  const what = `${place}: ${target.what} (${judged.length} replays)`;
  const value = FIGURES[figure].of(measuresOf(judged));
  const { unit } = FIGURES[figure];
  if (atMost === undefined && atLeast === undefined) return [{ what, figure: inUnit(value, unit) }];
  const bound = `${atMost === undefined ? '≥' : '≤'} ${inUnit(atMost ?? atLeast ?? 0, unit, 'bound')}`;
  if (judged.length === 0 || Number.isNaN(value)) return [{ what, figure: 'nothing to measure', target: bound }];
  const met = atMost === undefined ? value >= (atLeast ?? 0) : value <= atMost;
  return [{ what, figure: inUnit(value, unit), target: bound, met }];
}

/** Compares the memory with summaries by a model, on the same runs in the same window. */
export interface PeerComparison {
  readonly set: string;
  readonly window: string;
  readonly own: Measures;
  /** Name of the cheapest peer. */
  readonly cheapest: string;
  readonly cheapestCost: number;
  /** Name of the peer with the most facts in view; `mostInView` is its share. */
  readonly fullest: string;
  readonly mostInView: number;
  readonly isCheaper: boolean;
  readonly showsAsMuch: boolean;
}

/** Largest cost ratio of a peer that had nothing to summarize: it costs what an unlimited window costs. */
const NOTHING_TO_DO = 1.02;

export function peerComparisons(results: readonly SetResult[]): PeerComparison[] {
  const places = new Map(results.map(({ set, window }) => [`${set}\n${window}`, { set, window }]));
  return [...places.values()].flatMap(({ set, window }): PeerComparison[] => {
    const of = (name: string): Measures =>
      measuresOf(results.filter((one) => one.set === set && one.window === window && one.strategy === name));
    const own = of(OWN);
    const peers = SUMMARY_PEERS.map((name) => ({ name, measures: of(name) })).filter(
      ({ measures }) => measures.runs > 0,
    );
    const [first] = peers;
    if (own.runs === 0 || !first) return [];
    const cheapest = peers.reduce((best, one) => (cost(one.measures) < cost(best.measures) ? one : best), first);
    const fullest = peers.reduce((best, one) => (inView(one.measures) > inView(best.measures) ? one : best), first);
    return [
      {
        set,
        window,
        own,
        cheapest: cheapest.name,
        cheapestCost: costRatio(cheapest.measures),
        fullest: fullest.name,
        mostInView: inView(fullest.measures),
        isCheaper:
          cheapest.measures.summarizing.output > 0
            ? cost(own) < cost(cheapest.measures)
            : cost(own) <= NOTHING_TO_DO * cost(cheapest.measures),
        showsAsMuch: !(inView(own) < inView(fullest.measures)),
      },
    ];
  });
}

function againstSummaries(results: readonly SetResult[]): Verdict {
  const all = peerComparisons(results);
  const what = `cheaper than every summary peer and not fewer facts in view (${all.length} pairs of set and window)`;
  const target = 'all of them';
  if (all.length === 0) return { what, figure: 'nothing to measure', target };
  const count = (isTrue: (one: PeerComparison) => boolean): number => all.filter(isTrue).length;
  const both = count((one) => one.isCheaper && one.showsAsMuch);
  const parts = `cheaper ${count((one) => one.isCheaper)}, as many facts ${count((one) => one.showsAsMuch)}`;
  return { what, figure: `${both} (${parts})`, target, met: both === all.length };
}

/** Largest cost ratio at which the facts that reminding gains are worth it. */
const DEAREST_LOOP = 1.05;

function loopVerdicts(results: readonly SetResult[]): Verdict[] {
  const loops = results.filter(({ set }) => SETS[set]?.writer === 'fallible');
  const places = new Map(loops.map(({ set, window }) => [`${set}\n${window}`, { set, window }]));
  return [...places.values()].flatMap(({ set, window }): Verdict[] => {
    const of = (name: string): Measures =>
      measuresOf(loops.filter((one) => one.set === set && one.window === window && one.strategy === name));
    const [on, off] = [of(OWN_WITH_TOOLS), of(OWN_UNREMINDED)];
    if (on.runs === 0 || off.runs === 0) return [];
    const place = `${plainSet(set)} with a fallible model, ${window}`;
    const shares = [on, off].map((one) => reachOf(one).shown / reachOf(one).facts);
    const [withIt = 0, without = 0] = shares;
    const ratio = costRatioWithLookUps(on) / costRatioWithLookUps(off);
    return [
      {
        what: `${place}: facts in view or shown, reminded against unreminded (${on.writes} and ${off.writes} writes)`,
        figure: `${inUnit(withIt, '%')} and ${inUnit(without, '%')}`,
        target: 'not fewer',
        met: withIt >= without,
      },
      {
        what: `${place}: cost with look-ups, reminded ÷ unreminded`,
        figure: inUnit(ratio, '×'),
        target: `≤ ${inUnit(DEAREST_LOOP, '×', 'bound')}`,
        met: ratio <= DEAREST_LOOP,
      },
    ];
  });
}

function inUnit(value: number, unit: '×' | '%' | '', as?: 'bound'): string {
  if (unit === '') return String(value);
  if (unit === '%') return `${(100 * value).toFixed(1)} %`;
  return `${as ? String(value) : value.toFixed(3)} ×`;
}
