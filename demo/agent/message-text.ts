// What there is to read in a message, as one text.
import type { AssistantMessage, ChatMessage } from '../brain/brain.ts';

export const callsOf = (message: ChatMessage): NonNullable<AssistantMessage['tool_calls']> =>
  message.role === 'assistant' ? (message.tool_calls ?? []) : [];

/** What was thought and said. */
export const spokenText = (message: ChatMessage): string =>
  [message.role === 'assistant' ? message.reasoning_content : undefined, message.content].filter(Boolean).join('\n');

/** That, then each call as `name(arguments)` on a line of its own. */
export function messageText(message: ChatMessage): string {
  const calls = callsOf(message).map(({ function: { name, arguments: input } }) => `${name}(${input})`);
  return [spokenText(message), ...calls].filter((line) => line !== '').join('\n');
}
