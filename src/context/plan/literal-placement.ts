// Literal placement, the form that the source documents describe: every request renders the current overview with the
// reminder in it, the meter comes last, and in phase 2 the active turn alone is shown. It keeps no prefix. Pure.
// Each request costs the provider a full computation from the overview on (docs/prompt-format.md).
import { anchorOf, type LedgerState } from '../view/ledger.ts';
import type { Phase } from './prepared.ts';
import { pinnedOverview } from '../view/pinned-overview.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import type { RequestInput } from './request.ts';

/** Returns the state of this request alone: notes of earlier requests are dropped, and turns are folded anew. */
export function literalPlacement(
  state: LedgerState,
  { history, nonce }: Pick<RequestInput, 'history' | 'nonce'>,
  overview: OverviewNow,
  phase: Phase,
  planning: PlanningContext,
): LedgerState {
  const folded = literalFolds(state, { history }, phase);
  // No byte has to stay the same, so every request gets a nonce of its own.
  const ledger = { ...folded.ledger, nonce };
  const text = pinnedOverview({ ...ledger, history, overview, free: overview.text, planning });
  return { ...folded, ledger, pin: { text }, rides: [] };
}

/** Folds anew. Folds of compactions stay: only the overview's own folds depend on the phase of this request. */
export function literalFolds(
  state: LedgerState,
  { history }: Pick<RequestInput, 'history'>,
  { phase }: Phase,
): LedgerState {
  const { head, turns } = history;
  const others = state.ledger.folds.filter(({ why }) => why !== 'overview-written');
  const range = { from: head, to: turns.at(-1) ?? head };
  const hidesHistory = phase === 2 && range.to > range.from;
  const folds = hidesHistory
    ? [...others, { ...range, why: 'overview-written' as const, ...anchorOf(history, range) }]
    : others;
  return { ...state, ledger: { ...state.ledger, folds } };
}
