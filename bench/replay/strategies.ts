// What a strategy is, and the two that need no memory.
import { type ChatMessage, type Run, systemEnd } from './chat.ts';

/** What would be sent for one model call. */
export interface View {
  readonly messages: readonly ChatMessage[];
  /** Something of the list is not in it as it was said. */
  readonly hides: boolean;
  readonly beginsEpoch?: boolean;
  readonly compacted?: boolean;
  /** The compaction was the one of last resort. */
  readonly isFallback?: boolean;
}

/** No request could be made: an error code. */
export interface Refusal {
  readonly refused: string;
}

/** One run under one strategy. */
export interface Replay {
  /** For the list as it stands before a model call; called with a growing list. */
  request(list: readonly ChatMessage[]): Promise<View | Refusal>;
  /** The full texts behind the ten best answers; absent without a memory. */
  search?(query: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Strategy {
  readonly name: string;
  /** Whether it says when it begins anew; if not, every rewritten prefix counts as one too many. */
  readonly hasEpochs: boolean;
  open(run: Run, window: number, tokensOf: (message: ChatMessage) => number): Promise<Replay>;
}

/** No memory: the whole list every time, whatever the window. */
export const appendOnly: Strategy = {
  name: 'append-only',
  hasEpochs: false,
  open: async () => ({
    request: async (messages) => ({ messages, hides: false }),
    close: async () => {},
  }),
};

/** No memory: the system prompt and the newest messages that fit. */
export const sliding: Strategy = {
  name: 'sliding',
  hasEpochs: false,
  open: async (_run, window, tokensOf) => ({
    request: async (list) => {
      const messages = slidingWindow(list, window, tokensOf);
      return { messages, hides: messages.length < list.length };
    },
    close: async () => {},
  }),
};

/** Calls and their results stay or go together; the newest group always stays. */
export function slidingWindow(
  list: readonly ChatMessage[],
  window: number,
  tokensOf: (message: ChatMessage) => number,
): ChatMessage[] {
  const sum = (messages: readonly ChatMessage[]): number => messages.reduce((all, one) => all + tokensOf(one), 0);
  const start = systemEnd(list);
  let room = window - sum(list.slice(0, start));
  let from = list.length;
  while (from > start) {
    let groupStart = from - 1;
    while (groupStart > start && list[groupStart]?.role === 'tool') groupStart--;
    room -= sum(list.slice(groupStart, from));
    if (room < 0 && from < list.length) break;
    from = groupStart;
  }
  return [...list.slice(0, start), ...list.slice(from)];
}
