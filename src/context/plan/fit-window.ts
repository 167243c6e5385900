// The last resort of a plan: where even a compaction has not made the request small enough. Better a clear error with
// the numbers than a request that the provider rejects. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import { withoutComments } from '../../recall/sections.ts';
import { type Draft, estimateOf, type RequestFacts, withEpoch } from './draft.ts';
import { corrected } from '../view/ledger.ts';
import { pinnedOverviewText } from '../view/pinned-overview.ts';

/**
 * Drops the template's hints and blank lines from the pinned overview, which is all that is left to drop, then refuses.
 * A changed pin breaks the prefix, so it needs an epoch.
 * @throws window-too-small
 */
export function fitWindow(facts: RequestFacts, draft: Draft): Draft {
  const { input, planning } = facts;
  const { history, head, request } = input;
  const tokensOf = ({ state }: Draft): number => corrected(state, estimateOf(facts, state));
  if (tokensOf(draft) <= request.window) return draft;
  const begun = draft.reason ? draft : withEpoch(facts, draft, 'fallback-compaction');
  const { folds, stubs, nonce } = begun.state.ledger;
  const overview = { text: withoutComments(begun.overview.text).replace(/\n{2,}/g, '\n') };
  const pin = { text: pinnedOverviewText({ history, overview, folds, stubs, nonce, planning }) };
  const shortened = { ...begun, state: { ...begun.state, pin } };
  const tokens = tokensOf(shortened);
  if (tokens <= request.window) return shortened;
  const fixed = head.tokens + planning.count(pin.text);
  throw windowTooSmall({ tokens, window: request.window, fixed, messages: history.messages.length });
}

/** `fixed`: what no compaction can remove. It tells the developer whether to shorten the prompt or the messages. */
const windowTooSmall = (seen: {
  readonly tokens: number;
  readonly window: number;
  readonly fixed: number;
  readonly messages: number;
}): WorkingMemoryError => {
  const { tokens, window, fixed, messages } = seen;
  return new WorkingMemoryError(
    'window-too-small',
    `The request needs about ${tokens} tokens and the window has ${window}: tools and overview take ${fixed}, the rest ` +
      `is what must stay of ${messages} messages: the system prompt, the newest user message and the newest calls. ` +
      'Shorten one of them, or use a model with a larger window. Nothing was changed.',
    { tokens, window, fixed },
  );
};
