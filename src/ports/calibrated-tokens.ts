// A token counter that learns from what the model's provider bills: the estimate times one ratio.
import { invalidInput, kindOf } from '../errors.ts';
import type { TokenCounter } from './tokenizer.ts';

/** The tokens of the same texts: as the inner counter estimated them, and as the provider counted them. */
export interface ObservedUsage {
  readonly estimated: number;
  readonly actual: number;
}

export interface CalibratedTokens extends TokenCounter {
  /** Takes one comparison into the ratio. @throws invalid-input: not two finite numbers above 0; nothing was learnt */
  observe(usage: ObservedUsage): void;
}

/** The ratio stays within these: a reading beyond them compares different texts. */
const LEAST_RATIO = 0.5;
const MOST_RATIO = 2;

/**
 * Counts as `counter` does, times the ratio of all actual to all estimated tokens observed so far, from 0.5 to 2 and
 * 1 before the first observation; rounded up.
 *
 * Contract: `estimated` is what `counter` itself says, not this one, else the ratio counts twice. Between two
 * observations the count of a text is the same, and a rejection of `counter` is passed on. An observation changes
 * later counts only: items keep the count they were stored with.
 */
export function calibratedTokens(counter: TokenCounter): CalibratedTokens {
  let estimated = 1;
  let actual = 1;
  let isFirst = true;

  const calibrated = (tokens: number): number => {
    const bounded = Math.min(Math.max(actual, LEAST_RATIO * estimated), MOST_RATIO * estimated);
    // Multiplied first: 10 × 1.1 is 11.000000000000002 and would round up to 12.
    return Math.ceil((tokens * bounded) / estimated);
  };

  return {
    count(text) {
      const tokens = counter.count(text);
      return typeof tokens === 'number' ? calibrated(tokens) : tokens.then(calibrated);
    },
    observe(usage) {
      const checked = { estimated: positive('estimated', usage?.estimated), actual: positive('actual', usage?.actual) };
      estimated = checked.estimated + (isFirst ? 0 : estimated);
      actual = checked.actual + (isFirst ? 0 : actual);
      isFirst = false;
    },
  };
}

function positive(argument: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  throw invalidInput(argument, 'a number of tokens above 0', kindOf(value));
}
