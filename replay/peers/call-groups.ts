// Groups of messages that must stay together: a call with its results, or a single message.
import type { ChatMessage } from '../chat.ts';

/** Returns the start of the group that ends before `end`. */
export function groupStart(list: readonly ChatMessage[], end: number, least: number): number {
  let start = end - 1;
  while (start > least && list[start]?.role === 'tool') start--;
  return start;
}

/** Returns the start of the most whole groups at the end that fit `room`; the newest group always counts. */
export function newestGroups(
  list: readonly ChatMessage[],
  room: number,
  least: number,
  tokensOf: (message: ChatMessage) => number,
): number {
  let left = room;
  let from = list.length;
  while (from > least) {
    const start = groupStart(list, from, least);
    left -= tokensIn(list.slice(start, from), tokensOf);
    if (left < 0 && from < list.length) break;
    from = start;
  }
  return from;
}

export const tokensIn = (messages: readonly ChatMessage[], tokensOf: (message: ChatMessage) => number): number =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0);
