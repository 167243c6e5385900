// Verdicts on targets, the comparison with peers, and arguments of the command line.
import { describe, expect, it } from 'vitest';
import { type Measures, NO_MEASURES } from '../../../replay/measures.ts';
import { planOf } from '../../../bench/replay/plan.ts';
import { columns } from '../../../bench/replay/tables/columns.ts';
import { TARGETS } from '../../../bench/replay/targets.ts';
import { type SetResult, totals } from '../../../bench/replay/totals.ts';
import { peerComparisons, type Verdict, verdicts } from '../../../bench/replay/verdicts.ts';

interface Row extends Partial<Omit<SetResult, 'measures'>> {
  /** Cost ÷ unlimited. */
  readonly ratio?: number;
  readonly measures?: Partial<Measures>;
}

const row = ({ ratio = 1, measures, ...rest }: Row): SetResult => ({
  set: 'tau',
  run: 'run',
  window: '16k',
  strategy: 'epochs',
  runTokens: 5000,
  windowTokens: 16_000,
  ...rest,
  measures: {
    ...NO_MEASURES,
    runs: 1,
    unlimitedCost: 100,
    paid: { input: 1000 * ratio, cached: 1000 * ratio, output: 0 },
    ...measures,
  },
});

const found = (all: readonly Verdict[], what: RegExp): Verdict | undefined => all.find((one) => what.test(one.what));

describe('a target', () => {
  it('is met or missed by the runs of its set, window and relation', () => {
    const fitting = verdicts([row({ ratio: 1.02 }), row({ ratio: 9, runTokens: 15_000 })]);
    expect(found(fitting, /^tau, 16k, fits: cost where/)).toMatchObject({ figure: '1.020 ×', met: true });
    const dear = verdicts([row({ ratio: 1.03 })]);
    expect(found(dear, /^tau, 16k, fits: cost where/)).toMatchObject({ target: '≤ 1.02 ×', met: false });
  });

  it('pools recorded runs by how they relate to the window', () => {
    const long = { window: '8k', windowTokens: 8000, runTokens: 20_000 };
    const all = verdicts([row({ ...long, ratio: 0.5 }), row({ ...long, set: 'mswe', ratio: 0.6 })]);
    expect(found(all, /tau \+ mswe, 8k, over 2 ×/)).toMatchObject({ figure: '0.550 ×', target: '≤ 0.56 ×', met: true });
  });

  it('is not judged where there was nothing to measure, and not named where nothing was asked for', () => {
    const all = verdicts([row({})]);
    expect(found(all, /tau \+ mswe, 16k, 1–2 ×/)).toEqual({
      what: 'tau + mswe, 16k, 1–2 ×: cost (0 replays)',
      figure: 'nothing to measure',
      target: '≤ 1 ×',
    });
    expect(found(all, /32k/)).toBeUndefined();
    expect(verdicts([row({ strategy: 'summary' })]).map(({ met }) => met)).toEqual([false]);
  });

  it('reports figures that have no bound', () => {
    const statement = { facts: 4, inView: 1, shown: 3, read: 3 };
    const all = verdicts([row({ window: '0.5 of run', measures: { statement } })]);
    expect(found(all, /statements in view or shown/)).toEqual({
      what: 'tau, 0.5 of run: statements in view or shown by one search (1 replays)',
      figure: '75.0 %',
    });
  });

  it('has one bound, or is only reported', () => {
    for (const { atMost, atLeast } of TARGETS) expect([atMost, atLeast]).toContain(undefined);
  });

  it('counts what must never happen over all runs of the memory', () => {
    const all = verdicts([row({ measures: { brokenPairs: 1, overWindow: 2, invalidated: 3 } }), row({ window: '8k' })]);
    expect(found(all, /broken pairs/)).toMatchObject({ figure: '1', met: false });
    expect(found(all, /requests over the window/)).toMatchObject({ figure: '2', met: false });
    expect(found(all, /invalidated prefixes/)).toMatchObject({ figure: '3', met: false });
  });
});

