// The token counter port, and the check of its counts.
import { kindOf, portFailed, timedOut } from '../errors.ts';
import { deadline } from './deadline.ts';

/**
 * Counts the tokens of a text for the app's model.
 *
 * Contract: a whole number ≥ 0, the same for the same text. A rejection fails the command that asked, and so does any
 * other answer (`port-failed`); nothing is stored.
 * @example const tokenizer: TokenCounter = { count: (text) => encode(text).length };
 */
export interface TokenCounter {
  /** Returns the tokens of a text. */
  count(text: string): number | Promise<number>;
}

/**
 * Returns the same counter; an invalid count throws or rejects with `port-failed`, a missing one rejects with
 * `timeout`.
 * @param ms longest time for a count; default: unlimited
 */
export function checkedTokenizer(tokenizer: TokenCounter, ms = Infinity): TokenCounter {
  const checked = (tokens: unknown): number => {
    if (Number.isSafeInteger(tokens) && (tokens as number) >= 0) return tokens as number;
    throw portFailed('tokenizer', 'a whole number of tokens, at least 0', kindOf(tokens));
  };
  return {
    count(text) {
      const tokens: unknown = tokenizer.count(text);
      if (!isPromise(tokens)) return checked(tokens);
      const late = () => timedOut('tokenizer.count', ms, 'Nothing was changed');
      return deadline(() => Promise.resolve(tokens).then(checked), ms, late);
    },
  };
}

/** Whether a value is a promise, even of another realm. */
const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
