// When room is made without being asked: the fallback, and with `autonomy: 'auto'` the policy at band edges. Pure.
import { WorkingMemoryError } from '../../errors.ts';
import { foldingInput, summaryTokens } from '../compaction/compact.ts';
import type { History } from '../view/history.ts';
import type { LedgerState } from '../view/ledger.ts';
import { pressureOf, bandEdge } from '../reminder/pressure.ts';
import { type Folding, foldingOf, foldingToFit } from '../compaction/plan-compaction.ts';
import type { Terms } from '../planning-context.ts';
import type { RequestInput } from './request.ts';
import { hiddenAt, hiddenFolds } from '../view/view.ts';

/** Estimates may be off by so much where a limit must hold. */
export const MARGIN = 1.1;
/**
 * Of the room for history, the share that stays after a fallback: each one costs the whole cache, so it must be needed
 * seldom. Above `half` the newest groups of calls are given up too.
 */
const GOAL = 0.25;
const HALF = 0.4;
/** What rides behind the newest message beside the summary: meter, reminder, fences. */
const TAIL_TOKENS = 250;
/** A compaction that leaves more than this of a request has won little… */
export const FRUITFUL = 0.9;
/** …and after so many of them in one turn none is tried, as long as the request fits (S003-93). */
const MOST_FRUITLESS = 2;
const KEEP_RECENT = 5;

export interface RoomInput extends Pick<RequestInput, 'history' | 'request'> {
  readonly state: LedgerState;
  /** Tokens of the request as the provider would count them, and as they are estimated. */
  readonly used: number;
  readonly estimate: number;
}

/** What to fold now; undefined when there is no need, or no use. */
export function roomAsked(
  { history, request, state, used, estimate }: RoomInput,
  terms: Terms,
): { readonly folding: Folding; readonly trigger: 'fallback' | 'policy' } | undefined {
  const { settings } = terms;
  const { window } = request;
  const { fruitless, meta } = state.ledger;
  const isTight = used * MARGIN > window;
  const input = foldingInput(history, state, estimate, terms);
  if (used >= window * settings.fallbackAt && (isTight || fruitless < MOST_FRUITLESS)) {
    // In the units of the estimate, whatever the provider counts; the summary that comes in takes room too.
    const scale = estimate / used;
    const summary = summaryTokens(window);
    const limit = (window * scale) / MARGIN - summary - TAIL_TOKENS;
    const fixed = estimate - foldableTokens(history, state);
    const room = Math.max(0, window * settings.fallbackAt * scale - summary - fixed);
    const aims = { goal: fixed + room * GOAL, half: fixed + room * HALF, limit };
    return { folding: foldingToFit(input, aims), trigger: 'fallback' };
  }
  const pressure = pressureOf(used / window);
  if (settings.autonomy !== 'auto' || !meta || !bandEdge(meta.pressure, pressure) || fruitless >= MOST_FRUITLESS) {
    return undefined;
  }
  const folding = foldingOf(input, { target: pressure === 'light' ? 'tools' : 'all', keepRecent: KEEP_RECENT });
  // A new epoch costs the whole cache: it must be worth it.
  return folding.tokens <= estimate * FRUITFUL ? { folding, trigger: 'policy' } : undefined;
}

/** Of everything after the head but the user's message of the active turn. */
function foldableTokens(history: History, state: LedgerState): number {
  const { messages, head, turns } = history;
  const hidden = hiddenAt(history, hiddenFolds(history, state));
  return messages.reduce((sum, { tokens }, index) => {
    return index < head || hidden[index] === 1 || index === turns.at(-1) ? sum : sum + tokens;
  }, 0);
}

export const windowTooSmall = (seen: {
  readonly tokens: number;
  readonly window: number;
  readonly fixed: number;
  readonly messages: number;
}): WorkingMemoryError => {
  const { tokens, window, fixed, messages } = seen;
  return new WorkingMemoryError(
    'window-too-small',
    `The request needs about ${tokens} tokens and the window has ${window}: tools and overview take ${fixed}, the rest ` +
      `is what must stay of ${messages} messages: the system prompt, the newest user message and the newest calls. ` +
      'Shorten one of them, or use a model with a larger window. Nothing was changed.',
    { tokens, window, fixed },
  );
};