describe('the comparison with summaries', () => {
  const literal = (inView: number) => ({ literal: { facts: 10, inView, shown: inView, read: inView } });
  const summarizing = { input: 0, cached: 0, output: 1 };

  it('is with the cheapest peer, and with the one that shows the most', () => {
    const [one] = peerComparisons([
      row({ ratio: 0.9, measures: literal(8) }),
      row({ strategy: 'summary', ratio: 1.1, measures: { ...literal(9), summarizing } }),
      row({ strategy: 'summary-cut', ratio: 1, measures: { ...literal(7), summarizing } }),
    ]);
    expect(one).toMatchObject({ cheapest: 'summary-cut', fullest: 'summary', isCheaper: true, showsAsMuch: false });
  });

  it('asks for no more than a peer that had nothing to summarize', () => {
    const against = (ratio: number) =>
      peerComparisons([row({ ratio, measures: literal(9) }), row({ strategy: 'summary', measures: literal(9) })])[0];
    expect(against(1.02)?.isCheaper).toBe(true);
    expect(against(1.03)?.isCheaper).toBe(false);
  });
});

describe('the loop of reminding and writing', () => {
  const of = (strategy: string, shown: number, ratio: number): SetResult =>
    row({ set: 'tau+fallible', strategy, ratio, measures: { literal: { facts: 10, inView: 5, shown, read: 9 } } });

  it('pays where reminders bring facts without costing more', () => {
    const all = verdicts([of('epochs+standard', 9, 1), of('unreminded+standard', 8, 1)]);
    expect(found(all, /fallible model, 16k: facts/)).toMatchObject({ figure: '90.0 % and 80.0 %', met: true });
    expect(found(all, /fallible model, 16k: cost/)).toMatchObject({ figure: '1.000 ×', met: true });
    const dear = verdicts([of('epochs+standard', 7, 1.2), of('unreminded+standard', 8, 1)]);
    expect(found(dear, /fallible model, 16k: facts/)?.met).toBe(false);
    expect(found(dear, /fallible model, 16k: cost/)?.met).toBe(false);
  });
});

describe('the sums', () => {
  it('are by set, window, relation and strategy, in the order of replaying', () => {
    const all = totals([
      row({ strategy: 'unlimited', runTokens: 20_000 }),
      row({ strategy: 'epochs', runTokens: 20_000 }),
      row({ strategy: 'unlimited' }),
      row({ strategy: 'unlimited' }),
    ]);
    expect(all.map(({ relation, strategy, measures }) => [relation, strategy, measures.runs])).toEqual([
      ['fits', 'unlimited', 2],
      ['1–2 ×', 'unlimited', 1],
      ['1–2 ×', 'epochs', 1],
    ]);
  });

  it('stand in columns, figures to the right', () => {
    expect(
      columns([
        ['name', 'n'],
        ['a', 1],
        ['bcd', 100],
      ]),
    ).toBe('name    n\na       1\nbcd   100');
  });
});

describe('the command line', () => {
  it('replays what needs no data without data, and refuses unknown names with the known ones', () => {
    expect(planOf([]).sets.map(({ set }) => set)).toEqual(['generated', 'chat']);
    expect(planOf(['--strategies', 'epochs']).sets[0]?.strategies).toEqual(['epochs']);
    expect(() => planOf(['--sets', 'tao'])).toThrow(/tau, mswe, sweagent, generated/);
    expect(() => planOf(['--windows', '8k'])).toThrow(/whole number/);
    expect(() => planOf(['--shares', 'tau'])).toThrow(/tau=0.5/);
  });

  it('replays a set whose model writes in the shares of the plain set, and the loop in the smallest window', () => {
    const labels = (set: string): string[] | undefined =>
      planOf(['--sets', set]).sets[0]?.windows.map(({ label }) => label);
    expect(labels('tau+overview')).toEqual(['8k', '16k', '32k', '64k', '0.5 of run']);
    expect(labels('tau+fallible')).toEqual(['8k', '0.5 of run']);
    expect(planOf(['--sets', 'mswe+fallible']).sets[0]?.strategies).toEqual(['epochs+standard', 'unreminded+standard']);
  });

  it('takes few runs of each set for a quick look', () => {
    expect(planOf(['--quick']).limit).toBeLessThan(10);
    expect(planOf(['--quick', '--limit', '3']).limit).toBe(3);
    expect(planOf([]).limit).toBe(Infinity);
  });
});
