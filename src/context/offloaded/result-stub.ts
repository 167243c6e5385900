// Moves a large result out of the view: its stub, and the files of its text. Pure. Part of `hiding`, which a request
// without such a result does not load.
import { isoTime } from '../../tree/iso-time.ts';
import type { RequestInput } from '../plan/request.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { LedgerStub, StubText } from '../view/ledger.ts';
import { type ArchivedText, placedResult, stubTextRow } from './archived-text.ts';

export interface LargeResult {
  readonly index: number;
  readonly callId: string;
  readonly tokens: number;
}

export interface OffloadedResult {
  readonly stub: LedgerStub;
  readonly text: StubText;
  readonly archives: readonly ArchivedText[];
}

/** Share of the limit that a stub's excerpt may use: the model sees how the result begins and ends… */
const SHOWN_SHARE = 0.25;
/** …up to these tokens, which are enough in any window. Every further request pays for the excerpt again. */
const LONGEST_EXCERPT_TOKENS = 1000;

/**
 * Returns the stub of a large result, with its text and the files to write.
 * @param most tokens of the largest result that stays whole
 */
export function offloaded(
  { history, canArchive, now, state }: Pick<RequestInput, 'history' | 'canArchive' | 'now' | 'state'>,
  { index, callId, tokens }: LargeResult,
  most: number,
  planning: PlanningContext,
): OffloadedResult {
  const date = isoTime(now).slice(0, 10);
  const placed = placedResult(
    history,
    { index, callId, tokens },
    { canArchive, date, forked: state.ledger.forked },
    planning,
  );
  const shown = Math.min(Math.floor(most * SHOWN_SHARE), LONGEST_EXCERPT_TOKENS);
  const { hash = '' } = history.messages[index] ?? {};
  const stub: LedgerStub = { index, callId, why: 'oversized', tokens, shown, hash, ...placed.place };
  return { stub, text: stubTextRow(history, stub, planning), archives: placed.archives };
}
