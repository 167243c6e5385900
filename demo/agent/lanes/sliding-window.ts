// Request of an app without a memory: the whole list, or as many of its newest turns as fit the window.
import type { ChatMessage } from '../../brain/brain.ts';
import type { TokenCounter } from '../token-counter.ts';

export interface Cut {
  readonly messages: readonly ChatMessage[];
  /** Tokens, including the definitions of tools. */
  readonly tokens: number;
  /** Number of oldest turns left out. */
  readonly cutTurns: number;
}

/**
 * Cuts as few of the oldest turns as possible, never the newest.
 * @param list list without the system prompt
 * @param window tokens; Infinity: cuts nothing
 */
export async function cutToWindow(
  head: ChatMessage,
  list: readonly ChatMessage[],
  toolTokens: number,
  counter: TokenCounter,
  window: number,
): Promise<Cut> {
  const turns = turnsOf(list);
  let tokens = toolTokens + (await counter.messages([head, ...list]));
  let cutTurns = 0;
  for (; tokens > window && cutTurns < turns.length - 1; cutTurns++) {
    tokens -= await counter.messages(turns[cutTurns] ?? []);
  }
  return { messages: [head, ...turns.slice(cutTurns).flat()], tokens, cutTurns };
}

/** Splits the list into turns, each of which begins with a user message. */
function turnsOf(messages: readonly ChatMessage[]): ChatMessage[][] {
  const turns: ChatMessage[][] = [];
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([message]);
    else turns.at(-1)?.push(message);
  }
  return turns;
}
