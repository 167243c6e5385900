// Targets of the memory as data: a scope, a figure and a bound.
import { cachedShare, costRatio, inView, type Measures } from '../../replay/measures.ts';
import type { Relation } from '../../replay/runs/windows.ts';

export interface Target {
  readonly what: string;
  /** Empty: all sets. */
  readonly sets: readonly string[];
  /** Label of a window; absent: all windows. */
  readonly window?: string;
  /** Absent: all runs. */
  readonly relation?: Relation;
  readonly strategies: readonly string[];
  readonly figure: FigureName;
  /** At most one of the two; neither for a figure that is only reported. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

interface Figure {
  readonly of: (measures: Measures) => number;
  readonly unit: '×' | '%' | '';
}

export const FIGURES = {
  cost: { of: costRatio, unit: '×' },
  cached: { of: cachedShare, unit: '%' },
  inView: { of: inView, unit: '%' },
  literalsShown: { of: ({ literal }) => literal.shown / literal.facts, unit: '%' },
  statementsShown: { of: ({ statement }) => statement.shown / statement.facts, unit: '%' },
  brokenPairs: { of: ({ brokenPairs }) => brokenPairs, unit: '' },
  overWindow: { of: ({ overWindow }) => overWindow, unit: '' },
  invalidated: { of: ({ invalidated }) => invalidated, unit: '' },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;

/** Strategy of the targets: the defaults, without the tools that only some apps send. */
export const OWN = 'epochs';
export const OWN_WITH_MINIMAL = 'epochs+minimal';
export const OWN_WITH_TOOLS = 'epochs+standard';
export const OWN_UNREMINDED = 'unreminded+standard';
const OWN_IN_WORKSPACE = 'epochs+workspace';

const RECORDED = ['tau', 'mswe'];
const SMALL_TO_LARGE = ['8k', '16k', '32k', '64k'];
const OVER_TWICE: readonly (readonly [window: string, most: number])[] = [
  ['8k', 0.56],
  ['16k', 0.45],
  ['32k', 0.22],
];

const COST: readonly Target[] = [
  ...RECORDED.flatMap((set) =>
    ['16k', '32k', '64k'].map((window): Target => {
      const what = 'cost where a run fits';
      return { what, sets: [set], window, relation: 'fits', strategies: [OWN], figure: 'cost', atMost: 1.02 };
    }),
  ),
  ...[{ set: 'tau', atMost: 1.2 } as const, { set: 'mswe', atMost: 1.1 } as const].map(({ set, atMost }): Target => {
    const what = 'the same with the minimal tools and their guide';
    return {
      what,
      sets: [set],
      window: '16k',
      relation: 'fits',
      strategies: [OWN_WITH_MINIMAL],
      figure: 'cost',
      atMost,
    };
  }),
  {
    what: 'the same beside 50 other conversations',
    sets: ['tau'],
    window: '16k',
    relation: 'fits',
    strategies: [OWN_IN_WORKSPACE],
    figure: 'cost',
    atMost: 1.1,
  },
  ...SMALL_TO_LARGE.map((window): Target => {
    const what = 'cost of sixty short turns';
    return { what, sets: ['chat'], window, strategies: [OWN], figure: 'cost', atMost: 1.03 };
  }),
  ...SMALL_TO_LARGE.map((window) => recorded(window, '70–100 %', 1.05)),
  ...SMALL_TO_LARGE.map((window) => recorded(window, '1–2 ×', 1)),
  ...OVER_TWICE.map(([window, atMost]) => recorded(window, 'over 2 ×', atMost)),
];

function recorded(window: string, relation: Relation, atMost: number): Target {
  return { what: 'cost', sets: RECORDED, window, relation, strategies: [OWN], figure: 'cost', atMost };
}

const FACTS: readonly Target[] = [
  ...RECORDED.map((set): Target => {
    const what = 'facts in view where a run fits';
    const sets = [`${set}+overview`];
    return { what, sets, window: '32k', relation: 'fits', strategies: [OWN], figure: 'inView', atLeast: 1 };
  }),
  ...shown('tau', '0.5 of run', 0.97),
  ...shown('mswe', '0.25 of run', 0.985),
];

function shown(set: string, window: string, atLeast: number): Target[] {
  const where = { sets: [set], window, strategies: [OWN] };
  return [
    { ...where, what: 'literals in view or shown by one search', figure: 'literalsShown', atLeast },
    { ...where, what: 'statements in view or shown by one search', figure: 'statementsShown' },
  ];
}

const SOUND: readonly Target[] = [
  none('broken pairs', 'brokenPairs'),
  none('requests over the window', 'overWindow'),
  none('invalidated prefixes without an epoch', 'invalidated'),
];

function none(what: string, figure: FigureName): Target {
  return { what, sets: [], strategies: [OWN, OWN_WITH_MINIMAL, OWN_WITH_TOOLS, OWN_UNREMINDED], figure, atMost: 0 };
}

const CACHE: readonly Target[] = [
  { what: 'cached share', sets: ['generated'], window: '8k', strategies: [OWN], figure: 'cached', atLeast: 0.88 },
];

export const TARGETS: readonly Target[] = [...COST, ...FACTS, ...CACHE, ...SOUND];
