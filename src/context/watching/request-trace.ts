// The trace of a request: what `memory.report` adds up afterwards. Pure; cheap, as every request makes one.
import { addressOf } from '../../recall/hit-address.ts';
import { tokensInView } from '../media/left-out.ts';
import type { RequestInput } from '../plan/request.ts';
import type { LedgerState } from '../view/ledger.ts';
import { hiddenAt, hiddenFolds, type ViewEntry } from '../view/view.ts';
import { type OwnWords, ownWords, summed } from './own-words.ts';
import type { RequestTrace } from './trace.ts';
import { usedIn } from './used-texts.ts';

export interface TraceFacts {
  readonly input: Pick<RequestInput, 'history' | 'head' | 'since' | 'ownHead'>;
  /** Ledger as this request found it, and as it leaves it. */
  readonly before: LedgerState;
  readonly after: LedgerState;
  readonly entries: readonly ViewEntry[];
  readonly newFrom: number;
  /** Tokens of the request before this one, where this one extends it. */
  readonly cached: number;
  /** Estimated tokens without and with the epoch; absent where none began. */
  readonly epoch: { readonly without: number; readonly with: number } | undefined;
  /** Converts estimated tokens to the provider's count. */
  readonly corrected: (tokens: number) => number;
  readonly count: (text: string) => number;
}

export function requestTrace(facts: TraceFacts): RequestTrace {
  const { input, before, after, entries, newFrom, cached, epoch, corrected, count } = facts;
  const { history, head, since = {}, ownHead = {} } = input;
  const { messages } = history;
  const whole = head.tokens + messages.reduce((sum, { tokens }) => sum + tokens, 0);
  const hidden = hiddenAt(history, hiddenFolds(history, after)).reduce((sum, mark) => sum + mark, 0);
  const recalled = after.rides.find(({ index }) => index === messages.length - 1)?.recalled;
  const used = usedIn(history, before.rides, newFrom);
  const again = repeatedCalls(facts);
  return {
    list: corrected(whole),
    cached,
    messages: messages.length,
    hidden,
    ...(epoch && { won: Math.round(epoch.without - epoch.with) }),
    own: ownWordsIn(after, entries, ownHead, count),
    ...(recalled && { recalled: recalled.texts.map(addressOf) }),
    ...(used && { used }),
    ...(again > 0 && { again }),
    ...since,
  };
}

/** Counts calls in new messages that repeat an earlier one whose result the request before did not show. */
function repeatedCalls({ input: { history }, before, newFrom }: TraceFacts): number {
  const { messages } = history;
  const { ledger } = before;
  if (ledger.folds.length + ledger.stubs.length === 0 && !ledger.mediaFrom) return 0;
  const isNew = messages.some(({ calls }, index) => index >= newFrom && calls);
  if (!isNew) return 0;
  const hidden = hiddenAt(history, hiddenFolds(history, before));
  const gone = new Set(ledger.stubs.map(({ index, callId }) => `${index} ${callId}`));
  const isGone = new Set<string>();
  const open = new Map<string, string>();
  let again = 0;
  for (const [index, message] of messages.entries()) {
    for (const { id, name, arguments: json } of message.calls ?? []) {
      const call = `${name} ${json}`;
      if (index >= newFrom && isGone.has(call)) again++;
      open.set(id, call);
    }
    const isLeft = tokensInView(message, index, ledger) < message.tokens;
    for (const { id } of message.results ?? []) {
      const call = open.get(id);
      if (call === undefined || index >= newFrom) continue;
      if (hidden[index] === 1 || isLeft || gone.has(`${index} ${id}`)) isGone.add(call);
      else isGone.delete(call);
    }
  }
  return again;
}

/** Adds up the memory's own words. @param outside words of guide and tools, which are no part of the list */
function ownWordsIn(
  { pin, rides }: LedgerState,
  entries: readonly ViewEntry[],
  outside: OwnWords,
  count: (text: string) => number,
): OwnWords {
  let notices = 0;
  for (const entry of entries) {
    if (entry.kind === 'pin') continue;
    for (const { text } of entry.results) notices += count(text);
    for (const text of entry.media ?? []) notices += count(text);
  }
  return summed([
    outside,
    ownWords({ overview: count(pin?.text ?? ''), notices }),
    ...rides.map(({ parts }) => parts ?? {}),
  ]);
}
