// The step of a plan that makes room without being asked: the fallback when the window is nearly full, and with
// `autonomy: 'auto'` a compaction when a fuller band begins. Pure.
import { CALL_DEFAULTS } from '../../options/policy.ts';
import type { CompactionSelection } from '../compaction/compaction.ts';
import { summaryTokens } from '../compaction/summary.ts';
import {
  type Draft,
  estimateOf,
  estimateUsing,
  fillNow,
  fixedTokens,
  type RequestFacts,
  usedTokens,
  withEpoch,
} from './draft.ts';
import { neededTokens } from './fit-window.ts';
import { isBandNews } from '../reminder/meter.ts';
import { pressureOf } from '../reminder/pressure.ts';
import type { History } from '../view/history.ts';
import type { LedgerState } from '../view/ledger.ts';
import type { Steps } from '../steps.ts';
import { hiddenAt, hiddenFolds } from '../view/view.ts';
import { withoutOldMedia } from '../media/leave-out.ts';
import { tokensInView } from '../media/left-out.ts';

/** Safety factor on estimated tokens where a limit must hold. */
export const MARGIN = 1.1;
/**
 * Share of the room for history that stays after a fallback. Each fallback costs the whole prompt cache, so one must
 * make room for many requests. Above HALF even the newest groups of calls are given up.
 */
const GOAL = 0.1;
const HALF = 0.15;
/** Tokens of the notes that the request will carry: meter, reminder, fences. */
const NOTES_TOKENS = 250;
/** Share of the window that the notes take at most: in a small one they are short, or left out. */
const NOTES_SHARE = 0.06;
/** A compaction that leaves more than this share of the request was not worth the cache… */
const FRUITFUL = 0.9;
/** …and after this many of them in one turn none is tried while the request fits: another would be no better. */
const MOST_FRUITLESS = 2;

/** A compaction that makes room, and on whose behalf it does so. */
interface RoomToMake {
  readonly selection: CompactionSelection;
  readonly trigger: 'fallback' | 'policy';
}

/**
 * Makes room where it is needed. The fallback goes first: in a nearly full window, a policy for band edges comes too
 * late.
 */
export function* makeRoom(facts: RequestFacts, draft: Draft): Steps<Draft> {
  const { isTight, isFull } = needOf(facts, draft);
  // Media go before any text: an old picture costs as much as pages, and a notice still says what and where it was.
  const lighter = isTight || isFull ? withoutOldMedia(facts, draft, isTight) : draft;
  const tokens = estimateOf(facts, lighter.state);
  const room = fallbackRoom(facts, lighter, tokens) ?? policyRoom(facts, lighter, tokens);
  yield;
  const roomy = room ? yield* compact(facts, lighter, room, tokens) : lighter;
  // Removed media change the prefix: one epoch does for pictures and text.
  const isUntold = lighter !== draft && roomy.reason === draft.reason;
  return isUntold ? withEpoch(facts, roomy, 'media-left-out') : roomy;
}

/**
 * Tells how badly room is needed. The safety margin applies where the request may be refused, not where it merely
 * should be smaller.
 */
function needOf(facts: RequestFacts, { state }: Draft): { readonly isTight: boolean; readonly isFull: boolean } {
  const { input, planning } = facts;
  const isTight = usedTokens(facts, state) * MARGIN > input.request.window;
  return { isTight, isFull: fillNow(facts, state) >= planning.settings.fallbackAt };
}

/** Plans the fallback from `fallbackAt` on; after fruitless tries only where the request may not fit otherwise. */
function fallbackRoom(facts: RequestFacts, draft: Draft, tokens: number): RoomToMake | undefined {
  const { state } = draft;
  const { input, planning } = facts;
  const { history, request } = input;
  const { window } = request;
  const { fallbackAt } = planning.settings;
  const { isTight, isFull } = needOf(facts, draft);
  if (!isTight && (!isFull || state.ledger.fruitless >= MOST_FRUITLESS)) return undefined;
  const { selectionInput, selectionToFit } = facts.hiding();
  // The summary takes room of its own.
  const summary = summaryTokens(window);
  const fixed = tokens - foldableTokens(history, state);
  // `room` is what history may take up to the threshold; a fallback goes well below it, or the next request would be
  // there again.
  const base = fixedTokens(facts, state);
  const threshold = estimateUsing(facts, state, base + (window - base) * fallbackAt);
  const room = Math.max(0, threshold - summary - fixed);
  const limit = estimateUsing(facts, state, window / MARGIN) - summary - Math.min(NOTES_TOKENS, window * NOTES_SHARE);
  const aims = { goal: fixed + room * GOAL, half: fixed + room * HALF, limit };
  return {
    selection: selectionToFit(selectionInput(history, state, tokens, planning), aims),
    trigger: 'fallback',
  };
}

