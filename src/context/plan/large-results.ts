// Cuts new tool results that are too large for the room that is left, before any fold. Pure.
//
// A result that leaves the request below `fallbackAt` stays whole, however large it is: it may be just what the next
// calls are about. Above, it would cost the cached prefix and everything that had to make room for it, while most of it
// is never read again; so it is cut first, and the fallback looks at what is left.
import type { Settings } from '../../options/options.ts';
import { type Draft, fillNow, type RequestFacts } from './draft.ts';
import type { LargeResult } from '../offloaded/result-stub.ts';
import { isLiteral } from '../placement.ts';
import { mediaOfResult, mediaTokens } from '../media/left-out.ts';

/**
 * Returns the tokens of the largest result that is never cut as it arrives. They are also the limit for answers of this
 * memory's own tools, so that none of them becomes a stub.
 */
export const largestResult = (window: number, { stubAbove }: Pick<Settings['context'], 'stubAbove'>): number =>
  Math.floor(window * stubAbove);

/**
 * Cuts new results above the limit, largest first, until the request is below `fallbackAt`. Looks at new messages only:
 * the stub of an older one would change the prefix. Literal placement cuts none, as the sources leave that to the
 * model.
 * @throws ReadingNeeded
 */
export function cutLargeResults(facts: RequestFacts, draft: Draft): Draft {
  const { settings } = facts.planning;
  if (isLiteral(settings)) return draft;
  const most = largestResult(facts.input.request.window, settings);
  let cut = draft;
  for (const result of largeResults(facts, most)) {
    if (fillNow(facts, cut.state) < settings.fallbackAt) break;
    const { stub, text, archives } = facts.hiding().offloaded(facts.input, result, most, facts.planning);
    const { stubTexts, ledger } = cut.state;
    const state = {
      ...cut.state,
      stubTexts: [...stubTexts, text],
      ledger: { ...ledger, stubs: [...ledger.stubs, stub] },
    };
    cut = { ...cut, archives: [...cut.archives, ...archives], state };
  }
  return cut;
}

/** Returns the large results, largest first; equal ones in the order of the list. */
function largeResults({ input: { history }, planning, newFrom }: RequestFacts, most: number): LargeResult[] {
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
