// The request as a provider gets it: the view with every stub rendered, and its size. Pure.
import type { History } from './history.ts';
import type { LedgerState } from './ledger.ts';
import type { PlanningContext } from '../planning-context.ts';
import { stubNotice } from './stub-notice.ts';
import { tokensOf, type ViewEntry, viewOf } from './view.ts';

export const requestView = (history: History, state: LedgerState, { wording }: PlanningContext): ViewEntry[] =>
  viewOf(history, state, {
    notice: (stub) => stubNotice(stub, wording),
    medium: wording.leftOut,
    stopped: wording.stub.stopped,
  });

/**
 * Estimates the tokens of the request. Renders the view to count it: a stored size could disagree with what is sent.
 * @param headTokens tokens that are sent outside the list: system prompt and tools
 */
export const requestTokens = (
  history: History,
  state: LedgerState,
  headTokens: number,
  planning: PlanningContext,
): number => headTokens + tokensOf(requestView(history, state, planning), history, planning.count);
