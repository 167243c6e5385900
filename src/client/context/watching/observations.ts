// Holds the provider's counts for the latest request, and the searches since, until the next commit takes them along.
import type { ProviderUsage } from '../../../api/context.ts';
import { learntPerMedium, observed, type Reading } from '../../../context/reminder/calibration.ts';
import type { RequestPlan } from '../../../context/plan/request.ts';
import type { RecallResult } from '../../../api/recall.ts';
import type { SinceThen, TracedUsage } from '../../../context/watching/trace.ts';
import { tracedSearches } from './searches.ts';
import type { LedgerState } from '../../../context/view/ledger.ts';
import { kindOf } from '../../../errors.ts';
import { invalid } from '../refusals.ts';

/** An estimated request, for which the app may report the usage. */
export type EstimatedRequest = Omit<Reading, 'actual'>;

/** Estimates the request without the learnt charges of media, because these are learnt from it. */
export const countedOf = ({
  state,
  estimated,
  media,
  meta,
}: Pick<RequestPlan, 'state' | 'estimated' | 'media' | 'meta'>): EstimatedRequest => ({
  estimated: Math.max(1, estimated - media * learntPerMedium(state.ledger.calibration)),
  media,
  window: meta.tokensMax,
});

export class Observations {
  #reading: Reading | undefined;
  #usage: TracedUsage | undefined;
  readonly #searches: RecallResult[];
  #traced = 0;

  /** @param searches results of searches; stored ones are taken out */
  constructor(searches: RecallResult[]) {
    this.#searches = searches;
  }

  /** Takes the provider's counts for the latest request. @throws invalid-input */
  observe(usage: ProviderUsage, latest: EstimatedRequest | undefined): void {
    const { inputTokens, cachedTokens, outputTokens } = Object(usage) as ProviderUsage;
    if (!Number.isFinite(inputTokens) || inputTokens <= 0) {
      throw invalid('inputTokens', 'a number of tokens above 0', kindOf(inputTokens));
    }
    for (const [name, value] of Object.entries({ cachedTokens, outputTokens })) {
      if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
        throw invalid(name, 'a number of tokens of at least 0', kindOf(value));
      }
    }
    if (!latest) return;
    this.#reading = { ...latest, actual: inputTokens };
    this.#usage = {
      input: inputTokens,
      ...(cachedTokens !== undefined && { cached: cachedTokens }),
      ...(outputTokens !== undefined && { output: outputTokens }),
    };
  }

  into(state: LedgerState): LedgerState {
    if (!this.#reading) return state;
    return { ...state, ledger: { ...state.ledger, calibration: observed(state.ledger.calibration, this.#reading) } };
  }

  /** Reported usage of the latest request that is not stored yet. */
  get usage(): TracedUsage | undefined {
    return this.#usage;
  }

  /** Returns usage and searches for the trace of the next request. */
  since(): SinceThen {
    this.#traced = this.#searches.length;
    return { ...(this.#usage && { usage: this.#usage }), ...tracedSearches(this.#searches) };
  }

  /** Forgets the usage and the searches that were stored. */
  taken(): void {
    this.#reading = undefined;
    this.#usage = undefined;
    this.#searches.splice(0, this.#traced);
  }
}
