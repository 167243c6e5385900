// What tokens cost, in plain input tokens. The ratios are those of the price lists in docs/replay.md.

/** Read from a provider's cache · new and taken into it · new and not taken into it · written by the model. */
export const PRICE = { cached: 0.1, fresh: 1.25, passing: 1, output: 5 } as const;

export interface Paid {
  readonly input: number;
  /** Of the input. */
  readonly cached: number;
  /** Of the input: in a request that no later one extends. */
  readonly passing?: number;
  readonly output: number;
}

export const NOTHING_PAID: Paid = { input: 0, cached: 0, output: 0 };

export const price = ({ input, cached, passing = 0, output }: Paid): number =>
  PRICE.cached * cached + PRICE.passing * passing + PRICE.fresh * (input - cached - passing) + PRICE.output * output;
