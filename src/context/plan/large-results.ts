// New tool results that are too large for the room that is left: they enter the request cut, before any fold. Pure.
//
// A result that leaves the request below `fallbackAt` stays whole, however large it is: it may be just what the next calls
// are about. Above, it would cost the cached prefix and everything that had to go for it, while most of it is never read
// again; so it is cut first, and the fallback looks at what is left.
import type { Settings } from '../../options/options.ts';
import { isoTime } from '../../tree/iso-time.ts';
import { type Draft, fillNow, type RequestFacts } from './draft.ts';
import { type ArchivedText, placedResult, stubTextRow } from '../view/archived-text.ts';
import type { LedgerStub } from '../view/ledger.ts';
import { mediaOfResult, mediaTokens } from '../media/left-out.ts';

/**
 * Tokens of the largest result that is never cut as it arrives. Also the limit for answers of this memory's own tools,
 * so that none of them becomes a stub.
 */
export const largestResult = (window: number, { stubAbove }: Pick<Settings['context'], 'stubAbove'>): number =>
  Math.floor(window * stubAbove);

/** Share of the limit that a stub's excerpt may use: the model sees how the result begins and ends… */
const SHOWN_SHARE = 0.25;
/** …for which this is enough in any window. Every further request pays for the excerpt again. */
const LONGEST_EXCERPT_TOKENS = 1000;

/**
 * Cuts new results above the limit, largest first, until the request is below `fallbackAt`. Looks at new messages only: the
 * stub of an older one would change the prefix. Literal placement cuts none, as the sources leave that to the model.
 */
export function cutLargeResults(facts: RequestFacts, draft: Draft): Draft {
  const { settings } = facts.planning;
  if (settings.placement === 'literal') return draft;
  let cut = draft;
  for (const result of largeResults(facts)) {
    if (fillNow(facts, cut.state) < settings.fallbackAt) break;
    cut = withStub(facts, cut, result);
  }
  return cut;
}

interface LargeResult {
  readonly index: number;
  readonly callId: string;
  readonly tokens: number;
}

/** Largest first; of equal ones the first. */
function largeResults({ input: { history, request }, planning, newFrom }: RequestFacts): LargeResult[] {
  const most = largestResult(request.window, planning.settings);
  const found: LargeResult[] = [];
  for (let index = newFrom; index < history.messages.length; index++) {
    const { results = [], tokens: whole = 0 } = history.messages[index] ?? {};
    // The size of a message is known, and bounds its results; only then is each of them counted.
    if (whole <= most) continue;
    for (const { id: callId, text } of results) {
      const tokens = planning.count(text) + mediaTokens(mediaOfResult(history.messages[index], callId));
      if (tokens > most) found.push({ index, callId, tokens });
    }
  }
  return found.sort((one, other) => other.tokens - one.tokens);
}

function withStub({ input, planning }: RequestFacts, draft: Draft, { index, callId, tokens }: LargeResult): Draft {
  const { history, request, canArchive, now } = input;
  const { state, archives } = draft;
  const date = isoTime(now).slice(0, 10);
  const placed = placedResult(history, { index, callId, tokens }, { canArchive, date }, planning);
  const share = Math.floor(largestResult(request.window, planning.settings) * SHOWN_SHARE);
  const shown = Math.min(share, LONGEST_EXCERPT_TOKENS);
  const { hash = '' } = history.messages[index] ?? {};
  const stub: LedgerStub = { index, callId, why: 'oversized', tokens, shown, hash, ...placed.place };
  return {
    ...draft,
    archives: [...archives, ...(placed.archives as ArchivedText[])],
    state: {
      ...state,
      stubTexts: [...state.stubTexts, stubTextRow(history, stub, planning)],
      ledger: { ...state.ledger, stubs: [...state.ledger.stubs, stub] },
    },
  };
}
