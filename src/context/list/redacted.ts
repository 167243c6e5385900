// Finds what a hard forget left of the messages of a list. The app's list may still say the forgotten text, and
// requests show that list; the stored form must not say it again. Pure.
import { placeIn } from '../../tree/transcript/rows-of-list.ts';
import type { CheckedMessage, NewMessage, RedactedMessage } from '../../tree/transcript/transcript.ts';
import type { History } from '../view/history.ts';
import type { GrownList, KeptList } from './kept-list.ts';
import { type KnownHashes, nextHash } from './list-hashes.ts';
import { NO_MESSAGES } from './rolling-hash.ts';

/** Remains of messages, by their place behind the leading system messages. */
export type LeftMessages = ReadonlyMap<number, CheckedMessage>;

/** Returns the remains of redacted messages among the rows of a list. */
export function leftOf({ rows }: Pick<KeptList, 'rows'>, redacted: readonly RedactedMessage[]): LeftMessages {
  const found = new Map<number, CheckedMessage>();
  for (const { index, left } of redacted) {
    const place = placeIn(rows, index);
    if (place !== undefined) found.set(place, left);
  }
  return found;
}

/**
 * Returns the same, and the remains of messages that become rows once more, as all do behind an edit. In a list that
 * only goes on, the added messages are said now, and so is the newest one of any list: these stay whole.
 * @param at returns the message at a place
 */
export function leftIn(
  { kept, added }: GrownList,
  redacted: readonly RedactedMessage[],
  at: (place: number) => NewMessage | undefined,
  known: KnownHashes,
): LeftMessages {
  const left = new Map(leftOf(kept, redacted));
  const isGrown = added[0]?.place.after === undefined;
  for (const { from, index } of isGrown || redacted.length === 0 ? [] : added.slice(0, -1)) {
    const message = from === 'body' ? at(index) : undefined;
    const isSame = ({ hash, before = NO_MESSAGES }: RedactedMessage): boolean =>
      message !== undefined && nextHash(before, message, known) === hash;
    const same = redacted.find(isSame);
    if (same) left.set(index, same.left);
  }
  return left;
}

/** Returns the history with the messages as they are stored. */
export function withLeft(history: History, left: LeftMessages): History {
  if (left.size === 0) return history;
  const stored = history.messages.map((message, index) => {
    const { text, calls = [], results = [] } = left.get(index - history.head) ?? {};
    return text === undefined ? message : { ...message, text, calls, results };
  });
  return { ...history, stored };
}
