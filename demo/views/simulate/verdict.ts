// What the simulation comes to, in one sentence. Pure.
import { priceOf } from '../../agent/lanes/price.ts';
import type { Policy, Step } from '../../agent/replay/replay.ts';
import type { FrontWords } from '../../words/front.ts';
import type { Numbers } from '../../words/numbers.ts';

export const lostBy = (steps: readonly Step[], policy: Policy): number =>
  steps.flatMap(({ needs }) => needs).filter(({ fates }) => fates[policy] === 'lost').length;

export function verdictOf(
  steps: readonly Step[],
  window: number,
  words: FrontWords['simulate'],
  numbers: Numbers,
): string {
  const last = steps.at(-1);
  if (!last) return '';
  const most = Math.max(...steps.map(({ sent }) => sent.whole.tokens));
  const times = priceOf(last.paid.minimal) / priceOf(last.paid.whole);
  if (most <= window) return words.notNeeded(numbers.whole(most), times.toFixed(1));
  const [cut, kept] = [lostBy(steps, 'sliding'), lostBy(steps, 'minimal')];
  return words.needed(numbers.whole(most), cut, kept, numbers.percent(times));
}
