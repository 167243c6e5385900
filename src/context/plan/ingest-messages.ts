// Takes the new messages of a list into the ledger: they count as a round, may hold writes of the overview, and may bring
// results too large to be shown whole. Pure.
import type { Settings } from '../../options.ts';
import { readBlocks, withBlocks } from '../../tree/overview/system-blocks.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { overviewStatus } from '../../tree/overview/overview.ts';
import { phaseOf } from './epoch.ts';
import type { LedgerState } from '../view/ledger.ts';
import { overviewCalls } from './overview-writes.ts';
import type { Phase } from './prepared.ts';
import { type ArchivedText, placedResult, stubTextRow } from '../view/archived-text.ts';
import { countRound } from '../reminder/reminder.ts';
import type { PlanningContext, OverviewNow } from '../planning-context.ts';
import type { RequestInput } from './request.ts';

export interface Arrival {
  /** The request is a new one. */
  readonly isNew: boolean;
  /** The list does not go on from the one before. */
  readonly isEdited: boolean;
  /** Messages from here on are new. */
  readonly newFrom: number;
}

export interface Ingested {
  readonly state: LedgerState;
  /** With the model's own write, where it used a tool of the app that the tree knows nothing about. */
  readonly overview: OverviewNow;
  readonly archives: readonly ArchivedText[];
  readonly phase: Phase;
}

/** @param state anchored in this list */
export function ingestMessages(
  input: RequestInput,
  state: LedgerState,
  { isNew, newFrom }: Pick<Arrival, 'isNew' | 'newFrom'>,
  planning: PlanningContext,
): Ingested {
  const { history, head, request, now } = input;
  const { messages, turns } = history;
  const { ledger } = state;
  const calls = overviewCalls(messages, newFrom);
  const overview = overviewAfter(input);
  const { revision, byModel } = overview;
  const isKnown = revision <= Math.max(ledger.shown.revision, ledger.writtenRevision);
  // A write before the first request is the session's starting point, not an update.
  const isWritten = ledger.epoch > 0 && !isKnown && (byModel || calls.length > 0);
  const written = { writtenAt: calls.at(-1)?.index ?? Math.max(1, newFrom), writtenRevision: revision };
  const { stubs, stubTexts, archives } = oversized(input, state, newFrom, planning);
  const next = {
    ...ledger,
    requestId: request.id,
    count: messages.length,
    hash: messages.at(-1)?.hash ?? ledger.hash,
    stubs,
    ...(ledger.epoch === 0 && { headHash: head.hash }),
    ...(isWritten && written),
    // The model sees its own calls, so its writes are not told again unless somebody else wrote in between.
    ...(calls.length > 0 &&
      byModel &&
      revision - ledger.shown.revision <= calls.length && { shown: { ...ledger.shown, revision } }),
    ...(isNew && { reminder: countRound(ledger.reminder, { updated: isWritten, now }) }),
    // A new turn brings new messages to fold, so compacting may be worth another try.
    ...(turns.at(-1) === messages.length - 1 && { fruitless: 0 }),
  };
  const status = overviewStatus(overview.text, overview.stepsSince, planning.softSteps);
  return { state: { ...state, stubTexts, ledger: next }, overview, archives, phase: phaseOf(overview, status) };
}

function overviewAfter({ overview, ownWrite }: RequestInput): OverviewNow {
  if (ownWrite === undefined) return overview;
  const text = withBlocks(ownWrite, readBlocks(overview.text));
  return { text, revision: overview.revision + 1, byModel: true, stepsSince: 0 };
}

/** Tokens of the largest result that enters a request whole. */
export const largestResult = (window: number, { stubAbove }: Pick<Settings['context'], 'stubAbove'>): number =>
  Math.floor(window * stubAbove);

/** Share of the limit that a stub's excerpt may use: the model sees how the result begins and ends. */
const SHOWN_SHARE = 0.5;

/**
 * Stubs for new results above the limit. A large result would soon have to be hidden, which changes the prefix; one that
 * never enters whole changes nothing later.
 */
function oversized(
  { history, request, canArchive, now }: RequestInput,
  { ledger, stubTexts: former }: LedgerState,
  from: number,
  planning: PlanningContext,
): { stubs: LedgerState['ledger']['stubs']; stubTexts: LedgerState['stubTexts']; archives: ArchivedText[] } {
  const { settings, count } = planning;
  const most = largestResult(request.window, settings);
  const date = isoTime(now).slice(0, 10);
  const stubs = [...ledger.stubs];
  const stubTexts = [...former];
  const archives: ArchivedText[] = [];
  for (let index = from; index < history.messages.length; index++) {
    const { results = [], tokens: whole = 0, hash = '' } = history.messages[index] ?? {};
    if (whole <= most) continue;
    for (const { id: callId, text } of results) {
      const tokens = count(text);
      if (tokens <= most) continue;
      const placed = placedResult(history, { index, callId, tokens }, { canArchive, date }, planning);
      archives.push(...placed.archives);
      const shown = Math.floor(most * SHOWN_SHARE);
      const stub = { index, callId, why: 'oversized' as const, tokens, shown, hash, ...placed.place };
      stubs.push(stub);
      stubTexts.push(stubTextRow(history, stub, planning));
    }
  }
  return { stubs, stubTexts, archives };
}
