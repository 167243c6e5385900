// Epochs. Within one, every request extends the one before byte for byte, so that a provider's prompt cache holds. Changes
// to earlier bytes wait and are made together at the start of the next epoch. Pure.
import { freeText } from '../../tree/overview/system-blocks.ts';
import type { Range } from '../compaction/compaction.ts';
import type { History } from '../view/history.ts';
import { anchorOf, type Ledger, type LedgerState } from '../view/ledger.ts';
import { overviewShown, pinnedOverviewText } from '../view/pinned-overview.ts';
import type { EpochReason, Phase } from './prepared.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import type { RequestInput } from './request.ts';
import { hiddenAt } from '../view/view.ts';

/** Recent turns stay visible up to this share of the window. */
const RECENT_SHARE = 0.25;

/** Why this request begins a new epoch; undefined when it continues the current one. The first cause that applies. */
export function epochReason(
  { history, head, state }: RequestInput,
  { ledger }: LedgerState,
  { isEdited }: { readonly isEdited: boolean },
): EpochReason | undefined {
  if (state.ledger.epoch === 0) return 'session-started';
  if (ledger.due) return ledger.due;
  if (isEdited) return 'history-edited';
  if (ledger.headHash !== head.hash) return 'system-changed';
  // Not in the middle of a turn: the model is working with what it sees there.
  const isUserTurn = history.turns.at(-1) === history.messages.length - 1;
  return isUserTurn && ledger.writtenRevision > ledger.pinned.revision ? 'overview-written' : undefined;
}

/**
 * The state at the start of an epoch: no appended notes, no reasoning of ended turns (its signature covers the old
 * prefix), a fresh pinned overview. After a compaction the pinned overview stays while its free text is current: then the
 * cache holds up to the first hidden message, and the new block is told in the notes.
 * @param input `state` is the ledger before this request: however often one request begins an epoch, it counts once
 */
export function beginEpoch(
  state: LedgerState,
  reason: EpochReason,
  input: Pick<RequestInput, 'state' | 'history' | 'head' | 'overview' | 'nonce' | 'request'>,
  phase: Phase,
  planning: PlanningContext,
): LedgerState {
  const { history, head, overview, nonce } = input;
  const epoch = input.state.ledger.epoch + 1;
  // The receipt restored pinned overview, notes and nonce; changing any of them would change the prefix again.
  if (reason === 'compaction-undone') {
    return { ...state, ledger: { ...state.ledger, epoch, headHash: head.hash, due: undefined } };
  }
  const ledger: Ledger = {
    ...state.ledger,
    epoch,
    headHash: head.hash,
    folds: foldsAt(state.ledger, reason, input, phase, planning),
    reasoningFrom: reason === 'session-started' ? 0 : (history.turns.at(-1) ?? 0),
    meta: undefined,
    due: undefined,
  };
  if (isCompaction(reason) && state.pin && ledger.pinned.revision === overview.revision) {
    // The notes are gone, so what they told must be told again: everything that the pinned overview does not show.
    return { ...state, ledger: { ...ledger, shown: ledger.pinned }, rides: [] };
  }
  const text = pinnedOverviewText({ history, overview, folds: ledger.folds, stubs: ledger.stubs, nonce, planning });
  const shown = overviewShown(overview);
  const repinned = { ...ledger, nonce, shown, pinned: shown };
  return { ...state, ledger: repinned, pin: { text }, rides: [] };
}

const isCompaction = (reason: EpochReason): boolean => reason === 'compacted' || reason === 'fallback-compaction';

/** The folds of the new epoch. History may go once the overview can stand in for it. */
export function foldsAt(
  ledger: Ledger,
  reason: EpochReason,
  { history, request }: Pick<RequestInput, 'history' | 'request'>,
  { reason: status }: Phase,
  { settings }: PlanningContext,
): Ledger['folds'] {
  // An overview that is a template again stands in for nothing, so what it covered comes back. What a file holds stays
  // folded, and so does everything during a compaction, whose numbers rely on it.
  if (status === 'template' && !isCompaction(reason)) {
    return ledger.folds.filter(({ why }) => why !== 'overview-written');
  }
  if (reason !== 'overview-written') return ledger.folds;
  const range = turnsBefore(history, ledger, Math.floor(request.window * RECENT_SHARE), settings.recentTurns);
  if (!range) return ledger.folds;
  const kept = ledger.folds.filter(
    ({ why, from, to }) => why !== 'overview-written' || from < range.from || to > range.to,
  );
  return [...kept, { ...range, why: 'overview-written', ...anchorOf(history, range) }];
}

/** The turns that ended before the model's latest write, except the newest `recentTurns` that fit into `room` tokens. */
function turnsBefore(
  { messages, turns, head }: History,
  ledger: Ledger,
  room: number,
  recentTurns: number,
): Range | undefined {
  const hidden = hiddenAt({ messages } as History, ledger.folds);
  let ended = 0;
  while (ended + 1 < turns.length && (turns[ended + 1] as number) <= ledger.writtenAt) ended++;
  let left = room;
  for (let kept = 0; kept < recentTurns && ended > 0; kept++) {
    const [from, to] = [turns[ended - 1] as number, turns[ended] as number];
    for (let index = from; index < to; index++) if (hidden[index] === 0) left -= messages[index]?.tokens ?? 0;
    if (left < 0) break;
    ended--;
  }
  const to = ended === 0 ? head : (turns[ended] as number);
  return to > head ? { from: head, to } : undefined;
}

/** Phase 2 needs an overview that the model maintains and that is not empty. */
export function phaseOf(overview: OverviewNow, status: Phase['reason']): Phase {
  return { phase: status === 'maintained' && freeText(overview.text).trim() !== '' ? 2 : 1, reason: status };
}
