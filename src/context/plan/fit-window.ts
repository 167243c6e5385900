// The last resort of a plan, where even a compaction has not made the request small enough. A clear error with the
// numbers is better than a request that the provider rejects. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import { freeText } from '../../tree/overview/system-blocks.ts';
import { type Draft, estimateOf, type RequestFacts, withEpoch } from './draft.ts';
import { corrected } from '../reminder/calibration.ts';
import type { LedgerState } from '../view/ledger.ts';
import { overviewBudget, overviewWithin, pinnedOverview, placesOfHidden } from '../view/pinned-overview.ts';

/**
 * Shares of its budget that the pinned overview is cut to, one after the other; with 0 only its path remains. Few
 * steps, because each renders the request anew.
 */
const SMALLER_PINS = [0.5, 0.2, 0];

/** Factor within which an estimate of a whole request mostly stays. */
export const ERROR = 1.05;

/**
 * Returns the tokens that decide whether a request is refused: the provider's count. A count above the window that it
 * was made in proves that the provider takes more, or that the count is false: then the estimate itself decides, or a
 * false count would refuse every request.
 */
export function neededTokens(facts: RequestFacts, state: LedgerState): number {
  const { calibration } = state.ledger;
  const { actual, window = facts.input.request.window } = calibration;
  const estimated = estimateOf(facts, state);
  return actual <= window ? corrected(calibration, estimated) : estimated;
}

/**
 * Cuts the pinned overview, which is all that is left to cut, while the request may be too large, and refuses only one
 * that does not fit. A changed pin breaks the prefix, so it needs an epoch.
 * @throws window-too-small
 */
export function fitWindow(facts: RequestFacts, draft: Draft): Draft {
  const { input, planning } = facts;
  const { history, head, nonce } = input;
  const { window } = input.request;
  const tokensOf = ({ state }: Draft): number => neededTokens(facts, state);
  const fits = ({ state }: Draft): boolean =>
    corrected(state.ledger.calibration, estimateOf(facts, state)) * ERROR <= window;
  if (fits(draft)) return draft;
  // Without a pin there is nothing to cut: an epoch would cost the cache and save nothing.
  if (!draft.state.pin && tokensOf(draft) <= window) return draft;
  // An epoch that begins anyway pays for the changed pin as well.
  const begun = draft.reason ? draft : withEpoch(facts, draft, 'fallback-compaction');
  const { ledger, pin } = begun.state;
  const free = freeText(begun.overview.text);
  // The block of a compaction goes, but the messages that it hid must still be found.
  const compacted = placesOfHidden(
    ledger.folds.filter(({ why }) => why !== 'overview-written'),
    planning,
  );
  // An epoch drops the notes of the one before, but its pin is made anew and may be the longer one.
  let shortest = tokensOf(begun) < tokensOf(draft) ? begun : draft;
  for (const share of pin ? SMALLER_PINS : []) {
    const maxTokens = Math.floor(overviewBudget(window, planning.settings) * share);
    const overview = { text: [overviewWithin(free, maxTokens, planning), ...compacted].join('\n') };
    const text = pinnedOverview({ ...ledger, history, planning, nonce, free, overview, window });
    const shortened = { ...begun, state: { ...begun.state, pin: { text }, ledger: { ...ledger, nonce } } };
    if (fits(shortened)) return shortened;
    if (tokensOf(shortened) < tokensOf(shortest)) shortest = shortened;
  }
  if (tokensOf(shortest) <= window) return shortest;
  const tokens = tokensOf(shortest);
  // Part that no compaction can remove. It tells the developer whether to shorten the prompt or the messages.
  const fixed = head.tokens + planning.count(shortest.state.pin?.text ?? '');
  throw new WorkingMemoryError(
    'window-too-small',
    `The request needs about ${tokens} tokens, but the window has ${window}. Tools and overview take ${fixed}; of the ` +
      `${history.messages.length} messages the system prompt, the newest user message and the newest calls must ` +
      'stay. Shorten one of them, or use a model with a larger window. Nothing was changed.',
    { tokens, window, fixed },
  );
}
