// Figures of one set, computed from its answers.
import { timing } from '../measure.ts';
import { differences, type Interval, intervalOfMean } from './bootstrap.ts';
import type { Answer, Results } from './evaluate.ts';
import { mean, METRICS, type Scores } from './metrics.ts';
import type { Store } from './stores.ts';

export interface SetSummary {
  readonly set: string;
  readonly stores: number;
  readonly texts: number;
  readonly questions: number;
  readonly rankings: readonly RankingSummary[];
}

export interface RankingSummary {
  readonly ranking: string;
  /** Means over the questions. */
  readonly scores: Scores;
  readonly intervals: Readonly<Record<keyof Scores, Interval>>;
  /** Lead of the reference over this ranking, question by question; absent for the reference. */
  readonly behind?: Readonly<Record<keyof Scores, Interval & { readonly mean: number }>>;
  /** Number of questions without any hit. */
  readonly foundNothing: number;
  readonly nonsense: Results['nonsense'];
  /** Median time of a question. */
  readonly medianMs: number;
}

/** @param reference name of the ranking that others are compared with */
export function summaryOf(
  set: string,
  stores: readonly Store[],
  all: readonly Results[],
  reference: string,
): SetSummary {
  const best = all.find(({ ranker }) => ranker === reference)?.answers ?? [];
  return {
    set,
    stores: stores.length,
    texts: stores.reduce((sum, { corpus }) => sum + corpus.length, 0),
    questions: stores.reduce((sum, { queries }) => sum + queries.length, 0),
    rankings: all.map(({ ranker, answers, nonsense }) => ({
      ranking: ranker,
      scores: forEachMetric((metric) => mean(column(answers, metric))),
      intervals: forEachMetric((metric) => intervalOfMean(column(answers, metric))),
      ...(ranker !== reference && {
        behind: forEachMetric((metric) => {
          const gaps = differences(column(best, metric), column(answers, metric));
          return { mean: mean(gaps), ...intervalOfMean(gaps) };
        }),
      }),
      foundNothing: answers.filter(({ found }) => found === 0).length,
      nonsense,
      medianMs: timing(answers.map(({ ms }) => ms)).medianMs,
    })),
  };
}

const column = (answers: readonly Answer[], metric: keyof Scores): number[] => answers.map((answer) => answer[metric]);

const forEachMetric = <T>(figure: (metric: keyof Scores) => T): Record<keyof Scores, T> =>
  Object.fromEntries(METRICS.map((metric) => [metric, figure(metric)])) as Record<keyof Scores, T>;
