// Prices of tokens in plain input tokens, in the ratios of Anthropic's and OpenAI's price lists.

/** Read from a provider's cache · new and written to it · written by the model. */
export const PRICE = { cached: 0.1, fresh: 1.25, output: 5 } as const;

export interface Paid {
  readonly requests: number;
  /** Input tokens, including the definitions of tools. */
  readonly tokens: number;
  /** Input tokens served from the cache. */
  readonly cached: number;
  readonly output: number;
}

export const NOTHING_PAID: Paid = { requests: 0, tokens: 0, cached: 0, output: 0 };

export type Prices = Readonly<Record<keyof typeof PRICE, number>>;

export const priceOf = ({ tokens, cached, output }: Paid, prices: Prices = PRICE): number =>
  prices.cached * cached + prices.fresh * (tokens - cached) + prices.output * output;