/**
 * Plans a compaction at the band edges that the model would be told, where the app left the decision to the library.
 */
function policyRoom(facts: RequestFacts, { state }: Draft, tokens: number): RoomToMake | undefined {
  const { input, planning } = facts;
  const { fruitless, toldPressure } = state.ledger;
  const fill = fillNow(facts, state);
  const pressure = pressureOf(fill);
  const { settings } = planning;
  if (settings.autonomy !== 'auto' || !isBandNews(toldPressure, { fill, pressure }, settings)) return undefined;
  if (fruitless >= MOST_FRUITLESS) return undefined;
  const { selectionFor, selectionInput } = facts.hiding();
  const selection = selectionFor(selectionInput(input.history, state, tokens, planning), {
    // Old tool results are the least loss, and in the first band they are enough.
    target: pressure === 'light' ? 'tools' : 'all',
    keepRecent: CALL_DEFAULTS.keepRecent,
  });
  return selection.tokens <= tokens * FRUITFUL ? { selection, trigger: 'policy' } : undefined;
}

/** Applies the compaction and begins the epoch that shows it; keeps the draft where it would save nothing. */
function* compact(facts: RequestFacts, draft: Draft, { selection, trigger }: RoomToMake, before: number): Steps<Draft> {
  const { input, planning } = facts;
  const { history, request, canArchive, now, state: sent } = input;
  const { planCompaction, withCompaction } = facts.hiding();
  const { plan, outcome } = yield* planCompaction({
    history,
    state: draft.state,
    selection,
    // Nobody asked for this compaction, so nothing may get lost by it: the full text becomes a file.
    strategy: 'archive',
    trigger,
    overview: draft.overview.text,
    window: request.window,
    canArchive,
    now,
    tokens: before,
    isNeeded: trigger === 'fallback' && neededTokens(facts, draft.state) > request.window,
    planning,
  });
  // Counts as fruitless, so that the next requests of this turn do not try the same again.
  if (!plan.possible) return counted(draft, true);
  const compacted: Draft = {
    ...draft,
    state: outcome.state,
    overview: { ...draft.overview, text: withCompaction(draft.overview.text, outcome.block) },
    archives: [...draft.archives, ...outcome.archives],
  };
  yield;
  const begun = withEpoch(facts, compacted, trigger === 'fallback' ? 'fallback-compaction' : 'compacted');
  // The plan estimates; the epoch has been rendered by now, so its size is known.
  const after = estimateOf(facts, begun.state);
  // Undo returns to the last state that was sent; in the first epoch there is none. The receipt is the revision that
  // this request will commit: no other compaction can have it.
  const receipt = String(sent.ledger.revision + 1);
  const undoes = sent.ledger.epoch > 0 ? { receipt, state: sent } : undefined;
  const result = {
    ...plan,
    applied: true,
    trigger,
    ...(undoes && { receipt }),
    archivedTo: outcome.archives.map(({ path }) => path),
    summary: outcome.summary,
    syncRequired: false,
  };
  return {
    ...counted(begun, after > before * FRUITFUL),
    compaction: { result, undoes },
    block: outcome.block,
  };
}

/** Counts the compactions in a row that won little: within one turn the next try would find little more to hide. */
function counted(draft: Draft, isFruitless: boolean): Draft {
  const { ledger } = draft.state;
  return {
    ...draft,
    state: { ...draft.state, ledger: { ...ledger, fruitless: isFruitless ? ledger.fruitless + 1 : 0 } },
  };
}

/**
 * Returns the tokens of everything after the head that a fallback may hide: all but the user's message of the active
 * turn. The rest is fixed, and no aim below it can be met.
 */
export function foldableTokens(history: History, state: LedgerState): number {
  const { messages, head, turns } = history;
  const hidden = hiddenAt(history, hiddenFolds(history, state));
  return messages.reduce((sum, message, index) => {
    const isFixed = index < head || hidden[index] === 1 || index === turns.at(-1);
    return isFixed ? sum : sum + tokensInView(message, index, state.ledger);
  }, 0);
}
