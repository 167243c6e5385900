// Corrects the estimates of a token counter by the counts of the model's provider: estimate × one ratio.
import { invalidInput, kindOf } from '../errors.ts';
import { checkedTokenizer, type TokenCounter } from './tokenizer.ts';

/** Tokens of the same texts: estimated by the inner counter, and counted by the provider. */
export interface ObservedUsage {
  readonly estimated: number;
  readonly actual: number;
}

export interface CalibratedTokens extends TokenCounter {
  /** Adds one comparison to the ratio. @throws invalid-input: not two finite numbers above 0; the ratio stays */
  observe(usage: ObservedUsage): void;
}

/** Bounds of the ratio: beyond them the two counts must be of different texts. */
const LEAST_RATIO = 0.5;
const MOST_RATIO = 2;

/**
 * Counts as `counter` does, times the ratio of all actual to all estimated tokens observed so far, from 0.5 to 2 and
 * 1 before the first observation; rounded up.
 *
 * Contract: `estimated` comes from `counter`, not from this counter, which has the ratio applied already. Between two
 * observations the count of a text stays the same; a rejection of `counter` is passed on. An observation affects later
 * counts only: items keep the count they were stored with.
 */
export function calibratedTokens(counter: TokenCounter): CalibratedTokens {
  if (typeof counter?.count !== 'function')
    throw invalidInput('counter', 'an object with the method count', kindOf(counter));
  const inner = checkedTokenizer(counter);
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
      const tokens = inner.count(text);
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
