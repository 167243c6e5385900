// Result of the simulation in one sentence. Pure.
import { priceOf } from '../../agent/lanes/price.ts';
import type { Fate, Policy, Step } from '../../agent/replay/replay.ts';
import type { FrontWords } from '../../words/front.ts';
import type { Numbers } from '../../words/numbers.ts';

/** Counts the lost facts, summarized ones included: nobody knows what a model put into the summary. */
export const lostBy = (steps: readonly Step[], policy: Policy): number =>
  steps.flatMap(({ needs }) => needs).filter(({ fates }) => isOut(fates[policy])).length;

export const isOut = (fate: Fate): boolean => fate === 'lost' || fate === 'summarized';

export function verdictOf(
  steps: readonly Step[],
  window: number,
  words: FrontWords['simulate'],
  numbers: Numbers,
): string {
  const last = steps.at(-1);
  if (!last) return '';
  const most = Math.max(...steps.map(({ sent }) => sent.whole.tokens));
  const times = priceOf(last.paid.memory) / priceOf(last.paid.whole);
  if (most <= window) return words.notNeeded(numbers.whole(most), times.toFixed(1));
  const [cut, summarized, kept] = [lostBy(steps, 'sliding'), lostBy(steps, 'summary'), lostBy(steps, 'memory')];
  return words.needed(numbers.whole(most), cut, summarized, kept, numbers.percent(times));
}
