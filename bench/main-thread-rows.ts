// Rows of how long a page could not answer its user.
import type { Blocking } from './main-thread.ts';
import { millis, type Row, within } from './report.ts';

/** Longest time in which a page may not answer its user. */
export const LONGEST_TASK_MS = 50;

export function blockingRows(
  phase: string,
  { longestTaskMs, largestGapMs }: Blocking,
  idle: Blocking,
): Omit<Row, 'bench' | 'runtime'>[] {
  return [
    {
      what: `${phase}: longest task of the page`,
      ...within(longestTaskMs, LONGEST_TASK_MS),
      measured: '0 = none above 50 ms',
    },
    {
      what: `${phase}: largest gap of a 4 ms timer`,
      ...within(largestGapMs, LONGEST_TASK_MS),
      measured: `an idle page: ${millis(idle.largestGapMs)}`,
    },
  ];
}
