// Epochs. Within one, every request extends the one before byte for byte, so that a provider's prompt cache holds.
// Changes to earlier bytes wait and are made together at the start of the next epoch. Pure.
//
// An epoch costs the cached prefix, so nothing begins one that can wait: a write of the overview alone does not. Its
// fold comes under pressure, and its pin when an epoch begins anyway.
import { freeText } from '../../tree/overview/system-blocks.ts';
import type { Range } from '../compaction/compaction.ts';
import { summaryTokens } from '../compaction/summary.ts';
import { type History, isUserTurn } from '../view/history.ts';
import { anchorOf, type AppendedNotes, type Ledger, type LedgerState } from '../view/ledger.ts';
import { overviewCalls } from '../view/overview-writes.ts';
import { overviewShown, pinnedOverview, overviewBudget } from '../view/pinned-overview.ts';
import type { EpochReason, Phase } from './prepared.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import type { RequestInput } from './request.ts';
import { hiddenAt, hiddenFolds } from '../view/view.ts';
import { tokensInView } from '../media/left-out.ts';

/**
 * Recent turns stay visible up to this share of the window. One long turn must not undo what folding the others has
 * won.
 */
const RECENT_SHARE = 0.25;

/**
 * Returns why this request begins a new epoch; undefined when it continues the current one. The first cause that
 * applies wins: the start of a session, as there is no ledger to compare with; changes that commands and edits have
 * made already; last the fold that the overview allows, because it can wait.
 */
export function epochReason(
  { history, head, state }: RequestInput,
  { ledger }: LedgerState,
  { isEdited, isFoldDue }: { readonly isEdited: boolean; readonly isFoldDue: boolean },
): EpochReason | undefined {
  if (state.ledger.epoch === 0) return 'session-started';
  if (ledger.due) return ledger.due;
  if (isEdited) return 'history-edited';
  if (ledger.headHash !== head.hash) return 'system-changed';
  // Not in the middle of a turn: the model is working with what it sees there.
  return isFoldDue && isUserTurn(history) ? 'overview-written' : undefined;
}

type EpochInput = Pick<RequestInput, 'newestEpoch' | 'history' | 'head' | 'overview' | 'nonce' | 'request'>;

/**
 * Returns the state at the start of an epoch: no appended notes but what was recalled for this turn, no reasoning of
 * ended turns (its signature covers the old prefix), and the overview pinned where the model could not see it
 * otherwise.
 * @param input `newestEpoch` is the one before this request: however often one request begins an epoch, it counts once
 */
export function beginEpoch(
  state: LedgerState,
  reason: EpochReason,
  input: EpochInput,
  phase: Phase,
  planning: PlanningContext,
): LedgerState {
  const { history, head } = input;
  const epoch = input.newestEpoch + 1;
  // The receipt restored pinned overview, notes and nonce; changing any of them would change the prefix again.
  if (reason === 'compaction-undone') {
    return { ...state, ledger: { ...state.ledger, epoch, headHash: head.hash, due: undefined } };
  }
  const ledger: Ledger = {
    ...state.ledger,
    epoch,
    headHash: head.hash,
    folds: standingFolds(state.ledger.folds, reason, phase),
    reasoningFrom: reason === 'session-started' ? 0 : (history.turns.at(-1) ?? 0),
    due: undefined,
  };
  return { ...withPin({ ...state, ledger }, reason, input, phase, planning), rides: carried(state, history) };
}

/** Keeps the notes that the memory recalled for a turn that is still going on; nothing is looked up again. */
function carried({ rides }: LedgerState, { turns, messages }: History): AppendedNotes[] {
  const began = turns.at(-1);
  return rides.flatMap(({ index, text, hash, recalled }) =>
    recalled && index === began && index < messages.length - 1
      ? [{ index, text: text.slice(0, recalled.length), hash, recalled }]
      : [],
  );
}

/**
 * Pins the overview anew, or keeps the pin. A compaction keeps it, or its absence, while the model knows the free text
 * from there or from its own call: then the cache holds up to the first hidden message, and the new block is told in
 * the notes. Any other epoch has lost the prefix already, so its pin shows what the model does not see otherwise.
 */
function withPin(
  state: LedgerState,
  reason: EpochReason,
  { history, overview, nonce, request }: EpochInput,
  phase: Phase,
  planning: PlanningContext,
): LedgerState {
  const { ledger, pin } = state;
  const isKnown = phase.reason === 'template' || isWriteInView(history, state, overview);
  const { revision } = overview;
  if (isCompaction(reason) && (pin ? isKept(state, isKnown, { overview, request }, planning) : isKnown)) {
    // The notes are gone, so everything that the pinned overview does not show must be told again.
    const shown = isKnown ? { ...ledger.pinned, revision } : ledger.pinned;
    return { ...state, ledger: { ...ledger, shown } };
  }
  const text = pinnedOverview({
    history,
    overview: isKnown ? undefined : overview,
    free: overview.text,
    ...ledger,
    nonce,
    window: request.window,
    planning,
  });
  // Pinned anew: the pin holds now what notes told the model, so `shown` and `pinned` are one.
  const shown = isKnown ? { revision, blocks: {} } : overviewShown(overview);
  const pinned = isKnown ? { revision: 0, blocks: {} } : shown;
  return { ...state, ledger: { ...ledger, nonce, shown, pinned }, pin: text === '' ? undefined : { text } };
}

