// The plan of a compaction: its outcome, what the request would cost afterwards, and what the model would lose sight
// of. One plan serves the model's tool, the app, the policy and the fallback, so that all of them report the same
// numbers. Pure.
import { applyCompaction, blockTokens, type CompactionInput, type CompactionOutcome } from './apply-compaction.ts';
import type { CompactionPlan } from './compaction.ts';
import type { Steps } from '../steps.ts';
import { hiddenAt, hiddenFolds } from '../view/view.ts';

export interface CompactionPlanInput extends CompactionInput {
  /** Tokens of the whole request as it is now. */
  readonly tokens: number;
  /**
   * Part of `tokens` that the block of an earlier compaction takes and no request has shown yet; the new block replaces
   * it.
   */
  readonly pendingBlockTokens?: number;
  /** Whether the request cannot be made without the compaction. */
  readonly isNeeded?: boolean;
}

export interface PlannedCompaction {
  readonly plan: CompactionPlan;
  /** Discard it when the plan is not possible. */
  readonly outcome: CompactionOutcome;
}

/**
 * Works the compaction out and compares the request before and after it. Writes nothing. Linear in the text of the
 * list: names are searched in all of it.
 */
export function* planCompaction(input: CompactionPlanInput): Steps<PlannedCompaction> {
  const { history, state, selection, tokens: before, pendingBlockTokens = 0, isNeeded, planning } = input;
  // The exact block is part of the price, so the compaction is worked out in full even when it turns out not to pay.
  const outcome = yield* applyCompaction(input);
  yield;
  const isNothing = selection.hide.length === 0 && selection.stub.length === 0;
  // A new epoch drops the notes appended to earlier messages and adds the block. Both count, or a compaction whose
  // block costs more than it saves would look worth it.
  const notes = state.rides.reduce((sum, { text }) => sum + planning.count(text), 0);
  const bare = selection.tokens - notes - pendingBlockTokens;
  const shrunk = bare + blockTokens(outcome.block, state.ledger, planning);
  // A request that would otherwise be refused goes without the block; a later request with room tells it.
  const after = isNothing ? before : isNeeded && shrunk >= before ? bare : shrunk;
  // From here on the plan speaks of what is hidden in total, not only of what this compaction adds.
  const marks = hiddenAt(history, [...hiddenFolds(history, state), ...selection.hide]);
  const plan: CompactionPlan = {
    possible: after < before,
    ...(after >= before && { reason: isNothing ? 'nothing-to-hide' : 'would-not-shrink' }),
    hide: selection.hide,
    stub: selection.stub.map(({ index, callId }) => ({ index, callId })),
    tokens: { before, after },
    kept: keptOf(input, marks),
    retention: yield* retentionAfter(input, marks, outcome.block),
  };
  return { plan, outcome };
}

/**
 * Counts the visible rest in three units, because callers think in different ones: messages, turns, groups of tool
 * calls. The head is never hidden and counts in none of them.
 */
function keptOf({ history }: CompactionInput, marks: Uint8Array): CompactionPlan['kept'] {
  const { messages, head, turns, segments } = history;
  return {
    messages: messages.filter((_, index) => marks[index] === 0).length - head,
    turns: turns.filter((start) => marks[start] === 0).length,
    callGroups: segments.filter(({ kind, from }) => kind === 'calls' && marks[from] === 0).length,
  };
}

/**
 * Compares the names in hidden text with those in visible text; the block counts as visible. Messages that earlier
 * compactions hid count as well, because the block covers all of it.
 */
function* retentionAfter(
  { history, selection, planning }: CompactionInput,
  marks: Uint8Array,
  block: string,
): Steps<CompactionPlan['retention']> {
  const stubbed = new Set(selection.stub.map(({ index, callId }) => `${index} ${callId}`));
  const hidden: string[] = [];
  const visible = [block];
  for (const [index, { text, calls = [], results = [] }] of history.stored.entries()) {
    const isHidden = marks[index] === 1;
    (isHidden ? hidden : visible).push([text, ...calls.map((call) => call.arguments)].join('\n'));
    for (const { id, text: result } of results) {
      // A stub shows an excerpt, but which names survive in it is left out: the count errs towards "lost".
      (isHidden || stubbed.has(`${index} ${id}`) ? hidden : visible).push(result);
    }
  }
  yield;
  return yield* planning.reading().retention(hidden, visible.join('\n'));
}
