// Prices of tokens in plain input tokens, in the ratios of the price lists in docs/replay.md.

/** Read from a provider's cache · new and written to it · new and not written to it · written by the model. */
export const PRICE = { cached: 0.1, fresh: 1.25, passing: 1, output: 5 } as const;

export interface Paid {
  readonly input: number;
  /** Input tokens served from the cache. */
  readonly cached: number;
  /** Input tokens that are not written to the cache, because no later request extends this one. */
  readonly passing?: number;
  readonly output: number;
}

export const NOTHING_PAID: Paid = { input: 0, cached: 0, output: 0 };

export const price = ({ input, cached, passing = 0, output }: Paid): number =>
  PRICE.cached * cached + PRICE.passing * passing + PRICE.fresh * (input - cached - passing) + PRICE.output * output;
