import type { ChatMessage } from '../chat.ts';
import type { Strategy } from '../strategy.ts';
import { tokensIn } from './call-groups.ts';

/** Share of the window. */
const TRIGGER = 0.75;
/** Newest results that stay. */
const KEEP = 3;
const PLACEHOLDER = '[Old tool result content cleared]';

/**
 * Above the trigger, replaces every tool result but the newest ones with a placeholder, for good. Clears nothing more
 * until the list reaches the trigger again.
 */
export const clearResults: Strategy = {
  name: 'clear-results',
  hasEpochs: false,
  open: async (_run, window, tokensOf) => {
    const cleared = new Map<number, ChatMessage>();
    const viewOf = (list: readonly ChatMessage[]): ChatMessage[] => list.map((one, at) => cleared.get(at) ?? one);
    return {
      request: async (list) => {
        if (tokensIn(viewOf(list), tokensOf) > TRIGGER * window) {
          const results = list.flatMap(({ role }, at) => (role === 'tool' ? [at] : []));
          for (const at of results.slice(0, -KEEP)) {
            const result = list[at] as ChatMessage;
            if (!cleared.has(at)) cleared.set(at, { ...result, content: PLACEHOLDER });
          }
        }
        return { messages: viewOf(list), hides: cleared.size > 0 };
      },
      close: async () => {},
    };
  },
};
