// The placement of the source documents, to the letter: the overview read anew for every request with the reminder in it,
// the meter at the very end, and in phase 2 the active turn alone (S003-18…24, S001-14). It keeps no prefix. Pure.
import { anchorOf, type LedgerState } from '../view/ledger.ts';
import type { Phase } from './prepared.ts';
import { pinnedOverviewText } from '../view/pinned-overview.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import type { RequestInput } from './request.ts';

/** The state of this request alone: nothing of the one before rides along. */
export function literalPlacement(
  state: LedgerState,
  { history, nonce }: Pick<RequestInput, 'history' | 'nonce'>,
  overview: OverviewNow,
  { phase }: Phase,
  planning: PlanningContext,
): LedgerState {
  const { head, turns } = history;
  const others = state.ledger.folds.filter(({ why }) => why !== 'overview-written');
  const range = { from: head, to: turns.at(-1) ?? head };
  const hidesHistory = phase === 2 && range.to > range.from;
  const folds = hidesHistory
    ? [...others, { ...range, why: 'overview-written' as const, ...anchorOf(history, range) }]
    : others;
  const ledger = { ...state.ledger, nonce, folds, meta: undefined };
  const text = pinnedOverviewText({ history, overview, folds, stubs: ledger.stubs, nonce, planning });
  return { ...state, ledger, pin: { text }, rides: [] };
}
