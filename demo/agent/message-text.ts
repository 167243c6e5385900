// The readable text of a message.
import type { AssistantMessage, ChatMessage } from '../brain/brain.ts';

export const callsOf = (message: ChatMessage): NonNullable<AssistantMessage['tool_calls']> =>
  message.role === 'assistant' ? (message.tool_calls ?? []) : [];

/** Returns reasoning and content. */
export const spokenText = (message: ChatMessage): string =>
  [message.role === 'assistant' ? message.reasoning_content : undefined, message.content].filter(Boolean).join('\n');

/** Returns reasoning, content and each call as `name(arguments)`, one per line. */
export function messageText(message: ChatMessage): string {
  const calls = callsOf(message).map(({ function: { name, arguments: input } }) => `${name}(${input})`);
  return [spokenText(message), ...calls].filter((line) => line !== '').join('\n');
}
