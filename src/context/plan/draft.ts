// A request while it is planned. `RequestFacts` stay the same from the first step to the last; each step takes a
// `Draft` and returns the next one. Pure.
import type * as Hiding from '../hiding.ts';
import { utf8Bytes } from '../../tree/utf8-bytes.ts';
import type { CompactionResult } from '../compaction/compaction.ts';
import { beginEpoch } from './epoch.ts';
import { type ContextMeta, contextMeta, fillOf } from '../reminder/meter.ts';
import { isLiteral } from '../placement.ts';
import type { OverviewNow, PlanningContext } from '../planning-context.ts';
import type { EpochReason, Phase } from './prepared.ts';
import type { RequestInput, RequestPlan } from './request.ts';
import type { ArchivedText } from '../offloaded/archived-text.ts';
import { corrected, estimateFor } from '../reminder/calibration.ts';
import type { LedgerState } from '../view/ledger.ts';
import type { History } from '../view/history.ts';
import { requestTokens } from '../view/request-view.ts';
import { hiddenAt, hiddenFolds } from '../view/view.ts';

export interface RequestFacts {
  readonly input: RequestInput;
  readonly planning: PlanningContext;
  /** Returns the functions that hide messages. @throws ReadingNeeded where their part is not loaded */
  readonly hiding: () => typeof Hiding;
  /** Whether the request is a new one: a step and a round. */
  readonly isNew: boolean;
  /** Whether the app changed messages that an earlier request held. */
  readonly isEdited: boolean;
  /** Index of the first new message. */
  readonly newFrom: number;
  readonly phase: Phase;
  /** Estimated tokens of the request if no epoch began: the view that the app's own `tokensUsed` counts. */
  readonly tokensAsReported: number;
}

export interface Draft {
  readonly state: LedgerState;
  /** Overview as it will be after this request's commit: with the model's own write and the new compaction block. */
  readonly overview: OverviewNow;
  /** Cause of the epoch that begins; undefined while none does. */
  readonly reason: EpochReason | undefined;
  /** Files to write, in order. */
  readonly archives: readonly ArchivedText[];
  /** Compaction that this request makes by itself. */
  readonly compaction: OwnCompaction | undefined;
  /** New body of the overview's block; absent where it stays. */
  readonly block?: string;
}

export interface OwnCompaction {
  readonly result: CompactionResult;
  /** State and receipt for `undo`; undefined in the first epoch, where no request was sent that it could bring back. */
  readonly undoes: RequestPlan['undoes'];
}

/**
 * Returns the draft at the start of an epoch. A request begins one epoch at most, whatever the number of causes:
 * `beginEpoch` counts from the ledger before the request. The reason is the latest cause, as it did most to the prefix;
 * only the start of a session outranks it, because then there was no prefix.
 */
export function withEpoch({ input, phase, planning }: RequestFacts, draft: Draft, reason: EpochReason): Draft {
  const state = beginEpoch(draft.state, reason, { ...input, overview: draft.overview }, phase, planning);
  return { ...draft, state, reason: draft.reason === 'session-started' ? draft.reason : reason };
}

/**
 * Estimates by request and state: one plan asks for the same state again and again, and each answer renders the view.
 */
const estimates = new WeakMap<RequestInput, WeakMap<LedgerState, number>>();

/** Returns the tokens of the request as the library counts them. */
export function estimateOf({ input, planning }: Pick<RequestFacts, 'input' | 'planning'>, state: LedgerState): number {
  const ofInput = estimates.get(input) ?? new WeakMap<LedgerState, number>();
  estimates.set(input, ofInput);
  const tokens = ofInput.get(state) ?? requestTokens(input.history, state, input.head.tokens, planning);
  ofInput.set(state, tokens);
  return tokens;
}

/**
 * Returns the tokens of the request as the provider would count them. The app's number is the better one, but it counts
 * the list before this plan: messages that an epoch has hidden since are taken off in proportion.
 * @param upcoming estimated tokens of notes about to be appended; the app's own number includes them already
 */
export function usedTokens(
  facts: Pick<RequestFacts, 'input' | 'planning' | 'tokensAsReported'>,
  state: LedgerState,
  upcoming = 0,
): number {
  const { tokensUsed } = facts.input.request;
  const estimate = estimateOf(facts, state);
  if (tokensUsed === undefined) return corrected(state.ledger.calibration, estimate + upcoming);
  return Math.ceil(tokensUsed * Math.min(1, estimate / facts.tokensAsReported));
}

/** Returns the estimate at which the provider would count this many tokens: aims are compared with estimates. */
export function estimateUsing(
  facts: Pick<RequestFacts, 'input' | 'planning' | 'tokensAsReported'>,
  state: LedgerState,
  tokens: number,
): number {
  if (facts.input.request.tokensUsed === undefined) return estimateFor(state.ledger.calibration, tokens);
  return (tokens * estimateOf(facts, state)) / usedTokens(facts, state);
}

/**
 * Returns the part of the request that no folding removes, in tokens of the provider: system prompt, tools, pinned
 * overview. With literal placement nothing counts as fixed, as the sources measure the whole window.
 */
export function fixedTokens({ input, planning }: Pick<RequestFacts, 'input' | 'planning'>, state: LedgerState): number {
  if (isLiteral(planning.settings)) return 0;
  const fixed = tokensBefore(input) + planning.count(state.pin?.text ?? '');
  return corrected(state.ledger.calibration, fixed);
}

/** Returns how full the room for what can be folded is, 0–1 and above: decides bands, folds and the fallback. */
export const fillNow = (
  facts: Pick<RequestFacts, 'input' | 'planning' | 'tokensAsReported'>,
  state: LedgerState,
): number => fillOf(usedTokens(facts, state), facts.input.request.window, fixedTokens(facts, state));

/** Returns the meter of the draft. @param upcoming estimated tokens of notes about to be appended */
export function meterOf(
  facts: Pick<RequestFacts, 'input' | 'planning' | 'tokensAsReported'>,
  { state, overview }: Pick<Draft, 'state' | 'overview'>,
  upcoming = 0,
): ContextMeta {
  const { history, request } = facts.input;
  return contextMeta({
    tokensUsed: usedTokens(facts, state, upcoming),
    tokensMax: request.window,
    fixed: fixedTokens(facts, state),
    messagesInHistory: messagesShown(history, state),
    workingMemorySize: utf8Bytes(overview.text),
  });
}

/** Counts the shown messages behind the head among the first `count` messages of the list. */
export const messagesShown = (history: History, state: LedgerState, count = history.messages.length): number =>
  hiddenAt(history, hiddenFolds(history, state))
    .subarray(history.head, count)
    .reduce((sum, mark) => sum + 1 - mark, 0);

/** Estimates the tokens that stand before the list: tools, system prompt and leading system messages. */
export const tokensBefore = ({ history, head }: RequestInput): number =>
  history.messages.slice(0, history.head).reduce((sum, { tokens }) => sum + tokens, head.tokens);