/** Whether the pin can stay. One from a larger window would take the room that history needs in this one. */
function isKept(
  { ledger, pin }: LedgerState,
  isKnown: boolean,
  { overview, request: { window } }: Pick<EpochInput, 'overview' | 'request'>,
  { count, settings }: PlanningContext,
): boolean {
  const most = overviewBudget(window, settings) + summaryTokens(window);
  return (isKnown || ledger.pinned.revision === overview.revision) && count(pin?.text ?? '') <= most + NOTICE_TOKENS;
}

/** Tokens of the words around a pinned overview. */
const NOTICE_TOKENS = 150;

/** Whether the model's own call shows the free text as it is now: as a whole, and in view. */
function isWriteInView(history: History, state: LedgerState, { text }: Pick<OverviewNow, 'text'>): boolean {
  const { writtenAt } = state.ledger;
  if (writtenAt === 0) return false;
  const hidden = hiddenAt(history, hiddenFolds(history, state));
  const free = freeText(text).trim();
  return overviewCalls(history.messages, writtenAt).some(
    ({ index, content }) => hidden[index] === 0 && content !== undefined && freeText(content).trim() === free,
  );
}

const isCompaction = (reason: EpochReason): boolean =>
  reason === 'compacted' || reason === 'fallback-compaction' || reason === 'media-left-out';

/**
 * Returns the folds that stay. An overview that is a template again stands in for nothing, so the turns that it covered
 * come back. Other folds stay, and so does everything during a compaction, whose numbers rely on it.
 */
const standingFolds = (folds: Ledger['folds'], reason: EpochReason, { reason: status }: Phase): Ledger['folds'] =>
  status === 'template' && !isCompaction(reason) ? folds.filter(({ why }) => why !== 'overview-written') : folds;

/** A fold that saves less than this share of the window is not worth the cache. */
const WORTH_FOLDING = 0.2;

/**
 * Returns the ledger with everything folded that the overview can stand in for; undefined where that would save too
 * little. A stale overview hides nothing more.
 */
export function foldCovered(
  ledger: Ledger,
  { history, request }: Pick<RequestInput, 'history' | 'request'>,
  { phase }: Phase,
  { settings }: PlanningContext,
): Ledger | undefined {
  if (phase !== 2) return undefined;
  const hidden = hiddenAt(history, ledger.folds);
  const room = Math.floor(request.window * RECENT_SHARE);
  const range = turnsBefore(history, ledger, hidden, room, settings.recentTurns);
  if (!range || visibleTokens(history, ledger, hidden, range) < request.window * WORTH_FOLDING) return undefined;
  // The new fold begins at the head, so only a former one that reaches further says anything beside it.
  const kept = ledger.folds.filter(
    ({ why, from, to }) => why !== 'overview-written' || from < range.from || to > range.to,
  );
  return { ...ledger, folds: [...kept, { ...range, why: 'overview-written', ...anchorOf(history, range) }] };
}

/**
 * Returns the range of turns that ended before the model's latest write, except the newest `recentTurns` that fit into
 * `room` tokens. The turn of the write itself stays whole: its end is newer than what the overview can say. Linear in
 * the messages of the turns that are tried.
 */
function turnsBefore(
  history: History,
  ledger: Ledger,
  hidden: Uint8Array,
  room: number,
  recentTurns: number,
): Range | undefined {
  const { turns, head } = history;
  const { writtenAt } = ledger;
  let ended = 0;
  while (ended + 1 < turns.length && (turns[ended + 1] as number) <= writtenAt) ended++;
  let left = room;
  for (let kept = 0; kept < recentTurns && ended > 0; kept++) {
    const [from, to] = [turns[ended - 1] as number, turns[ended] as number];
    // Hidden messages take no room.
    left -= visibleTokens(history, ledger, hidden, { from, to });
    if (left < 0) break;
    ended--;
  }
  const to = ended === 0 ? head : (turns[ended] as number);
  return to > head ? { from: head, to } : undefined;
}

function visibleTokens({ messages }: History, { mediaFrom }: Ledger, hidden: Uint8Array, { from, to }: Range): number {
  let tokens = 0;
  for (let index = from; index < to; index++)
    if (hidden[index] === 0) tokens += tokensInView(messages[index], index, { mediaFrom });
  return tokens;
}

/** Returns the phase. Phase 2 needs an overview that the model maintains and that is not empty. */
export function phaseOf(overview: OverviewNow, status: Phase['reason']): Phase {
  return { phase: status === 'maintained' && freeText(overview.text).trim() !== '' ? 2 : 1, reason: status };
}
