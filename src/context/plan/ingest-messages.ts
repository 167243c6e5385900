// Takes the new messages of a list into the ledger: they count as a round, and may hold writes of the overview. Pure.
import { readBlocks, withBlocks } from '../../tree/overview/system-blocks.ts';
import { overviewStatus } from '../../tree/overview/overview.ts';
import { phaseOf } from './epoch.ts';
import type { LedgerState } from '../view/ledger.ts';
import { overviewCalls } from '../view/overview-writes.ts';
import type { Phase } from './prepared.ts';
import { isUserTurn } from '../view/history.ts';
import { countRound } from '../reminder/reminder.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import type { RequestInput } from './request.ts';

export interface Arrival {
  /** Whether the request is a new one. */
  readonly isNew: boolean;
  /** Whether the list does not continue the one before. */
  readonly isEdited: boolean;
  /** Index of the first new message. */
  readonly newFrom: number;
}

export interface Ingested {
  readonly state: LedgerState;
  /** Overview with the model's own write, where it used a tool of the app that the tree knows nothing about. */
  readonly overview: OverviewNow;
  readonly phase: Phase;
}

/** Takes the new messages into the ledger. @param state ledger anchored in this list */
export function ingestMessages(
  input: RequestInput,
  state: LedgerState,
  { isNew, newFrom }: Pick<Arrival, 'isNew' | 'newFrom'>,
  planning: PlanningContext,
): Ingested {
  const { history, head, request, now } = input;
  const { messages } = history;
  const { ledger } = state;
  const calls = overviewCalls(messages, newFrom);
  const overview = overviewAfter(input);
  const { revision, byModel } = overview;
  const outcome = input.ownWrite?.outcome;
  // An overview that was told, or counted as written, is no news, even where the calls that wrote it are ingested
  // again.
  const isKnown = revision <= Math.max(ledger.shown.revision, ledger.writtenRevision);
  // A write before the first request is the session's starting point, not an update.
  const isWritten = ledger.epoch > 0 && !isKnown && (byModel || (calls.length > 0 && outcome !== 'refused'));
  // A write without a call in the list, as by a tool that is not recognized, counts from the first new message, the
  // earliest place where it can have happened. 0 would mean that the model never wrote.
  const written = { writtenAt: calls.at(-1)?.index ?? Math.max(1, newFrom), writtenRevision: revision };
  const next = {
    ...ledger,
    requestId: request.id,
    count: messages.length,
    hash: messages.at(-1)?.hash ?? ledger.hash,
    // The first head has no former one to differ from.
    ...(ledger.epoch === 0 && { headHash: head.hash }),
    ...(isWritten && written),
    // The model sees its own calls, so its writes are not told again unless somebody else wrote in between.
    ...(calls.length > 0 &&
      byModel &&
      outcome !== 'merged' &&
      revision - ledger.shown.revision <= calls.length && { shown: { ...ledger.shown, revision } }),
    ...(isNew && { reminder: countRound(ledger.reminder, { updated: isWritten, now }) }),
    // A new turn brings new messages to fold, so compacting may be worth another try.
    ...(isUserTurn(history) && { fruitless: 0 }),
  };
  const status = overviewStatus(overview.text, overview.stepsSince, planning.softSteps);
  return { state: { ...state, ledger: next }, overview, phase: phaseOf(overview, status) };
}

/**
 * Returns the overview as it will be once the model's own write is committed. Its text never replaces the system's
 * blocks: a model copies them from an older state, or leaves them out.
 */
function overviewAfter({ overview, ownWrite }: RequestInput): OverviewNow {
  if (!ownWrite || ownWrite.outcome === 'refused') return overview;
  const text = withBlocks(ownWrite.text, readBlocks(overview.text));
  return { ...overview, text, revision: overview.revision + 1, byModel: true, stepsSince: 0 };
}
