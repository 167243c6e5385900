// One request, planned. Pure: the same ledger and list give the same plan. In steps, because a list may be long.
//
// The plan is a pipeline. `RequestFacts` hold the facts known before it starts; each step takes a `Draft` and returns
// the next one. The order of the steps is the order of dependence:
//
//   ingest     the new messages may hold a write of the overview, which decides whether an epoch begins
//   retold     the overview, which an epoch may pin, tells what this list hides
//   epoch      a new epoch drops old notes and folds ended turns, which may already make enough room
//   results    a new one that alone would force a fold is cut, which may already make enough room
//   folds      literal placement folds anew, so history that a stale overview covered is shown again
//   room       only now is it known whether the request is too large
//   placement  literal placement replaces what the steps before have put into the view
//   fit        the view is complete but for its notes: does it fit at all?
//   notes      the meter among them speaks of the view as it is sent
import { overviewStatus } from '../../tree/overview/overview.ts';
import { appendNotes, type FinishedDraft } from './append-notes.ts';
import {
  type Draft,
  estimateOf,
  fillNow,
  messagesShown,
  meterOf,
  type RequestFacts,
  tokensBefore,
  withEpoch,
} from './draft.ts';
import { epochReason, foldCovered, phaseOf } from './epoch.ts';
import { fitWindow } from './fit-window.ts';
import { type Arrival, ingestMessages } from './ingest-messages.ts';
import { cutLargeResults } from './large-results.ts';
import { literalFolds, literalPlacement } from './literal-placement.ts';
import { makeRoom, MARGIN } from './make-room.ts';
import { isLiteral } from '../placement.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { RequestInput, RequestPlan } from './request.ts';
import type { Steps } from '../steps.ts';
import { isUserTurn } from '../view/history.ts';
import { anchored, goesOn, type Ledger, type LedgerState } from '../view/ledger.ts';
import { blockHashes } from '../view/pinned-overview.ts';
import { requestView } from '../view/request-view.ts';
import { corrected } from '../reminder/calibration.ts';
import { requestTrace } from '../watching/request-trace.ts';
import type { EpochReason } from './prepared.ts';
import { hiddenAt, hiddenFolds, visibleRanges } from '../view/view.ts';
import { mediaShown } from '../media/left-out.ts';

/**
 * Plans one request.
 * @param hiding returns the functions that hide messages
 * @throws window-too-small: nothing was changed; ReadingNeeded where the part for hiding is not loaded
 */
export function* planRequest(
  input: RequestInput,
  planning: PlanningContext,
  hiding: RequestFacts['hiding'],
): Steps<RequestPlan> {
  // Entries whose messages were edited no longer hold. Checked also where the list goes on: an undo or another owner
  // may bring back entries that were anchored in a former list.
  const state = anchored(input.state, input.history.messages);
  const arrival = arrivalOf(input, state);
  if (isRepeated(input, arrival)) return repeatedPlan({ input, planning, hiding, ...arrival }, state);

  const ingested = ingestMessages(input, state, arrival, planning);
  const { phase, ...changed } = ingested;
  const start: Draft = { ...changed, archives: [], reason: undefined, compaction: undefined };
  const known = { input, planning, hiding, ...arrival, phase };
  // Before the steps: the app's `tokensUsed` speaks of this view, and must be scaled by what the steps take out of it.
  const tokensAsReported = estimateOf(known, placed(known, start).state);
  const facts: RequestFacts = { ...known, tokensAsReported };

  yield;
  const told = yield* withFoldsRetold(facts, start);
  const begun = withFoldsNow(facts, cutLargeResults(facts, withDueEpoch(facts, told)));
  yield;
  const roomy = yield* makeRoom(facts, begun);
  yield;
  const fitting = fitWindow(facts, placed(facts, roomy));
  yield;
  const finished = appendNotes(facts, fitting);
  yield;
  return requestPlan(facts, finished, state);
}

