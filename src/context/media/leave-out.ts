// The step of a plan that lets old pictures, sound and files go, before any text. Pure.
//
// A picture costs a thousand tokens and more in every request, and an old one is seldom looked at again. Each epoch
// costs the cached prefix, so one step lets go of many: the oldest first, down to half of what a fallback leaves for
// history.
import { LEAVES_OUT } from '../../options/policy.ts';
import { type Draft, estimateOf, estimateUsing, fixedTokens, type RequestFacts } from '../plan/draft.ts';
import { hiddenAt, hiddenFolds } from '../view/view.ts';
import { canLeave, isLeftOut, savedWithout } from './left-out.ts';

/** Returns the draft without the oldest media; the draft itself where that would save next to nothing. */
export function withoutOldMedia(facts: RequestFacts, draft: Draft, isTight: boolean): Draft {
  const { input, planning } = facts;
  const { history, request } = input;
  const { messages, turns, segments } = history;
  const { ledger } = draft.state;
  // The model is about to look at the user's question and at the newest results, so their media stay.
  const task = turns.at(-1);
  const newest = segments.at(-1)?.from ?? messages.length;
  const hidden = hiddenAt(history, hiddenFolds(history, draft.state));
  const base = fixedTokens(facts, draft.state);
  const room = Math.max(0, request.window - base) * planning.settings.fallbackAt;
  const aim = estimateUsing(facts, draft.state, base + room * LEAVES_OUT.downTo);
  let tokens = estimateOf(facts, draft.state);
  let saved = 0;
  let last: number | undefined;
  for (let index = 0; index < newest && tokens - saved > aim; index++) {
    const message = messages[index];
    if (
      !message?.media ||
      hidden[index] === 1 ||
      index === task ||
      isLeftOut(ledger, index) ||
      !canLeave(message.media)
    )
      continue;
    saved += savedWithout(message.media);
    last = index;
  }
  if (last === undefined || (!isTight && saved < request.window * LEAVES_OUT.least)) return draft;
  const { hash = '' } = messages[last] ?? {};
  const mediaFrom = { index: last + 1, hash, ...(task !== undefined && task <= last && { spared: task }) };
  return { ...draft, state: { ...draft.state, ledger: { ...ledger, mediaFrom } } };
}
