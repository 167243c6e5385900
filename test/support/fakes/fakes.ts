// Fakes of the ports: a settable clock, counting ids, a predictable tokenizer.
import type { Clock } from '../../../src/ports/clock.ts';
import type { Ids } from '../../../src/ports/ids.ts';
import type { TokenCounter } from '../../../src/ports/tokenizer.ts';

export interface FakeClock extends Clock {
  now: number;
}

export function fakeClock(now = 1_700_000_000_000): FakeClock {
  const clock = (() => clock.now) as FakeClock;
  clock.now = now;
  return clock;
}

export function countingIds(prefix = 'item'): Ids {
  let count = 0;
  return () => `${prefix}-${++count}`;
}

/** One token per word, so that a test can see the number. */
export const wordTokens: TokenCounter = { count: (text) => text.trim().split(/\s+/).length };