/** Finds what is new in this request compared with the one before. */
function arrivalOf({ state, history, request, common }: RequestInput, known: LedgerState): Arrival {
  const { latest, due, count, requestId } = known.ledger;
  const isEdited =
    !goesOn(state.ledger, history.messages) ||
    // A restored list may lack messages that the request before showed: then the list goes on, but the view does not.
    (!due && !!latest && latest.messagesInHistory !== messagesShown(history, known, count));
  return {
    isNew: requestId !== request.id,
    isEdited,
    // In an edited list, neither the part that both lists share is new, nor a message that an entry of the ledger
    // anchors.
    newFrom: isEdited ? Math.max(common, anchoredUpTo(known)) : count,
  };
}

/**
 * Counts the messages up to the last one that an entry of the ledger still holds on to. An anchor holds only while the
 * list up to it is the one that was ingested.
 */
function anchoredUpTo({ ledger, rides }: LedgerState): number {
  const ends = [...ledger.folds.map(({ to }) => to), ...[...ledger.stubs, ...rides].map(({ index }) => index + 1)];
  return Math.max(ledger.mediaFrom?.index ?? 0, ...ends);
}

/**
 * Whether the app retries: the same list under the same name, with nothing due, must give the same bytes. Retries are
 * common (rate limits, lost connections); each would otherwise count as a round. A request that may exceed a smaller
 * window is no retry.
 */
function isRepeated({ state, history, head, request }: RequestInput, { isNew, isEdited }: Arrival): boolean {
  const { count, due, headHash, latest } = state.ledger;
  if (latest && request.window < Math.min(latest.tokensUsed * MARGIN, latest.tokensMax)) return false;
  return !isNew && !isEdited && count === history.messages.length && !due && headHash === head.hash;
}

/**
 * Makes the overview's block of compactions tell what this list hides. An edit may have taken folds back, and the list
 * prepared before may have been another one: the overview serves both.
 */
function* withFoldsRetold({ input, planning, hiding }: RequestFacts, draft: Draft): Steps<Draft> {
  const { history, isOther, request } = input;
  const { state, overview } = draft;
  const { folds, shown, due } = state.ledger;
  const isTakenBack = folds.length < input.state.ledger.folds.length;
  const told = blockHashes(overview).compaction;
  const isOfAnother = isOther && (due || told !== shown.blocks.compaction);
  // The words that told of hidden messages may have been forgotten.
  const isGone = due === 'forgotten' && told === undefined && folds.length > 0;
  if (!isTakenBack && !isOfAnother && !isGone) return draft;
  const { overviewBlock, withCompaction } = hiding();
  const about = { history, overview: overview.text, window: request.window, planning };
  // Turns that the overview covers by itself have their notices beside it.
  const isCompacted = folds.some(({ why }) => why !== 'overview-written');
  const block = isCompacted ? (yield* overviewBlock(about, state)).block : '';
  const text = withCompaction(overview.text, block);
  return text === overview.text ? draft : { ...draft, overview: { ...overview, text }, block };
}

/**
 * Begins the epoch that the list, the overview or an earlier command asks for. Turns that the overview covers are
 * folded above `foldAbove`, at a user turn or in an epoch that begins for another cause: one epoch then does for both.
 */
function withDueEpoch(facts: RequestFacts, draft: Draft): Draft {
  const { input, planning, phase, isEdited } = facts;
  const { settings } = planning;
  const { ledger } = draft.state;
  const foldedIn = (state: LedgerState): Ledger | undefined =>
    !isLiteral(settings) && fillNow(facts, state) >= settings.foldAbove
      ? foldCovered(state.ledger, input, phase, planning)
      : undefined;
  const folded = ledger.due ? undefined : foldedIn(draft.state);
  // The literal view hides turns by itself; its epoch is that of the sources, the turn after a write.
  const isFoldDue = isLiteral(settings) ? ledger.writtenRevision > ledger.pinned.revision : folded !== undefined;
  const reason = epochReason(input, draft.state, { isEdited, isFoldDue });
  if (!reason) return draft;
  const begun = withEpoch(facts, { ...draft, state: { ...draft.state, ledger: folded ?? ledger } }, reason);
  if (!ledger.due || ledger.due === 'compaction-undone' || !isUserTurn(input.history)) return begun;
  // A command may have hidden too little; its epoch does for the fold as well.
  const rest = foldedIn(begun.state);
  return rest ? withEpoch(facts, { ...begun, state: { ...begun.state, ledger: rest } }, 'overview-written') : begun;
}

