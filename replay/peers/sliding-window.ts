import { type ChatMessage, systemEnd } from '../chat.ts';
import type { Strategy } from '../strategy.ts';
import { newestGroups, tokensIn } from './call-groups.ts';

/** Keeps the system prompt and the newest messages that fit. */
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

/** Keeps calls and their results together, and always the newest group. */
export function slidingWindow(
  list: readonly ChatMessage[],
  window: number,
  tokensOf: (message: ChatMessage) => number,
): ChatMessage[] {
  const system = list.slice(0, systemEnd(list));
  const from = newestGroups(list, window - tokensIn(system, tokensOf), system.length, tokensOf);
  return [...system, ...list.slice(from)];
}