/** With placement `literal`, folds anew, so that room is made among the messages that this request would show. */
function withFoldsNow({ input, phase, planning }: RequestFacts, draft: Draft): Draft {
  if (!isLiteral(planning.settings)) return draft;
  return { ...draft, state: literalFolds(draft.state, input, phase) };
}

/** With placement `literal`, makes the view anew for each request: nothing of the one before stays in it. */
function placed({ input, phase, planning }: Pick<RequestFacts, 'input' | 'phase' | 'planning'>, draft: Draft): Draft {
  if (!isLiteral(planning.settings)) return draft;
  return { ...draft, state: literalPlacement(draft.state, input, draft.overview, phase, planning) };
}

/**
 * Plans a repeated request. Nothing is counted and nothing changes; the meter is the one that was sent, unless the
 * window is a larger one. The view is rendered from the same ledger, so its bytes are the same.
 */
function repeatedPlan(given: Omit<RequestFacts, 'phase' | 'tokensAsReported'>, state: LedgerState): RequestPlan {
  const { input, planning } = given;
  const { overview } = input;
  const facts: RequestFacts = {
    ...given,
    tokensAsReported: estimateOf(given, state),
    phase: phaseOf(overview, overviewStatus(overview.text, overview.stepsSince, planning.softSteps)),
  };
  const { latest } = state.ledger;
  const meta = latest?.tokensMax === input.request.window ? latest : meterOf(facts, { state, overview });
  const draft = { state, overview, reason: undefined, archives: [], compaction: undefined, meta, reminder: undefined };
  return { ...requestPlan(facts, draft, state), repeated: true, event: undefined };
}

/**
 * Returns the finished draft in the words of its readers: the client that commits it, the app, the journal.
 * @param before ledger as this request found it
 */
function requestPlan(facts: RequestFacts, draft: FinishedDraft, before: LedgerState): RequestPlan {
  const { input, planning, isNew, phase, newFrom } = facts;
  const { history } = input;
  const { archives, reason, compaction, block, meta, reminder } = draft;
  const state = { ...draft.state, ledger: { ...draft.state.ledger, kept: input.kept } };
  const hidden = hiddenFolds(history, state);
  const entries = requestView(history, state, planning);
  const estimated = estimateOf(facts, state);
  const trace = requestTrace({
    input,
    before,
    after: state,
    entries,
    newFrom,
    cached: cachedOf(facts, reason, before),
    epoch: reason && { without: facts.tokensAsReported, with: estimated },
    corrected: (tokens) => corrected(state.ledger.calibration, tokens),
    count: planning.count,
  });
  return {
    state,
    repeated: false,
    isNew,
    archives,
    block,
    undoes: compaction?.undoes,
    entries,
    meta,
    estimated,
    media: mediaShown(history, hiddenAt(history, hidden), state.ledger),
    reason,
    phase,
    kept: visibleRanges(history, hidden),
    hidden,
    stubs: state.ledger.stubs.map(({ hash: _, tokens: _tokens, shown: _shown, ...stub }) => stub),
    reminder,
    compaction: compaction && { ...compaction.result, tokens: { ...compaction.result.tokens, after: estimated } },
    event: {
      type: 'request-prepared',
      epoch: state.ledger.epoch,
      tokens: meta.tokensUsed,
      ...(reason && { reason }),
      ...(reminder && { reminder }),
      trace,
    },
    trace,
  };
}

/**
 * Estimates the cached tokens: within an epoch the whole request before; where one begins, what stands before the list,
 * or nothing if that changed.
 */
function cachedOf({ input, planning }: RequestFacts, reason: EpochReason | undefined, { ledger }: LedgerState): number {
  if (reason === undefined) return isLiteral(planning.settings) ? 0 : (ledger.latest?.tokensUsed ?? 0);
  if (reason === 'session-started' || reason === 'system-changed') return 0;
  return tokensBefore(input);
}
